/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A log or a dump of ThreadX, opened for reading. */
#include "log-file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "log/txtb.h"
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

/* Of either byte order. */
static bool is_word(uint32_t word, uint32_t expected)
{
	return word == expected || word == __builtin_bswap32(expected);
}

enum log_file_kind log_file_identify(const char *path)
{
	struct pxt_txtb_header header;
	uint32_t start[2];
	ssize_t n;
	int fd;

	if (open_regular(path, &fd) != 0)
		return LOG_FILE_NONE;
	n = pread(fd, &header, sizeof(header), 0);
	close(fd);
	if (n != sizeof(header))
		return LOG_FILE_NONE;
	memcpy(start, &header, sizeof(start));
	/* A big-endian word of eight bytes begins with zeros. */
	if (!is_word(start[0], PXT_TXTB_ID) &&
	    (start[0] != 0 || !is_word(start[1], PXT_TXTB_ID)))
		return LOG_FILE_NONE;
	return is_word(header.reserved2, PXT_TXTB_MAGIC) ? LOG_FILE_LOG
							 : LOG_FILE_DUMP;
}
