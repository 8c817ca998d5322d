/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What the time stamps of a trace are, and as one number each. */
#ifndef POSIXTRACE_TOOLS_TRACE_CLOCKS_H
#define POSIXTRACE_TOOLS_TRACE_CLOCKS_H

#include <stdint.h>
#include <time.h>

#include "trace/open-log.h"

/*
 * Both clocks at some moment.  The time stamps of a log are CLOCK_REALTIME, as
 * it was when the stream was created.
 */
struct clocks {
	uint64_t real;			/* 0: the trace knows no date */
	uint64_t monotonic;		/* 0: not known */
};

struct clocks clocks_read(const struct open_log *log);

/*
 * Nanoseconds since the epoch.  A log may say any time: those before 1970 and
 * after 2262 are taken for these, and counted in *n_far.
 */
uint64_t clocks_ns(const struct timespec *time, uint64_t *n_far);

#endif
