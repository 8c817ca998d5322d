/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Files: read, write, open, close, fsync and their variants.
 *
 * The __*_chk and __*_2 names are what programs compiled with
 * _FORTIFY_SOURCE call.  What libc does inside itself, such as the reads and
 * writes of stdio, does not pass here; see streams.h for those.
 */
#include "real.h"

#include "calls.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

void pxt_record_io(trace_event_id_t id, int fd, uint64_t size, ssize_t result,
		   uint64_t begin, const void *caller)
{
	struct posixtrace_io io = {
		.fd = fd,
		.size = size,
		.result = result < 0 ? -errno : result,
		.duration = pxt_now() - begin,
	};

	if (!pxt_shares_memory())
		pxt_record(id, &io, sizeof(io), caller);
}

void pxt_record_open(int flags, const char *path, int result, uint64_t begin,
		     const void *caller)
{
	struct posixtrace_path open = {
		.result = result < 0 ? -errno : result,
		.duration = pxt_now() - begin,
		.flags = flags,
	};
	size_t len = 0;

	if (pxt_shares_memory())
		return;
	/* The kernel could not read it, so it cannot be read here. */
	if (open.result != -EFAULT)
		len = strnlen(path, POSIXTRACE_PATH_MAX);
	memcpy(open.path, path, len);
	pxt_record(POSIXTRACE_OPEN, &open,
		   offsetof(struct posixtrace_path, path) + len, caller);
}

#define OPEN(path, flags, call)						\
	PXT_CALL(int, call,						\
		 pxt_record_open(flags, path, result, begin, caller))

/* The mode of an open is there only if the flags ask for it. */
#define GET_MODE(mode, flags)						\
	do {								\
		if (((flags) & O_CREAT) ||				\
		    ((flags) & O_TMPFILE) == O_TMPFILE) {		\
			va_list args;					\
			va_start(args, flags);				\
			mode = va_arg(args, mode_t);			\
			va_end(args);					\
		}							\
	} while (0)

PXT_INTERPOSE ssize_t read(int fd, void *buf, size_t count)
{
	PXT_IO(POSIXTRACE_READ, ssize_t, fd, count, REAL(read)(fd, buf, count));
}

PXT_INTERPOSE ssize_t __read_chk(int fd, void *buf, size_t count,
				 size_t buf_size)
{
	PXT_IO(POSIXTRACE_READ, ssize_t, fd, count,
	   REAL(__read_chk)(fd, buf, count, buf_size));
}

PXT_INTERPOSE ssize_t pread(int fd, void *buf, size_t count, off_t offset)
{
	PXT_IO(POSIXTRACE_READ, ssize_t, fd, count,
	   REAL(pread)(fd, buf, count, offset));
}

PXT_INTERPOSE ssize_t __pread_chk(int fd, void *buf, size_t count,
				  off_t offset, size_t buf_size)
{
	PXT_IO(POSIXTRACE_READ, ssize_t, fd, count,
	   REAL(__pread_chk)(fd, buf, count, offset, buf_size));
}

PXT_INTERPOSE ssize_t pread64(int fd, void *buf, size_t count, off64_t offset)
{
	PXT_IO(POSIXTRACE_READ, ssize_t, fd, count,
	   REAL(pread64)(fd, buf, count, offset));
}

PXT_INTERPOSE ssize_t __pread64_chk(int fd, void *buf, size_t count,
				    off64_t offset, size_t buf_size)
{
	PXT_IO(POSIXTRACE_READ, ssize_t, fd, count,
	   REAL(__pread64_chk)(fd, buf, count, offset, buf_size));
}

PXT_INTERPOSE ssize_t write(int fd, const void *buf, size_t count)
{
	PXT_IO(POSIXTRACE_WRITE, ssize_t, fd, count, REAL(write)(fd, buf, count));
}

PXT_INTERPOSE ssize_t pwrite(int fd, const void *buf, size_t count,
			     off_t offset)
{
	PXT_IO(POSIXTRACE_WRITE, ssize_t, fd, count,
	   REAL(pwrite)(fd, buf, count, offset));
}

PXT_INTERPOSE ssize_t pwrite64(int fd, const void *buf, size_t count,
			       off64_t offset)
{
	PXT_IO(POSIXTRACE_WRITE, ssize_t, fd, count,
	   REAL(pwrite64)(fd, buf, count, offset));
}

PXT_INTERPOSE int close(int fd)
{
	PXT_IO(POSIXTRACE_CLOSE, int, fd, 0, REAL(close)(fd));
}

PXT_INTERPOSE int fsync(int fd)
{
	PXT_IO(POSIXTRACE_FSYNC, int, fd, 0, REAL(fsync)(fd));
}

PXT_INTERPOSE int fdatasync(int fd)
{
	PXT_IO(POSIXTRACE_FSYNC, int, fd, 0, REAL(fdatasync)(fd));
}

PXT_INTERPOSE int open(const char *path, int flags, ...)
{
	mode_t mode = 0;

	GET_MODE(mode, flags);
	OPEN(path, flags, REAL(open)(path, flags, mode));
}

PXT_INTERPOSE int __open_2(const char *path, int flags)
{
	OPEN(path, flags, REAL(__open_2)(path, flags));
}

PXT_INTERPOSE int open64(const char *path, int flags, ...)
{
	mode_t mode = 0;

	GET_MODE(mode, flags);
	OPEN(path, flags, REAL(open64)(path, flags, mode));
}

PXT_INTERPOSE int __open64_2(const char *path, int flags)
{
	OPEN(path, flags, REAL(__open64_2)(path, flags));
}

PXT_INTERPOSE int openat(int dir, const char *path, int flags, ...)
{
	mode_t mode = 0;

	GET_MODE(mode, flags);
	OPEN(path, flags, REAL(openat)(dir, path, flags, mode));
}

PXT_INTERPOSE int __openat_2(int dir, const char *path, int flags)
{
	OPEN(path, flags, REAL(__openat_2)(dir, path, flags));
}

PXT_INTERPOSE int openat64(int dir, const char *path, int flags, ...)
{
	mode_t mode = 0;

	GET_MODE(mode, flags);
	OPEN(path, flags, REAL(openat64)(dir, path, flags, mode));
}

PXT_INTERPOSE int __openat64_2(int dir, const char *path, int flags)
{
	OPEN(path, flags, REAL(__openat64_2)(dir, path, flags));
}

PXT_INTERPOSE int creat(const char *path, mode_t mode)
{
	OPEN(path, O_CREAT | O_WRONLY | O_TRUNC, REAL(creat)(path, mode));
}

PXT_INTERPOSE int creat64(const char *path, mode_t mode)
{
	OPEN(path, O_CREAT | O_WRONLY | O_TRUNC, REAL(creat64)(path, mode));
}
