/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What <posixtrace.h>, which includes this, has for events that somebody else has
 * recorded about a thread, such as the kernel: whoever controls a stream with a log
 * adds them to the log.
 */
#ifndef POSIXTRACE_INCLUDE_POSIXTRACE_ADDED_H
#define POSIXTRACE_INCLUDE_POSIXTRACE_ADDED_H

#include <posixtrace.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/*
 * The id of a user event type of the process that `trid` traces, as by
 * posix_trace_trid_eventid_open(), with arguments that are described as
 * posixtrace_get_arguments() tells.  If the name has others, it is that of NAME~2 and
 * so on.  Names that begin with "posixtrace_" are those of the implementation.
 * EINVAL: not an active stream, no name, or a description that is too long.
 * ENAMETOOLONG.  ENOSPC: the process has as many types as it may.
 */
int posixtrace_open_type(trace_id_t trid, const char *name,
		const char *arguments, trace_event_id_t *event_id);

struct posixtrace_added {
	trace_event_id_t id;
	pid_t pid;			/* the thread that it is about */
	pid_t tid;
	const char *thread_name;	/* NULL: not known */
	uint64_t monotonic_ns;		/* CLOCK_MONOTONIC */
	const void *data;
	size_t data_len;
};

/*
 * Add events to the log of an active stream, at the times that they have.  They are
 * written before this returns, one block for events that follow each other, are about
 * one thread, and whose times do not fall; so whoever sorts them by thread makes the
 * log small.  No filter is applied; data is truncated to max-data-size.  Events of times
 * when the stream was not running are left out; where it was stopped since it was
 * full, they are counted as lost.  One later than now gets the time of now.
 *
 * The clock of the log is related to CLOCK_MONOTONIC at each call, so its time is as
 * exact as the two can be read together, some tenths of a microsecond, for events
 * since the call before.
 *
 * EINVAL: not an active stream with a log, or not a user event type, or more data than
 * there is room for in a block; nothing was added.  ENOMEM.  Else the error of writing;
 * what was not written is counted as lost.  Not for signal handlers.
 */
int posixtrace_add_events(trace_id_t trid, const struct posixtrace_added *events,
		size_t n);

/*
 * So many events that should have been added are lost, the first of them at `first_ns`;
 * the first one that is not lost comes at `until_ns`.  Reported as any other loss of the
 * stream is.  EINVAL: not an active stream with a log.
 */
int posixtrace_add_loss(trace_id_t trid, uint64_t events, uint64_t first_ns,
		uint64_t until_ns);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif /* POSIXTRACE_INCLUDE_POSIXTRACE_ADDED_H */
