/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The line of a loss; see overflow.h. */
#include "report/overflow.h"

#include "common/nanoseconds.h"

static struct trace_event make(const struct timespec *time, pid_t pid,
			       uint64_t lost)
{
	static const struct type type = {
		.id = POSIX_TRACE_OVERFLOW,
		.utf8 = "posix_trace_overflow",
		.utf8_len = sizeof("posix_trace_overflow") - 1,
	};

	return (struct trace_event){
		.info = {
			.posix_event_id = POSIX_TRACE_OVERFLOW,
			.posix_pid = pid,
			.posix_timestamp = *time,
			.posix_truncation_status = POSIX_TRACE_NOT_TRUNCATED,
		},
		.type = &type,
		.data = "",
		.lost = lost,
	};
}

struct trace_event overflow_of_loss(const struct overflow *before,
				    const struct trace_event *event,
				    const struct posixtrace_loss *loss)
{
	bool is_late = ns_between(&before->time, &loss->first) >= 0;

	if (event && event->info.posix_event_id == POSIX_TRACE_OVERFLOW)
		return *event;
	return make(is_late ? &loss->first : &before->time,
		    event ? event->info.posix_pid : before->pid, loss->events);
}

struct trace_event overflow_of_rest(const struct overflow *before,
				    uint64_t events)
{
	return make(&before->time, before->pid, events);
}
