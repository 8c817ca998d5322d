/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Differences of times. */
#ifndef POSIXTRACE_TOOLS_TRCRPT_CLOCK_H
#define POSIXTRACE_TOOLS_TRCRPT_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Nanoseconds from `from` to `to`; the nearest there is if it does not fit. */
static inline int64_t clock_span(const struct timespec *from,
				 const struct timespec *to)
{
	int64_t sec;
	int64_t ns;

	if (__builtin_sub_overflow((int64_t)to->tv_sec, (int64_t)from->tv_sec,
				   &sec) ||
	    __builtin_mul_overflow(sec, INT64_C(1000000000), &ns) ||
	    __builtin_add_overflow(ns, (int64_t)to->tv_nsec - from->tv_nsec,
				   &ns))
		return to->tv_sec < from->tv_sec ? INT64_MIN : INT64_MAX;
	return ns;
}

#endif
