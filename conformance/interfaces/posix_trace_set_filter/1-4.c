/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-2: SET makes the set the filter, ADD makes it the union, SUB takes
 * the set away.
 *
 * Source: XSH posix_trace_set_filter() DESCRIPTION; TEF; shall.
 *
 * SET with an empty set filters nothing.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_event_set_t set;
	trace_id_t trid = ct_stream(NULL);

	SETUP(posix_trace_eventset_fill(&set, POSIX_TRACE_ALL_EVENTS));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	SETUP(posix_trace_eventset_empty(&set));
	EXPECT(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET), 0);
	SETUP(posix_trace_start(trid));
	ct_fire(id, 1);
	if (!ct_find(ct_try, trid, &ev, id))
		FAIL("expected the event; it did not come");
	PASS("an empty set filters nothing");
}
