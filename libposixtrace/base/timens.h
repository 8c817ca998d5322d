/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Time namespaces.  In one CLOCK_MONOTONIC, CLOCK_BOOTTIME and the start times
 * that /proc shows are shifted.  What processes tell each other is the
 * machine's time, without that.
 */
#ifndef PXT_BASE_TIMENS_H
#define PXT_BASE_TIMENS_H

#include <stdbool.h>
#include <stdint.h>

struct pxt_timens {
	/* How far the clocks here are ahead of the machine's, nanoseconds. */
	int64_t monotonic;
	int64_t boottime;
	/* False: they are shifted by an unknown amount: a process in a
	 * namespace has made another one for its children. */
	bool is_known;
};

/* Those of the caller; without /proc there are none.  Async-signal-safe. */
void pxt_timens_read(struct pxt_timens *timens);

#endif
