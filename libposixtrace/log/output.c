/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Writes files; see output.h. */
#include "log/output.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

/*
 * pxt_file_recognize() for writing.  The program may have opened the same file
 * with this number; with O_APPEND Linux appends even in pwrite.
 */
static int recognize_output(const struct pxt_file *file)
{
	int flags;

	if (pxt_file_recognize(file) != 0)
		return EBADF;
	flags = fcntl(file->fd, F_GETFL);
	return flags < 0 || flags & (O_APPEND | O_DIRECT | O_PATH) ? EBADF : 0;
}

/* A sandbox may answer with any error number; those of a missing permission or
 * function mean something else to callers of ours. */
static int file_error(void)
{
	return errno == EPERM || errno == ENOSYS ? EIO : errno;
}

/* The error for a log in a file that is not regular. */
static int refuse(int fd, mode_t mode, const void *probe, size_t len)
{
	if (S_ISCHR(mode) && pwrite(fd, probe, len, 0) < 0 && errno != ESPIPE)
		return file_error();
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
		return file_error();
	if (!S_ISREG(st.st_mode))
		return refuse(fd, st.st_mode, probe, len);
	*size = (uint64_t)st.st_size;
	/* With O_APPEND Linux appends even in pwrite, and O_DIRECT needs
	 * alignment, which blocks do not have. */
	if (flags & (O_APPEND | O_DIRECT))
		err = pxt_file_reopen(fd, O_WRONLY | (flags & O_SYNC), &own) ? EINVAL : 0;
	else
		err = pxt_file_duplicate(fd, &own);
	return err ? err : pxt_file_note(own, out);
}

/* Skip the first `len` bytes of the data to write. */
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
	/* Empty pieces are skipped. */
	for (skip(&iov, &n, 0); n > 0;) {
		ssize_t got = pwritev(file->fd, iov, n,
				      (off_t)(offset + *written));

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return got < 0 ? file_error() : EIO;
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

bool pxt_output_cut(const struct pxt_file *file, uint64_t offset, uint64_t end)
{
	struct stat st;

	return recognize_output(file) == 0 && fstat(file->fd, &st) == 0 &&
	       (uint64_t)st.st_size == end &&
	       ftruncate(file->fd, (off_t)offset) == 0;
}

bool pxt_output_reaches(const struct pxt_file *file, uint64_t size)
{
	struct stat st;

	return pxt_file_recognize(file) != 0 || fstat(file->fd, &st) < 0 ||
	       (uint64_t)st.st_size >= size;
}

int pxt_output_sync(const struct pxt_file *file)
{
	if (pxt_file_recognize(file) != 0)
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
