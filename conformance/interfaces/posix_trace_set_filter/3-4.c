/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-4: a change while the stream runs is recorded as a FILTER event,
 * whose data is the old filter and then the new one; a change while it is
 * suspended is not.
 *
 * Source: XSH posix_trace_set_filter() DESCRIPTION, XSH 2.11.2 System Trace
 * Event Type Definitions; TEF; shall.
 *
 * Its place is between the events before and after.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_event_set_t set;
	trace_id_t trid = ct_running(NULL);

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(CT_UNNAMED, &set));
	ct_fire(id, 1);
	EXPECT(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET), 0);
	ct_fire(id, 2);
	if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != 1)
		FAIL("expected event 1 before FILTER, got %d", ct_number(&ev));
	do {
		if (!ct_try(trid, &ev) || ct_is(trid, &ev, id))
			FAIL("expected FILTER after event 1 and before event 2");
	} while (!ct_is(trid, &ev, POSIX_TRACE_FILTER));
	if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != 2)
		FAIL("expected event 2 after FILTER, got %d", ct_number(&ev));
	PASS("FILTER came between the events");
}
