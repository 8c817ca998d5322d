/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Reads and writes of several buffers, and transfers between descriptors: readv,
 * writev and their variants, sendfile, splice, tee, copy_file_range.
 */
#include "real.h"

#include "calls.h"

#include <errno.h>
#include <sys/sendfile.h>

bool pxt_was_transfer(ssize_t result)
{
	/* Errors of the transfer itself, not of what it was asked for. */
	return result >= 0 || errno == EAGAIN || errno == EPIPE ||
	       errno == ECONNRESET || errno == ENOSPC;
}

uint64_t pxt_vector_size(const struct iovec *vector, size_t n, ssize_t result)
{
	uint64_t size = 0;

	if (!pxt_was_transfer(result))
		return 0;
	for (size_t i = 0; i < n; i++)
		size += vector[i].iov_len;
	return size;
}

#define VECTOR(id, fd, vector, n, call)					\
	PXT_IO(id, ssize_t, fd,						\
	       pxt_vector_size(vector, (size_t)(n), result), call)

PXT_INTERPOSE ssize_t readv(int fd, const struct iovec *vector, int n)
{
	VECTOR(POSIXTRACE_READ, fd, vector, n, REAL(readv)(fd, vector, n));
}

PXT_INTERPOSE ssize_t preadv(int fd, const struct iovec *vector, int n,
			     off_t offset)
{
	VECTOR(POSIXTRACE_READ, fd, vector, n,
	       REAL(preadv)(fd, vector, n, offset));
}

PXT_INTERPOSE ssize_t preadv64(int fd, const struct iovec *vector, int n,
			       off64_t offset)
{
	VECTOR(POSIXTRACE_READ, fd, vector, n,
	       REAL(preadv64)(fd, vector, n, offset));
}

PXT_INTERPOSE ssize_t preadv2(int fd, const struct iovec *vector, int n,
			      off_t offset, int flags)
{
	VECTOR(POSIXTRACE_READ, fd, vector, n,
	       REAL(preadv2)(fd, vector, n, offset, flags));
}

PXT_INTERPOSE ssize_t preadv64v2(int fd, const struct iovec *vector, int n,
				 off64_t offset, int flags)
{
	VECTOR(POSIXTRACE_READ, fd, vector, n,
	       REAL(preadv64v2)(fd, vector, n, offset, flags));
}

PXT_INTERPOSE ssize_t writev(int fd, const struct iovec *vector, int n)
{
	VECTOR(POSIXTRACE_WRITE, fd, vector, n, REAL(writev)(fd, vector, n));
}

PXT_INTERPOSE ssize_t pwritev(int fd, const struct iovec *vector, int n,
			      off_t offset)
{
	VECTOR(POSIXTRACE_WRITE, fd, vector, n,
	       REAL(pwritev)(fd, vector, n, offset));
}

PXT_INTERPOSE ssize_t pwritev64(int fd, const struct iovec *vector, int n,
				off64_t offset)
{
	VECTOR(POSIXTRACE_WRITE, fd, vector, n,
	       REAL(pwritev64)(fd, vector, n, offset));
}

PXT_INTERPOSE ssize_t pwritev2(int fd, const struct iovec *vector, int n,
			       off_t offset, int flags)
{
	VECTOR(POSIXTRACE_WRITE, fd, vector, n,
	       REAL(pwritev2)(fd, vector, n, offset, flags));
}

PXT_INTERPOSE ssize_t pwritev64v2(int fd, const struct iovec *vector, int n,
				  off64_t offset, int flags)
{
	VECTOR(POSIXTRACE_WRITE, fd, vector, n,
	       REAL(pwritev64v2)(fd, vector, n, offset, flags));
}

static void record_transfer(int from, int to, size_t size, ssize_t result,
			    uint64_t begin, const void *caller)
{
	struct posixtrace_transfer transfer = {
		.from = from,
		.to = to,
		.size = size,
		.result = result < 0 ? -errno : result,
		.duration = pxt_now() - begin,
	};

	if (!pxt_shares_memory())
		pxt_record(POSIXTRACE_TRANSFER, &transfer, sizeof(transfer),
			   caller);
}

#define TRANSFER(from, to, size, call)					\
	PXT_CALL(ssize_t, call,						\
		 record_transfer(from, to, size, result, begin, caller))

PXT_INTERPOSE ssize_t sendfile(int to, int from, off_t *offset, size_t size)
{
	TRANSFER(from, to, size, REAL(sendfile)(to, from, offset, size));
}

PXT_INTERPOSE ssize_t sendfile64(int to, int from, off64_t *offset, size_t size)
{
	TRANSFER(from, to, size, REAL(sendfile64)(to, from, offset, size));
}

PXT_INTERPOSE ssize_t splice(int from, off64_t *from_offset, int to,
			     off64_t *to_offset, size_t size, unsigned flags)
{
	TRANSFER(from, to, size,
		 REAL(splice)(from, from_offset, to, to_offset, size, flags));
}

PXT_INTERPOSE ssize_t tee(int from, int to, size_t size, unsigned flags)
{
	TRANSFER(from, to, size, REAL(tee)(from, to, size, flags));
}

PXT_INTERPOSE ssize_t copy_file_range(int from, off64_t *from_offset, int to,
				      off64_t *to_offset, size_t size,
				      unsigned flags)
{
	TRANSFER(from, to, size,
		 REAL(copy_file_range)(from, from_offset, to, to_offset, size,
				       flags));
}
