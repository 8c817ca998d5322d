/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The one line that sums a trace up, and what follows from it. */
#ifndef POSIXTRACE_TOOLS_SUMMARY_H
#define POSIXTRACE_TOOLS_SUMMARY_H

#include <posixtrace.h>
#include <stdbool.h>
#include <stdint.h>

struct summary {
	const char *log;		/* path */
	bool is_made;			/* it was written just now */
	const struct posixtrace_usage *usage;	/* NULL: not known */
	uint64_t events;		/* that are there */
	uint64_t shown;			/* of them */
	int64_t span_ns;		/* they spread over */
};

/*
 * "12 events, 3.4 KiB, 1.2 s; lost 0; peak fill 3 % of 1M, 64K would do"
 * on stderr, and the log's name if it was written just now.
 */
void summary_print(const struct summary *summary);

/* Why no traced thread has an event in it; NULL: some have. */
const char *summary_why_empty(const struct posixtrace_usage *usage);

/* TOOL_FINE, TOOL_LOST or TOOL_DAMAGED. */
int summary_status(const struct posixtrace_usage *usage);

#endif
