/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A log or a dump of ThreadX, opened for reading. */
#include "log-file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace/data-room.h"

/* The file, if it is a regular one: no other can be a log, or be read twice. */
static int open_regular(const char *path, int *fd)
{
	struct stat status;
	int err = 0;

	*fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (*fd < 0)
		return errno;
	if (fstat(*fd, &status) < 0)
		err = errno;
	else if (!S_ISREG(status.st_mode))
		err = EINVAL;
	if (err)
		close(*fd);
	return err;
}

int log_file_open(struct log_file *file, const char *path)
{
	int err = open_regular(path, &file->fd);

	if (err)
		return err;
	err = posix_trace_open(file->fd, &file->trid);
	if (err)
		goto close_file;
	file->data_max = data_room(file->trid);
	file->data = malloc(file->data_max + 1);
	if (file->data)
		return 0;
	err = ENOMEM;
	posix_trace_close(file->trid);
close_file:
	close(file->fd);
	return err;
}

void log_file_close(struct log_file *file)
{
	free(file->data);
	posix_trace_close(file->trid);
	close(file->fd);
}

enum pxt_txtb_kind log_file_identify(const char *path)
{
	struct pxt_txtb_header header;
	ssize_t n;
	int fd;

	if (open_regular(path, &fd) != 0)
		return PXT_TXTB_NONE;
	n = pread(fd, &header, sizeof(header), 0);
	close(fd);
	return n == sizeof(header) ? pxt_txtb_kind(&header) : PXT_TXTB_NONE;
}
