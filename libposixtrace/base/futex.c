/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* futex(2); the words may be shared between processes, so never PRIVATE. */
#include "base/futex.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

static int answer(long result)
{
	if (result == 0 || errno == EAGAIN)
		return 0;
	return errno;
}

int pxt_futex_wait(_Atomic uint32_t *word, uint32_t value,
		   const struct timespec *deadline)
{
	int saved = errno, err;

	/* A time before 1970 has passed; the kernel returns EINVAL for it. */
	if (deadline && deadline->tv_sec < 0)
		return ETIMEDOUT;
	err = answer(syscall(SYS_futex, word,
			     FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME, value,
			     deadline, NULL, FUTEX_BITSET_MATCH_ANY));
	errno = saved;
	return err;
}

int pxt_futex_wait_ns(_Atomic uint32_t *word, uint32_t value, uint64_t ns)
{
	struct timespec delay = {
		.tv_sec = (time_t)(ns / 1000000000),
		.tv_nsec = (long)(ns % 1000000000),
	};
	int saved = errno, err;

	err = answer(syscall(SYS_futex, word, FUTEX_WAIT, value, &delay,
			     NULL, 0));
	errno = saved;
	return err;
}

void pxt_nap(uint64_t ns)
{
	_Atomic uint32_t nobody_wakes_us = 0;

	pxt_futex_wait_ns(&nobody_wakes_us, 0, ns);
}

void pxt_futex_wake(_Atomic uint32_t *word)
{
	int saved = errno;

	syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
	errno = saved;
}

bool pxt_futex_is_allowed(void)
{
	_Atomic uint32_t nobody_waits = 0;
	int saved = errno;
	long woken = syscall(SYS_futex, &nobody_waits, FUTEX_WAKE, 1, NULL,
			     NULL, 0);

	errno = saved;
	return woken >= 0;
}
