/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-2: SET makes the set the filter, ADD makes it the union, SUB takes
 * the set away.
 *
 * Source: XSH posix_trace_set_filter() DESCRIPTION; TEF; shall.
 *
 * SET replaces.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t a = ct_type("conformance a");
	trace_event_id_t b = ct_type("conformance b");
	trace_event_set_t set;
	trace_id_t trid = ct_stream(NULL);
	int in_a = -1, in_b = -1;

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(a, &set));
	EXPECT(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET), 0);
	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(b, &set));
	EXPECT(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET), 0);
	SETUP(posix_trace_get_filter(trid, &set));
	SETUP(posix_trace_eventset_ismember(a, &set, &in_a));
	SETUP(posix_trace_eventset_ismember(b, &set, &in_b));
	if (in_a || !in_b)
		FAIL("expected the second set only, got %d and %d", in_a, in_b);
	PASS("SET replaced the filter");
}
