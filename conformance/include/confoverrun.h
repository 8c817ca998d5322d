/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Streams that have lost events.  A LOOP stream does when it overwrites them.  In an
 * UNTIL_FULL stream an event for which it has no room while it runs is one; whether
 * an event is, too, that comes when the stream has stopped, is disputed (READ-36).  So
 * an implementation whose streams stop as soon as they have no room may never say
 * OVERRUN.
 */
#ifndef CONFOVERRUN_H
#define CONFOVERRUN_H

#include "conftest.h"

#define CT_NEVER_OVERRUN	"a stream stops before it loses an event here"

static inline void ct_small(trace_attr_t *attr)
{
	ct_attr(attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
}

/* More events than a running stream of ct_small() holds that was full with n. */
static inline void ct_overfill(trace_event_id_t id, int n)
{
	int i;

	for (i = 0; i < 20 * n + 100; i++)
		ct_fire(id, i);
}

#if !defined(_POSIX_TRACE_LOG) || _POSIX_TRACE_LOG != -1
/*
 * A log of a stream that has been overfilled, opened, or UNTESTED, if a stream that
 * has been overfilled in the same way does not say OVERRUN.  Asking resets that, so
 * they are two.
 */
static inline trace_id_t ct_overrun_log(trace_event_id_t id)
{
	trace_attr_t attr;
	trace_id_t trid;
	int n, overrun;

	ct_small(&attr);
	trid = ct_logging(&attr, ct_file());
	n = ct_fill(trid, id, 64);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_logging(&attr, ct_file());
	ct_overfill(id, n);
	overrun = ct_status(trid).posix_stream_overrun_status;
	SETUP(posix_trace_shutdown(trid));
	if (overrun != POSIX_TRACE_OVERRUN)
		UNTESTED(CT_NEVER_OVERRUN);
	trid = ct_logging(&attr, ct_file());
	ct_overfill(id, n);
	SETUP(posix_trace_shutdown(trid));
	return ct_reopen();
}
#endif

/* A running LOOP stream with room for 20 events that was full with *n, and has got
 * three times as many since, with the numbers 0 to 3 n - 1. */
static inline trace_id_t ct_overwritten(trace_event_id_t id, int *n)
{
	trace_attr_t attr;
	trace_id_t trid;
	int i;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	trid = ct_running(&attr);
	*n = ct_fill(trid, id, 64);
	for (i = 0; i < 3 * *n; i++)
		ct_fire(id, i);
	return trid;
}

/* After a clear nothing tells of what was lost before. */
static inline void ct_must_not_tell(trace_id_t trid)
{
	static struct ct_event ev;

	while (ct_try(trid, &ev))
		if (ct_is(trid, &ev, POSIX_TRACE_OVERFLOW) ||
		    ct_is(trid, &ev, POSIX_TRACE_RESUME))
			FAIL("expected no %s of an overflow before the clear",
					ct_is(trid, &ev, POSIX_TRACE_RESUME) ?
					"RESUME" : "OVERFLOW");
}

#if !defined(_POSIX_TRACE_EVENT_FILTER) || _POSIX_TRACE_EVENT_FILTER != -1
/* In a stream that `fill` has made full, or not, 100 events that are filtered are no
 * overrun. */
static inline void ct_must_not_overrun(int policy,
		void (*fill)(trace_id_t, trace_event_id_t))
{
	trace_event_id_t id = ct_type("conformance a");
	trace_event_id_t ignored = ct_type("conformance b");
	trace_event_set_t set;
	trace_attr_t attr;
	trace_id_t trid;
	int i;

	ct_attr(&attr, policy, 20, 64);
	trid = ct_stream(&attr);
	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(ignored, &set));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	SETUP(posix_trace_start(trid));
	fill(trid, id);
	ct_status(trid);
	for (i = 0; i < 100; i++)
		ct_fire(ignored, i);
	if (ct_status(trid).posix_stream_overrun_status !=
			POSIX_TRACE_NO_OVERRUN)
		FAIL("expected no overrun by events that are filtered");
}
#endif

#endif
