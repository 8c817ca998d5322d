/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Moments of a trace, as given on a command line. */
#ifndef POSIXTRACE_TOOLS_COMMON_MOMENT_H
#define POSIXTRACE_TOOLS_COMMON_MOMENT_H

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* A moment: none, a time after the first event, or a date. */
struct moment {
	enum { MOMENT_NONE, MOMENT_OFFSET, MOMENT_DATE } kind;
	int64_t offset_ns;
	struct timespec date;
};

/* Parse the value of an option; returns 0 or the result of its parser. */
error_t moment_parse(const char *option, const char *arg,
		     struct moment *moment);

/* The moment as a date, for a trace that begins at `first`. */
struct timespec moment_resolve(const struct moment *moment,
			       const struct timespec *first);

static inline bool moment_is_before(const struct timespec *a,
				    const struct timespec *b)
{
	return a->tv_sec < b->tv_sec ||
	       (a->tv_sec == b->tv_sec && a->tv_nsec < b->tv_nsec);
}

#endif
