/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The clocks of a trace, and times as one number. */
#ifndef POSIXTRACE_TOOLS_TRACE_CLOCKS_H
#define POSIXTRACE_TOOLS_TRACE_CLOCKS_H

#include <stdint.h>
#include <time.h>

#include "trace/open-log.h"

/*
 * Both clocks at one moment.  The time stamps of a log are CLOCK_REALTIME, as
 * it was when the stream was created.
 */
struct clocks {
	uint64_t real;			/* 0: the trace has no date */
	uint64_t monotonic;		/* 0: not known */
};

struct clocks clocks_read(const struct open_log *log);

/*
 * Nanoseconds since the epoch, limited to 1970 to 2262; times outside are
 * counted in *n_far.
 */
uint64_t clocks_ns(const struct timespec *time, uint64_t *n_far);

#endif
