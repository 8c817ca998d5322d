/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Whoever shares a file with us can shorten it, and then we get a SIGBUS where
 * we look at what is gone.  A process that has asked for it gets zeros there
 * instead: a handler puts memory of our own in the place of what is gone.
 */
#ifndef PXT_BASE_GUARD_H
#define PXT_BASE_GUARD_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Put up the guard, for good.  Returns how often it has been needed. */
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
 * Hold back all signals but those that the thread brings about itself by an
 * instruction, and let them go again: what is done in between has no handler
 * on top of it that might leave by longjmp.  Async-signal-safe.
 */
void pxt_guard_hold(struct pxt_held *held);
void pxt_guard_let_go(const struct pxt_held *held);

#endif
