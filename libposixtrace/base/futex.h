/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Sleeping on a word of shared memory: futex(2), between processes. */
#ifndef PXT_BASE_FUTEX_H
#define PXT_BASE_FUTEX_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/*
 * Sleep while *word is `value`, until a wake, or until *deadline of
 * CLOCK_REALTIME (NULL: for ever).  Returns 0 if woken or if *word differs,
 * ETIMEDOUT, or EINTR after a signal handler.  Spurious wakeups return 0.
 */
int pxt_futex_wait(_Atomic uint32_t *word, uint32_t value,
		   const struct timespec *deadline);

/* The same for at most `ns` nanoseconds of CLOCK_MONOTONIC. */
int pxt_futex_wait_ns(_Atomic uint32_t *word, uint32_t value, uint64_t ns);

/* Sleep about that long.  Unlike nanosleep(), not a cancellation point. */
void pxt_nap(uint64_t ns);

/* Wake all threads that sleep on *word.  Async-signal-safe; keeps errno. */
void pxt_futex_wake(_Atomic uint32_t *word);

/* False: a sandbox forbids futex(2), and the C library aborts a program that
 * waits for a thread. */
bool pxt_futex_is_allowed(void);

#endif
