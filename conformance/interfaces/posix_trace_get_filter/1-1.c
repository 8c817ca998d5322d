/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-1: the function stores the current filter; it is empty after the
 * create.
 *
 * Source: XSH posix_trace_get_filter() DESCRIPTION; TEF; shall.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_event_set_t set;
	trace_id_t trid = ct_stream(NULL);
	int user = -1, start = -1, unnamed = -1;

	SETUP(posix_trace_eventset_fill(&set, POSIX_TRACE_ALL_EVENTS));
	EXPECT(posix_trace_get_filter(trid, &set), 0);
	SETUP(posix_trace_eventset_ismember(id, &set, &user));
	SETUP(posix_trace_eventset_ismember(POSIX_TRACE_START, &set, &start));
	SETUP(posix_trace_eventset_ismember(CT_UNNAMED, &set, &unnamed));
	if (user || start || unnamed)
		FAIL("expected an empty filter; user %d, START %d, unnamed %d",
				user, start, unnamed);
	PASS("the new stream's filter is empty");
}
