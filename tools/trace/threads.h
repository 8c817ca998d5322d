/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The threads that -t of `report` and `convert` picks out: by their ids, or by
 * patterns of their names. */
#ifndef POSIXTRACE_TOOLS_TRACE_THREADS_H
#define POSIXTRACE_TOOLS_TRACE_THREADS_H

#include <stdbool.h>
#include <trace.h>

#include "common/patterns.h"
#include "trace/open-log.h"

/* All zero: every thread. */
struct threads {
	struct ids ids;
	struct patterns names;
};

/*
 * Adds an argument of -t, which has to stay: "12,34", or a pattern.  False: a
 * list of numbers that are no ids, nothing at all, or no memory.
 */
bool threads_add(struct threads *threads, const char *arg);
void threads_fini(struct threads *threads);

/*
 * Is the event, the one read last from the log, of such a thread?  In a dump
 * a pattern may also match the thread's address as the report shows it, and
 * an interrupt is of no thread.
 */
bool threads_let(const struct threads *threads, const struct open_log *log,
		 const struct posix_trace_event_info *info);

#endif
