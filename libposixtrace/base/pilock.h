/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A lock in one word of private memory, 0 if free.  A waiting thread lends its
 * priority to the owner (PI-futex), so a real-time thread waits for a preempted
 * ordinary one no longer than its critical section.  Unlike a mutex of the C
 * library it may be tried in a signal handler, and memory wiped by a fork is a
 * free lock.
 */
#ifndef PXT_BASE_PILOCK_H
#define PXT_BASE_PILOCK_H

#include <stdbool.h>
#include <stdint.h>

/* Without waiting.  Async-signal-safe; keeps errno, as do the others. */
bool pxt_pilock_try(_Atomic uint32_t *word);

/* False: the calling thread already has it, and this is a signal handler. */
bool pxt_pilock_take(_Atomic uint32_t *word);

/* Has the calling thread got it?  No system call if nobody has. */
bool pxt_pilock_is_mine(_Atomic uint32_t *word);

void pxt_pilock_give(_Atomic uint32_t *word);

#endif
