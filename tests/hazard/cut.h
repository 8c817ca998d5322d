/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Writes of the library to a log that are cut: the process is killed in the middle,
 * or the write fails.  For a program that is linked with --wrap for them.
 */
#ifndef TESTS_HAZARD_CUT_H
#define TESTS_HAZARD_CUT_H

#include "hazard.h"

#include <sys/uio.h>

/* A process is killed at each of its writes; under ThreadSanitizer at every seventh:
 * one thread reads and recovers what a killed process has left. */
enum { CUT_STEP = HZ_SLOW > 4 ? 7 : 1 };

/* Of the writes that have more than one block, write number `n` ends after
 * `bytes`, taken modulo its length. */
static struct {
	unsigned n;			/* from 1; 0: no write */
	size_t bytes;
	bool kills;			/* kill the process; else the write fails */
	bool in_header;			/* cut inside the header of a block */
	unsigned any;			/* kill at write number `any` of all writes */
	bool fails_now;
	unsigned seen;
	size_t most;			/* the longest write so far */
} cut;

static ssize_t write_cut(int fd, const struct iovec *iov, int n, off_t at)
{
	size_t len = 0, done = 0, part;

	for (int i = 0; i < n; i++)
		len += iov[i].iov_len;
	len = cut.bytes % len;
	/* The vector has the header and the records of each block in turn. */
	if (cut.in_header && n > 1) {
		unsigned block = (unsigned)(cut.bytes % (size_t)(n / 2));

		len = cut.bytes % iov[0].iov_len;
		for (unsigned i = 0; i < 2 * block; i++)
			len += iov[i].iov_len;
	}
	for (int i = 0; i < n && done < len; i++) {
		part = iov[i].iov_len < len - done ? iov[i].iov_len :
		       len - done;
		CHECK(pwrite(fd, iov[i].iov_base, part, at + (off_t)done) ==
		      (ssize_t)part, "pwrite: %s", strerror(errno));
		done += part;
	}
	if (cut.kills)
		SYS(kill(getpid(), SIGKILL));
	if (done > 0)
		return (ssize_t)done;
	cut.fails_now = false;
	errno = ENOSPC;
	return -1;
}

static void note_most(const struct iovec *iov, int n)
{
	size_t len = 0;

	for (int i = 0; i < n; i++)
		len += iov[i].iov_len;
	cut.most = len > cut.most ? len : cut.most;
}

#define WRAP(name)							\
	ssize_t __real_##name(int fd, const struct iovec *iov, int n,	\
			      off_t at);				\
	ssize_t __wrap_##name(int fd, const struct iovec *iov, int n,	\
			      off_t at);				\
	ssize_t __wrap_##name(int fd, const struct iovec *iov, int n,	\
			      off_t at)					\
	{								\
		bool fails = cut.fails_now;				\
									\
		cut.fails_now = false;					\
		note_most(iov, n);					\
		if (cut.any && --cut.any == 0) {			\
			cut.kills = true;				\
			return write_cut(fd, iov, n, at);		\
		}							\
		/* A header and its records are one block. */		\
		if (n > 2 && ++cut.seen == cut.n) {			\
			cut.fails_now = true;				\
			return write_cut(fd, iov, n, at);		\
		}							\
		if (fails) {						\
			errno = ENOSPC;					\
			return -1;					\
		}							\
		return __real_##name(fd, iov, n, at);			\
	}

WRAP(pwritev)
WRAP(pwritev64)

#endif
