/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A quiet process is in a sandbox, or about to enter one, that kills it for
 * system calls that the program itself does not make.  From then on a trace
 * point makes none: each place that would make one asks here, and does without.
 * Calls by which a program controls streams are the program's own.
 */
#ifndef PXT_BASE_QUIET_H
#define PXT_BASE_QUIET_H

#include <stdbool.h>

#include "base/atomic.h"

/* Private memory that a forked child has a copy of: it is in the sandbox,
 * too. */
extern _Atomic bool pxt_quiet;

/* Relaxed: process/quiet.c waits for the threads that have read it before. */
static inline bool pxt_is_quiet(void)
{
	return pxt_unlikely(pxt_load_relaxed(&pxt_quiet));
}

#endif
