/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A log that a tool reads: opened, or said why not. */
#include "open-log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool.h"

enum {
	DATA_LEAST = 64 << 10,
	DATA_MOST = 16 << 20,	/* a log that says more is not believed */
};

int open_log_fd(const char *path)
{
	int fd = strcmp(path, "-") == 0 ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
					: open(path, O_RDONLY | O_CLOEXEC |
						     O_NOCTTY | O_NONBLOCK);
	struct stat status;

	if (fd < 0) {
		tool_error("%s: %s; name a log that 'posixtrace record' wrote",
			   path, strerror(errno));
		return -1;
	}
	if (fstat(fd, &status) < 0 || !S_ISREG(status.st_mode)) {
		tool_error("%s: not a regular file; name a log that "
			   "'posixtrace record' wrote", path);
		close(fd);
		return -1;
	}
	return fd;
}

/* Room for the data of any event. */
static size_t data_size(trace_id_t trid)
{
	trace_attr_t attr;
	size_t size = 0;

	if (posix_trace_get_attr(trid, &attr) == 0) {
		posix_trace_attr_getmaxdatasize(&attr, &size);
		posix_trace_attr_destroy(&attr);
	}
	if (size < DATA_LEAST)
		return DATA_LEAST;
	return size < DATA_MOST ? size : DATA_MOST;
}

bool open_log(struct open_log *log, const char *path)
{
	int err;

	*log = (struct open_log){ .path = path, .fd = open_log_fd(path) };
	if (log->fd < 0)
		return false;
	err = posix_trace_open(log->fd, &log->trid);
	if (err == EINVAL)
		tool_error("%s: not a trace log; name a log that "
			   "'posixtrace record' wrote", path);
	else if (err)
		tool_error("%s: %s", path, strerror(err));
	if (err)
		goto close_fd;
	log->data_max = data_size(log->trid);
	log->data = malloc(log->data_max);
	if (log->data)
		return true;
	tool_error("%s: out of memory", path);
	posix_trace_close(log->trid);
close_fd:
	close(log->fd);
	return false;
}

void open_log_close(struct open_log *log)
{
	free(log->data);
	posix_trace_close(log->trid);
	close(log->fd);
}
