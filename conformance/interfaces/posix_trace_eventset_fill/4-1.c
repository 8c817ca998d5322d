/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SET-6: what the set held before does not matter, so filling initialises
 * it.
 *
 * Source: XSH posix_trace_eventset_fill() DESCRIPTION; TEF; shall.
 *
 * Filling with fewer types takes the others out.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_event_set_t set;
	int user = -1, start = -1;

	SETUP(posix_trace_eventset_fill(&set, POSIX_TRACE_ALL_EVENTS));
	EXPECT(posix_trace_eventset_fill(&set, POSIX_TRACE_SYSTEM_EVENTS), 0);
	SETUP(posix_trace_eventset_ismember(id, &set, &user));
	SETUP(posix_trace_eventset_ismember(POSIX_TRACE_START, &set, &start));
	if (user || !start)
		FAIL("expected START and no user type, got user %d, START "
				"%d", user, start);
	PASS("the earlier members are gone");
}
