/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SYS-5: START and STOP delimit the windows in which the stream ran, and
 * FILTER is inside one.
 *
 * Source: XSH 2.11.2 System Trace Event Type Definitions; TRC; shall.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_event_set_t set;
	trace_id_t trid = ct_stream_for(5, 20);
	int i, open = 0, n = 0;

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(CT_UNNAMED, &set));
	for (i = 0; i < 5; i++) {
		ct_fire(id, i);
		SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
		SETUP(posix_trace_start(trid));
		SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SUB_EVENTSET));
		ct_fire(id, i);
		SETUP(posix_trace_stop(trid));
	}
	while (ct_try(trid, &ev)) {
		if (ct_is(trid, &ev, POSIX_TRACE_START))
			open = 1;
		else if (!open)
			FAIL("an event came outside the windows");
		if (ct_is(trid, &ev, POSIX_TRACE_STOP))
			open = 0;
		n += ct_is(trid, &ev, id) != 0;
	}
	if (n != 5)
		FAIL("expected five events in five windows, got %d", n);
	PASS("all events lie inside the five windows");
}
