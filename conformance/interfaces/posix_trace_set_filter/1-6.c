/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-2: SET makes the set the filter, ADD makes it the union, SUB takes
 * the set away.
 *
 * Source: XSH posix_trace_set_filter() DESCRIPTION; TEF; shall.
 *
 * What is added to the filter of one of two streams is in that only.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static int is_member(trace_event_id_t id, const trace_event_set_t *set)
{
	int member;

	SETUP(posix_trace_eventset_ismember(id, set, &member));
	return member != 0;
}

static void test(void)
{
	trace_event_id_t a = ct_type("conformance a"), b = ct_type("conformance b");
	trace_id_t first = ct_stream(NULL), second = ct_stream(NULL);
	trace_event_set_t set;

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(a, &set));
	EXPECT(posix_trace_set_filter(first, &set, POSIX_TRACE_ADD_EVENTSET), 0);
	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(b, &set));
	EXPECT(posix_trace_set_filter(second, &set, POSIX_TRACE_ADD_EVENTSET), 0);
	SETUP(posix_trace_get_filter(second, &set));
	if (is_member(a, &set) || !is_member(b, &set))
		FAIL("expected the second filter to be what was added to it");
	SETUP(posix_trace_get_filter(first, &set));
	if (!is_member(a, &set) || is_member(b, &set))
		FAIL("expected the first filter to be what was added to it");
	PASS("each filter is what was added to it");
}
