/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Another process that shares a file with this one can truncate it; an access
 * beyond its end is a SIGBUS.  A process that has asked for it gets zeros
 * there instead: a handler maps private memory in the place of the missing
 * pages.
 */
#ifndef PXT_BASE_GUARD_H
#define PXT_BASE_GUARD_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Install the guard, for good.  Returns how often it has been needed. */
uint32_t pxt_guard(void);

/* Has any of this memory been replaced?  Of many cuts only the last count. */
bool pxt_guard_has_replaced(const void *memory, size_t size);

/* All signals but those that the guard must get in any thread. */
void pxt_guard_fill(sigset_t *set);

enum { PXT_LONG_BITS = 8 * sizeof(unsigned long) };

/* A set of signals as the kernel has it. */
struct pxt_held {
	unsigned long signals[_NSIG / PXT_LONG_BITS];
};

/*
 * Block all signals except those that the thread's own instructions cause, and
 * unblock them: in between no handler can interrupt and leave by longjmp.
 * Async-signal-safe.
 */
void pxt_guard_hold(struct pxt_held *held);
void pxt_guard_release(const struct pxt_held *held);

#endif
