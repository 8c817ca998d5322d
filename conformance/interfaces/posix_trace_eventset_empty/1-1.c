/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SET-2: no type, system or user, is a member of an emptied set.
 *
 * Source: XSH posix_trace_eventset_empty() DESCRIPTION; TEF; shall.
 *
 * Of a set that was full.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_event_set_t set;
	int user = -1, start = -1, unnamed = -1;

	SETUP(posix_trace_eventset_fill(&set, POSIX_TRACE_ALL_EVENTS));
	EXPECT(posix_trace_eventset_empty(&set), 0);
	SETUP(posix_trace_eventset_ismember(id, &set, &user));
	SETUP(posix_trace_eventset_ismember(POSIX_TRACE_START, &set, &start));
	SETUP(posix_trace_eventset_ismember(CT_UNNAMED, &set, &unnamed));
	if (user || start || unnamed)
		FAIL("expected no member; user %d, START %d, unnamed "
				"%d", user, start, unnamed);
	PASS("the emptied set has no member");
}
