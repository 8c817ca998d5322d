/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-1: the function stores the current filter; it is empty after the
 * create.
 *
 * Source: XSH posix_trace_get_filter() DESCRIPTION; TEF; shall.
 *
 * What was set is got.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t a = ct_type("conformance a");
	trace_event_id_t b = ct_type("conformance b");
	trace_event_set_t set;
	trace_id_t trid = ct_stream(NULL);
	int in_a = -1, in_b = -1, stop = -1;

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(a, &set));
	SETUP(posix_trace_eventset_add(POSIX_TRACE_STOP, &set));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	SETUP(posix_trace_eventset_empty(&set));
	EXPECT(posix_trace_get_filter(trid, &set), 0);
	SETUP(posix_trace_eventset_ismember(a, &set, &in_a));
	SETUP(posix_trace_eventset_ismember(b, &set, &in_b));
	SETUP(posix_trace_eventset_ismember(POSIX_TRACE_STOP, &set, &stop));
	if (!in_a || in_b || !stop)
		FAIL("expected two types of three, got %d, %d, %d", in_a, in_b, stop);
	PASS("the filter is the one that was set");
}
