/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * UNTIL_FULL streams that have lost events.  An event for which a running stream
 * has no room is one; whether an event is, too, that comes when the stream has
 * stopped, is disputed (READ-36).  So an implementation whose streams stop as soon
 * as they have no room may never say OVERRUN.
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

#endif
