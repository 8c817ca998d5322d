/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Time namespaces shift CLOCK_MONOTONIC, CLOCK_BOOTTIME and the start times in
 * /proc.  Processes exchange the machine's time, without these offsets.
 */
#ifndef PXT_BASE_TIMENS_H
#define PXT_BASE_TIMENS_H

#include <stdbool.h>
#include <stdint.h>

struct pxt_timens {
	/* By how much the clocks here are ahead of the machine's,
	 * nanoseconds. */
	int64_t monotonic;
	int64_t boottime;
	/* False: the offsets are unknown, since a process in a namespace has
	 * made another one for its children. */
	bool is_known;
};

/* The offsets of the caller; 0 without /proc.  Async-signal-safe. */
void pxt_timens_read(struct pxt_timens *timens);

#endif
