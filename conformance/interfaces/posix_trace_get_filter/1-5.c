/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-1: the function stores the current filter; it is empty after the
 * create.
 *
 * Source: XSH posix_trace_get_filter() DESCRIPTION; TEF; shall.
 *
 * Each of several streams has its own.
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
	trace_event_id_t ids[3];
	trace_event_set_t set;
	trace_id_t trids[3];
	int i, k;

	ids[0] = ct_type("conformance a");
	ids[1] = ct_type("conformance b");
	ids[2] = ct_type("conformance c");
	for (i = 0; i < 3; i++) {
		trids[i] = ct_stream(NULL);
		SETUP(posix_trace_eventset_empty(&set));
		SETUP(posix_trace_eventset_add(ids[i], &set));
		SETUP(posix_trace_set_filter(trids[i], &set,
				POSIX_TRACE_SET_EVENTSET));
	}
	for (i = 0; i < 3; i++) {
		EXPECT(posix_trace_get_filter(trids[i], &set), 0);
		for (k = 0; k < 3; k++)
			if (is_member(ids[k], &set) != (i == k))
				FAIL("type %d is %sin the filter of stream %d", k,
						i == k ? "not " : "", i);
	}
	PASS("three streams have a filter each");
}
