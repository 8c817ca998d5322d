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
 * With ADD the new set is the union, not the argument.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t a = ct_type("conformance a");
	trace_event_id_t b = ct_type("conformance b");
	trace_event_set_t set;
	trace_id_t trid = ct_stream(NULL);
	int in_a = -1, in_b = -1;

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(a, &set));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	SETUP(posix_trace_start(trid));
	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(b, &set));
	EXPECT(posix_trace_set_filter(trid, &set, POSIX_TRACE_ADD_EVENTSET), 0);
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_FILTER) ||
	    ev.len != 2 * sizeof(set))
		FAIL("expected a FILTER event with two sets");
	memcpy(&set, ev.data + sizeof(set), sizeof(set));
	SETUP(posix_trace_eventset_ismember(a, &set, &in_a));
	SETUP(posix_trace_eventset_ismember(b, &set, &in_b));
	if (!in_a || !in_b)
		FAIL("expected both types in the new set, got %d and %d", in_a, in_b);
	PASS("the new set is the filter in force");
}
