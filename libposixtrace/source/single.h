/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A control chunk with a single event of the system, made in private memory:
 * for a stream that has no room for it, or whose controller is dead.  The
 * caller fills in its anchor.
 */
#ifndef PXT_SOURCE_SINGLE_H
#define PXT_SOURCE_SINGLE_H

#include "model/record.h"

enum { PXT_SINGLE_SIZE = 256, PXT_SINGLE_DATA_MAX = 64 };

/* `chunk`: PXT_SINGLE_SIZE bytes, aligned as a chunk; `target`: the traced
 * process; `len`: at most PXT_SINGLE_DATA_MAX. */
void pxt_single(int32_t target, unsigned id, uint64_t ticks, const void *data,
		size_t len, void *chunk);

/* The same with the event's address, and with data that begin with their origin:
 * `len` bytes.  `chunk` has room for its header and for the record. */
void pxt_single_composed(int32_t target, unsigned id, uint64_t ticks,
			 uintptr_t address, const void *composed, size_t len,
			 void *chunk);

/* OVERFLOW for a gap. */
void pxt_single_gap(int32_t target, uint64_t ticks, const struct pxt_gap *gap,
		    void *chunk);

/* The STOP at the end of a log that is full. */
void pxt_single_end(int32_t target, uint64_t ticks, void *chunk);

#endif
