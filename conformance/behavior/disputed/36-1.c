/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-36: an event that comes when a stream has stopped by itself because it
 * was full is lost, and sets OVERRUN, or it is none, since the stream does not
 * run.
 *
 * Source: XSH 2.11.1 posix_trace_status_info Structure, XSH
 * posix_trace_event() DESCRIPTION, XBD 4.19 Tracing; TRC; disputed.
 *
 * UNTIL_FULL.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	trid = ct_running(&attr);
	ct_fill(trid, id, 64);
	if (ct_status(trid).posix_stream_status != POSIX_TRACE_SUSPENDED)
		UNRESOLVED("the stream is full and runs");
	ct_fire(id, 0);
	ADVISORY("an event that comes when the stream has stopped since it was "
			"full sets %s",
			ct_status(trid).posix_stream_overrun_status ==
			POSIX_TRACE_OVERRUN ? "OVERRUN" : "nothing");
}
