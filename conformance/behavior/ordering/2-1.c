/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ORD-3: control events keep their place among user events.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION, XSH 2.11.2 System Trace
 * Event Type Definitions; TRC; derived.
 *
 * START, STOP and FILTER.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_event_set_t set;
	trace_event_id_t want[8];
	trace_id_t trid = ct_stream_for(3, 10);
	int i;

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(ct_type("conformance b"), &set));
	SETUP(posix_trace_start(trid));
	ct_fire(id, 1);
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	ct_fire(id, 2);
	SETUP(posix_trace_stop(trid));
	SETUP(posix_trace_start(trid));
	ct_fire(id, 3);
	SETUP(posix_trace_stop(trid));
	want[0] = POSIX_TRACE_START;
	want[1] = id;
	want[2] = POSIX_TRACE_FILTER;
	want[3] = id;
	want[4] = POSIX_TRACE_STOP;
	want[5] = POSIX_TRACE_START;
	want[6] = id;
	want[7] = POSIX_TRACE_STOP;
	for (i = 0; i < 8;) {
		if (!ct_try(trid, &ev))
			FAIL("expected eight events, got %d", i);
		if (ct_is(trid, &ev, want[i]))
			i++;
		else if (ct_is(trid, &ev, want[0]) || ct_is(trid, &ev, id) ||
			 ct_is(trid, &ev, POSIX_TRACE_FILTER) ||
			 ct_is(trid, &ev, POSIX_TRACE_STOP))
			FAIL("event %d of 8 is not of the type it should be", i);
	}
	PASS("eight control and user events came in order");
}
