/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Reads files; see input.h. */
#include "log/input.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

int pxt_input_open(struct pxt_input *input, int fd)
{
	struct stat st;
	int own = -1, err, flags = fcntl(fd, F_GETFL);

	if (flags < 0 || flags & O_PATH || (flags & O_ACCMODE) == O_WRONLY)
		return EINVAL;
	if (fstat(fd, &st) < 0)
		return errno;
	if (!S_ISREG(st.st_mode))
		return EINVAL;
	input->size = (uint64_t)st.st_size;
	/* This fails without /proc, or if the process has given up
	 * permissions. */
	input->may_seek = pxt_file_reopen(fd, O_RDONLY, &own) == 0;
	err = input->may_seek ? 0 : pxt_file_duplicate(fd, &own);
	return err ? err : pxt_file_note(own, &input->file);
}

int pxt_input_open_again(struct pxt_input *input, const struct pxt_file *file)
{
	struct stat st;
	int own = -1, err;

	if (pxt_file_recognize(file) != 0 ||
	    pxt_file_reopen(file->fd, O_RDONLY, &own) != 0)
		return EACCES;
	input->may_seek = true;
	err = pxt_file_note(own, &input->file);
	if (err)
		return err;
	if (input->file.device == file->device &&
	    input->file.inode == file->inode && fstat(own, &st) == 0) {
		input->size = (uint64_t)st.st_size;
		return 0;
	}
	pxt_file_close(&input->file);
	return EACCES;
}

void pxt_input_close(struct pxt_input *input)
{
	pxt_file_close(&input->file);
}

int pxt_input_read(const struct pxt_input *input, void *data, size_t len,
		   uint64_t offset, size_t *got)
{
	int err = 0, cancel;

	*got = 0;
	/* An empty file.  Some that the kernel makes up have no size either,
	 * and reading those may wait (/proc/kmsg): they are taken for empty. */
	if (!input->size)
		return 0;
	/* A thread cancelled here would keep a stream's lock. */
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	if (pxt_file_recognize(&input->file) != 0)
		err = EBADF;
	while (!err && *got < len) {
		ssize_t n = pread(input->file.fd, (char *)data + *got,
				  len - *got, (off_t)(offset + *got));

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			err = errno;
		if (n <= 0)
			break;
		*got += (size_t)n;
	}
	pthread_setcancelstate(cancel, NULL);
	return err;
}

uint64_t pxt_input_skip_hole(const struct pxt_input *input, uint64_t offset)
{
	off_t data;

	if (!input->may_seek || pxt_file_recognize(&input->file) != 0)
		return offset;
	data = lseek(input->file.fd, (off_t)offset, SEEK_DATA);
	if (data < 0)
		return errno == ENXIO ? input->size : offset;
	return (uint64_t)data;
}
