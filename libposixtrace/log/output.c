/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Files, as logs use them.  The duplicate of a descriptor shares its file
 * offset and flags, so nothing here moves an offset, and where a flag is in
 * the way the file is opened anew through /proc.
 */
#include "log/output.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

static int duplicate(int fd, int *out)
{
	/*
	 * Not 0 to 2: nobody should print into a log.  A higher one is rarely
	 * among those that a program closes or opens by number, nor does
	 * ThreadSanitizer, which knows of one table only (base/fdtable.h),
	 * take it for one of the program's.
	 */
	int own = fcntl(fd, F_DUPFD_CLOEXEC, 512);

	if (own < 0)
		own = fcntl(fd, F_DUPFD_CLOEXEC, 3);
	if (own < 0)
		return errno;
	*out = own;
	return 0;
}

/* 0, or -1 if that cannot be done. */
static int reopen(int fd, int flags, int *out)
{
	char path[32];
	int again, err;

	/* Not /proc/self: the main thread may have ended. */
	snprintf(path, sizeof(path), "/proc/thread-self/fd/%d", fd);
	again = open(path, flags | O_CLOEXEC | O_NOCTTY);
	if (again < 0)
		return -1;
	err = duplicate(again, out);
	close(again);
	return err ? -1 : 0;
}

/* Remember which file a new descriptor of ours is. */
static int note(int fd, struct pxt_file *file)
{
	struct stat st;
	int err;

	if (fstat(fd, &st) < 0) {
		err = errno;
		close(fd);
		return err;
	}
	*file = (struct pxt_file){ fd, st.st_dev, st.st_ino };
	return 0;
}

/* 0, or EBADF if the descriptor is somebody else's by now.  What cannot be
 * looked at, as a file that its server has removed, is taken for ours. */
static int recognize(const struct pxt_file *file)
{
	int saved = errno;
	struct stat st;
	bool same;

	if (file->fd < 0)
		return EBADF;
	same = fstat(file->fd, &st) < 0 ? errno != EBADF :
	       st.st_dev == file->device && st.st_ino == file->inode;
	errno = saved;
	return same ? 0 : EBADF;
}

/* The same for writing: what the program has opened by this number may be the
 * same file, but Linux appends with pwrite, too, if it is O_APPEND. */
static int recognize_output(const struct pxt_file *file)
{
	int flags;

	if (recognize(file) != 0)
		return EBADF;
	flags = fcntl(file->fd, F_GETFL);
	return flags < 0 || flags & (O_APPEND | O_DIRECT | O_PATH) ? EBADF : 0;
}

void pxt_file_close(struct pxt_file *file)
{
	if (recognize(file) == 0)
		close(file->fd);
	file->fd = -1;
}

/* Why a log cannot be in what is no regular file. */
static int refuse(int fd, mode_t mode, const void *probe, size_t len)
{
	if (S_ISCHR(mode) && pwrite(fd, probe, len, 0) < 0 && errno != ESPIPE)
		return errno;
	return EINVAL;
}

int pxt_output_open(int fd, const void *probe, size_t len,
		    struct pxt_file *out, uint64_t *size)
{
	struct stat st;
	int own = -1, err, flags = fcntl(fd, F_GETFL);

	if (flags < 0 || flags & O_PATH || (flags & O_ACCMODE) == O_RDONLY)
		return EBADF;
	if (fstat(fd, &st) < 0)
		return errno;
	if (!S_ISREG(st.st_mode))
		return refuse(fd, st.st_mode, probe, len);
	*size = (uint64_t)st.st_size;
	/* Linux appends with pwrite too; and blocks of a log are not aligned. */
	if (flags & (O_APPEND | O_DIRECT))
		err = reopen(fd, O_WRONLY | (flags & O_SYNC), &own) ? EINVAL : 0;
	else
		err = duplicate(fd, &own);
	return err ? err : note(own, out);
}

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
	/* Without /proc, or by permissions since given up, that may fail. */
	input->may_seek = reopen(fd, O_RDONLY, &own) == 0;
	err = input->may_seek ? 0 : duplicate(fd, &own);
	return err ? err : note(own, &input->file);
}

int pxt_input_open_again(struct pxt_input *input, const struct pxt_file *file)
{
	int own = -1, err;

	if (recognize(file) != 0 || reopen(file->fd, O_RDONLY, &own) != 0)
		return EACCES;
	input->may_seek = true;
	err = note(own, &input->file);
	if (err)
		return err;
	if (input->file.device == file->device &&
	    input->file.inode == file->inode)
		return 0;
	pxt_file_close(&input->file);
	return EACCES;
}

void pxt_input_close(struct pxt_input *input)
{
	pxt_file_close(&input->file);
}

/* Leave out the first `len` bytes of what is to be written. */
static void skip(struct iovec **iov, int *n, size_t len)
{
	while (*n > 0 && len >= (*iov)->iov_len) {
		len -= (*iov)->iov_len;
		++*iov;
		--*n;
	}
	if (*n > 0) {
		(*iov)->iov_base = (char *)(*iov)->iov_base + len;
		(*iov)->iov_len -= len;
	}
}

int pxt_output_writev(const struct pxt_file *file, struct iovec *iov, int n,
		      uint64_t offset, size_t *written)
{
	*written = 0;
	if (recognize_output(file) != 0)
		return EBADF;
	/* Pieces of no bytes are done with. */
	for (skip(&iov, &n, 0); n > 0;) {
		ssize_t got = pwritev(file->fd, iov, n,
				      (off_t)(offset + *written));

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return got < 0 ? errno : EIO;
		*written += (size_t)got;
		skip(&iov, &n, (size_t)got);
	}
	return 0;
}

int pxt_output_write(const struct pxt_file *file, const void *data, size_t len,
		     uint64_t offset)
{
	struct iovec iov = { (void *)data, len };
	size_t written;

	return pxt_output_writev(file, &iov, 1, offset, &written);
}

int pxt_output_sync(const struct pxt_file *file)
{
	if (recognize(file) != 0)
		return EBADF;
	return fsync(file->fd) == 0 || errno == EINVAL || errno == EROFS ?
	       0 : errno;
}

bool pxt_output_claims(const struct pxt_file *file)
{
	struct statfs fs;

	return fstatfs(file->fd, &fs) == 0 && fs.f_type == EXT4_SUPER_MAGIC;
}

void pxt_output_claim(const struct pxt_file *file, uint64_t offset,
		      uint64_t len)
{
	int saved = errno;

	if (recognize_output(file) == 0)
		(void)!fallocate(file->fd, FALLOC_FL_KEEP_SIZE, (off_t)offset,
				 (off_t)len);
	errno = saved;
}

int pxt_input_read(const struct pxt_input *input, void *data, size_t len,
		   uint64_t offset, size_t *got)
{
	int err = 0, cancel;

	*got = 0;
	/* Who is cancelled here would take a stream's lock along. */
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	if (recognize(&input->file) != 0)
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

	if (!input->may_seek || recognize(&input->file) != 0)
		return offset;
	data = lseek(input->file.fd, (off_t)offset, SEEK_DATA);
	if (data < 0)
		return errno == ENXIO ? input->size : offset;
	return (uint64_t)data;
}
