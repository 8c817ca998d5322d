/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-2: SET makes the set the filter, ADD makes it the union, SUB takes
 * the set away.
 *
 * Source: XSH posix_trace_set_filter() DESCRIPTION; TEF; shall.
 *
 * ADD and SUB with an empty set change nothing.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_event_set_t set;
	trace_id_t trid = ct_stream(NULL);
	int in = -1, start = -1;

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(id, &set));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	SETUP(posix_trace_eventset_empty(&set));
	EXPECT(posix_trace_set_filter(trid, &set, POSIX_TRACE_ADD_EVENTSET), 0);
	EXPECT(posix_trace_set_filter(trid, &set, POSIX_TRACE_SUB_EVENTSET), 0);
	SETUP(posix_trace_get_filter(trid, &set));
	SETUP(posix_trace_eventset_ismember(id, &set, &in));
	SETUP(posix_trace_eventset_ismember(POSIX_TRACE_START, &set, &start));
	if (!in || start)
		FAIL("expected the filter to stay, got user %d, START %d", in, start);
	PASS("an empty set changed nothing");
}
