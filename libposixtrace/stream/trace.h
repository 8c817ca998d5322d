/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The trace point: one event into every stream that wants it.
 *
 * Async-signal-safe, never blocks, keeps errno.  In steady state it makes no
 * system call and executes no locked instruction (INV-1); it makes system
 * calls to set itself up, to use memory for the first time, to wake someone
 * who sleeps, and, when another process controls the stream, twice a second
 * to see whether he is still there.
 */
#ifndef PXT_STREAM_TRACE_H
#define PXT_STREAM_TRACE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Record an event of type `id`, which is below PXT_ID_SPACE.  Data longer
 * than the stream's max-data-size is cut if `user`.
 */
void pxt_trace(unsigned id, const void *data, size_t len, const void *address,
	       bool user);

#endif
