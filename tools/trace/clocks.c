/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What the time stamps of a trace are, and as one number each. */
#include "trace/clocks.h"

#include <posixtrace.h>

#include "common/nanoseconds.h"

struct clocks clocks_read(const struct open_log *log)
{
	struct posixtrace_clock clock;
	struct clocks clocks = { 0 };
	int64_t real, monotonic;

	if (posixtrace_get_clock(log->trid, &clock) != 0)
		return clocks;
	ns_since_epoch(&clock.real, &real);
	ns_since_epoch(&clock.monotonic, &monotonic);
	clocks.real = (uint64_t)real;
	clocks.monotonic = (uint64_t)monotonic;
	return clocks;
}

uint64_t clocks_ns(const struct timespec *time, uint64_t *n_far)
{
	int64_t ns;

	*n_far += !ns_since_epoch(time, &ns);
	return (uint64_t)ns;
}
