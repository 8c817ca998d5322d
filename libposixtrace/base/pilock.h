/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A lock in one word of private memory, 0 if nobody has it.  Who waits lends
 * its priority to who has it (PI-futex), so that an ordinary thread that was
 * interrupted holding it does not keep a real-time one for longer than what
 * it has to do.  Unlike a mutex of the C library it may be tried in a signal
 * handler, and memory that a fork has wiped is a free one.
 */
#ifndef PXT_BASE_PILOCK_H
#define PXT_BASE_PILOCK_H

#include <stdbool.h>
#include <stdint.h>

/* Without waiting.  Async-signal-safe; keeps errno, as do the others. */
bool pxt_pilock_try(_Atomic uint32_t *word);

/* False: the calling thread has it already, beneath a signal handler. */
bool pxt_pilock_take(_Atomic uint32_t *word);

void pxt_pilock_give(_Atomic uint32_t *word);

#endif
