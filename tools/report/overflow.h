/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The line of a loss in machine-readable reports: that of the event
 * posix_trace_overflow which reports it, or a generated one, where the loss is
 * reported by a START, or by the end of the trace.
 */
#ifndef POSIXTRACE_TOOLS_REPORT_OVERFLOW_H
#define POSIXTRACE_TOOLS_REPORT_OVERFLOW_H

#include "trace/event.h"

/* The previous event: the time of a generated line is not earlier. */
struct overflow {
	struct timespec time;
	pid_t pid;
};

static inline void overflow_go_on(struct overflow *before,
				  const struct trace_event *event)
{
	before->time = event->info.posix_timestamp;
	before->pid = event->info.posix_pid;
}

/* As struct sink has loss() ... */
struct trace_event overflow_of_loss(const struct overflow *before,
				    const struct trace_event *event,
				    const struct posixtrace_loss *loss);

/* ... and rest(). */
struct trace_event overflow_of_rest(const struct overflow *before,
				    uint64_t events);

/* The number of lost events to print with this one: none if it follows a gap,
 * since that has a line of its own. */
static inline uint64_t overflow_lost(const struct trace_event *event)
{
	return event->info.posix_event_id == POSIX_TRACE_OVERFLOW ? event->lost
								  : 0;
}

#endif
