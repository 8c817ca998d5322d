/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * UF-3: an event for which a running stream has no room is lost, and sets
 * OVERRUN.
 *
 * Source: XSH 2.11.1 posix_trace_status_info Structure; TRC; shall.
 *
 * An event that is filtered is not generated.
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
	int i;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	trid = ct_stream(&attr);
	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(ignored, &set));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	SETUP(posix_trace_start(trid));
	ct_fill(trid, id, 64);
	ct_status(trid);
	for (i = 0; i < 100; i++)
		ct_fire(ignored, i);
	if (ct_status(trid).posix_stream_overrun_status != POSIX_TRACE_NO_OVERRUN)
		FAIL("expected no overrun by events that are filtered");
	PASS("%d events that are filtered are no overrun", i);
}
