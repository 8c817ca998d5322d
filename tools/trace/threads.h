/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The threads selected by -t: by ids, or by patterns of names. */
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
 * Add an argument of -t, which must stay: "12,34", or a pattern.  False:
 * invalid ids, nothing at all, or no memory.
 */
bool threads_add(struct threads *threads, const char *arg);
void threads_fini(struct threads *threads);

/*
 * Is the event that was read last of such a thread?  In a dump a pattern may
 * also match the thread's address as shown in reports; an interrupt is of no
 * thread.
 */
bool threads_let(const struct threads *threads, const struct open_log *log,
		 const struct posix_trace_event_info *info);

#endif
