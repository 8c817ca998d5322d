/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Sleeping on a word of shared memory: futex(2), between processes. */
#ifndef PXT_BASE_FUTEX_H
#define PXT_BASE_FUTEX_H

#include <stdint.h>
#include <time.h>

/*
 * Sleep while *word is `value`, until a wake, or until CLOCK_REALTIME
 * reaches *deadline (NULL: for ever).  Returns 0 if woken or *word differs,
 * ETIMEDOUT, or EINTR when a signal handler ran.  May return 0 for nothing.
 */
int pxt_futex_wait(_Atomic uint32_t *word, uint32_t value,
		   const struct timespec *deadline);

/* The same for at most `ns` nanoseconds of CLOCK_MONOTONIC. */
int pxt_futex_wait_ns(_Atomic uint32_t *word, uint32_t value, uint64_t ns);

/* Sleep about that long.  Unlike nanosleep(), no cancellation point. */
void pxt_nap(uint64_t ns);

/* Wake all who sleep on *word.  Async-signal-safe; keeps errno. */
void pxt_futex_wake(_Atomic uint32_t *word);

#endif
