/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-2: SET makes the set the filter, ADD makes it the union, SUB takes
 * the set away.
 *
 * Source: XSH posix_trace_set_filter() DESCRIPTION; TEF; shall.
 *
 * ADD unites.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t a = ct_type("conformance a");
	trace_event_id_t b = ct_type("conformance b");
	trace_event_id_t c = ct_type("conformance c");
	trace_event_set_t set;
	trace_id_t trid = ct_stream(NULL);
	int in_a = -1, in_b = -1, in_c = -1;

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(a, &set));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(b, &set));
	EXPECT(posix_trace_set_filter(trid, &set, POSIX_TRACE_ADD_EVENTSET), 0);
	SETUP(posix_trace_get_filter(trid, &set));
	SETUP(posix_trace_eventset_ismember(a, &set, &in_a));
	SETUP(posix_trace_eventset_ismember(b, &set, &in_b));
	SETUP(posix_trace_eventset_ismember(c, &set, &in_c));
	if (!in_a || !in_b || in_c)
		FAIL("expected two types of three, got %d, %d, %d", in_a, in_b, in_c);
	PASS("ADD united the sets");
}
