/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Times as nanoseconds.  A file may contain any time, but 64 bits cover 292
 * years: other times become the nearest representable one.  The result shows
 * that to callers that need to know.
 */
#ifndef POSIXTRACE_TOOLS_COMMON_NANOSECONDS_H
#define POSIXTRACE_TOOLS_COMMON_NANOSECONDS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* From `from` to `to`; INT64_MIN or INT64_MAX if it does not fit. */
static inline int64_t ns_between(const struct timespec *from,
				 const struct timespec *to)
{
	int64_t sec, ns;

	if (__builtin_sub_overflow((int64_t)to->tv_sec, (int64_t)from->tv_sec,
				   &sec) ||
	    __builtin_mul_overflow(sec, INT64_C(1000000000), &ns) ||
	    __builtin_add_overflow(ns, (int64_t)to->tv_nsec - from->tv_nsec,
				   &ns))
		return to->tv_sec < from->tv_sec ? INT64_MIN : INT64_MAX;
	return ns;
}

/*
 * Since the epoch, as in logs: from 0, in 1970, to INT64_MAX, in 2262, to which
 * other times are limited.  False: it was limited.
 */
static inline bool ns_since_epoch(const struct timespec *time, int64_t *ns)
{
	static const struct timespec epoch;

	*ns = ns_between(&epoch, time);
	if (*ns >= 0 && *ns < INT64_MAX)
		return true;
	*ns = *ns < 0 ? 0 : INT64_MAX;
	return false;
}

/* On CLOCK_MONOTONIC. */
static inline int64_t ns_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

#endif
