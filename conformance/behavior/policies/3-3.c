/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOOP-3: overwriting an event that was not reported sets OVERRUN; taking the
 * room of reported ones does not.
 *
 * Source: XSH 2.11.1 posix_trace_status_info Structure; TRC; shall.
 *
 * Events that are filtered overwrite nothing.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_event_id_t ignored = ct_type("conformance b");
	trace_event_set_t set;
	trace_attr_t attr;
	trace_id_t trid;
	int i, n;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	trid = ct_stream(&attr);
	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(ignored, &set));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	SETUP(posix_trace_start(trid));
	n = ct_fill(trid, id, 64);
	ct_status(trid);
	for (i = 0; i < 3 * n; i++)
		ct_fire(ignored, i);
	if (ct_status(trid).posix_stream_overrun_status != POSIX_TRACE_NO_OVERRUN)
		FAIL("expected no overrun by events that are filtered");
	PASS("%d events that are filtered are no overrun", i);
}
