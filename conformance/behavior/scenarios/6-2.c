/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EX-7: a filter made of the process-independent types and two names opened
 * through the stream silences the two.
 *
 * Source: XRAT B.2.11 Create a Trace Event Type Set and Change the Trace Event
 * Type Filter; TEF; derived.
 *
 * It is set while the stream is running, and again while it is suspended.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static trace_event_id_t one, two, three;

/* An event of each type: n, n + 1 and n + 2. */
static void fire(int n)
{
	ct_fire(one, n);
	ct_fire(two, n + 1);
	ct_fire(three, n + 2);
}

static void test(void)
{
	static const int wanted[] = { 1, 2, 3, 6, 7, 8, 9, 12 };
	trace_id_t trid = ct_running_for(12);
	static struct ct_event ev;
	trace_event_set_t set;
	size_t i = 0, n = sizeof(wanted) / sizeof(wanted[0]);

	EXPECT(posix_trace_eventset_fill(&set, POSIX_TRACE_WOPID_EVENTS), 0);
	EXPECT(posix_trace_trid_eventid_open(trid, "conformance one", &one), 0);
	EXPECT(posix_trace_trid_eventid_open(trid, "conformance two", &two), 0);
	three = ct_type("conformance three");
	EXPECT(posix_trace_eventset_add(one, &set), 0);
	EXPECT(posix_trace_eventset_add(two, &set), 0);
	EXPECT(posix_trace_eventset_del(POSIX_TRACE_ERROR, &set), 0);
	fire(1);
	EXPECT(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET), 0);
	fire(4);
	EXPECT(posix_trace_set_filter(trid, &set, POSIX_TRACE_SUB_EVENTSET), 0);
	fire(7);
	EXPECT(posix_trace_stop(trid), 0);
	EXPECT(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET), 0);
	EXPECT(posix_trace_start(trid), 0);
	fire(10);
	while (ct_try(trid, &ev)) {
		if (!ct_is(trid, &ev, one) && !ct_is(trid, &ev, two) &&
				!ct_is(trid, &ev, three))
			continue;
		if (i == n || ct_number(&ev) != wanted[i])
			FAIL("expected event %d, got %d", i == n ? 0 : wanted[i],
					ct_number(&ev));
		i++;
	}
	if (i != n)
		FAIL("expected event %d, got none", wanted[i]);
	PASS("two types are silent when the filter says so");
}
