/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EX-7: a filter made of the process-independent types and two names opened
 * through the stream silences the two.
 *
 * Source: XRAT B.2.11 Create a Trace Event Type Set and Change the Trace Event
 * Type Filter; TEF; derived.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t one, two, three = ct_type("conformance three");
	trace_event_set_t set;
	trace_id_t trid = ct_stream(NULL);
	int n = 0;

	EXPECT(posix_trace_eventset_empty(&set), 0);
	EXPECT(posix_trace_eventset_fill(&set, POSIX_TRACE_WOPID_EVENTS), 0);
	EXPECT(posix_trace_trid_eventid_open(trid, "conformance one", &one), 0);
	EXPECT(posix_trace_trid_eventid_open(trid, "conformance two", &two), 0);
	EXPECT(posix_trace_eventset_add(one, &set), 0);
	EXPECT(posix_trace_eventset_add(two, &set), 0);
	EXPECT(posix_trace_eventset_del(POSIX_TRACE_ERROR, &set), 0);
	EXPECT(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET), 0);
	EXPECT(posix_trace_start(trid), 0);
	ct_fire(ct_type("conformance one"), 1);
	ct_fire(ct_type("conformance two"), 2);
	ct_fire(three, 3);
	while (ct_try(trid, &ev)) {
		if (ct_is(trid, &ev, one) || ct_is(trid, &ev, two))
			FAIL("an event of a silenced type came: %d", ct_number(&ev));
		n += ct_is(trid, &ev, three) != 0;
	}
	if (n != 1)
		FAIL("expected the event of the third type, got %d", n);
	PASS("two types are silent, the third is not");
}
