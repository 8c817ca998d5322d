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

#endif
