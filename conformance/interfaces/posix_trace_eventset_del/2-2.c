/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SET-7: deleting what is no member succeeds and changes nothing.
 *
 * Source: XSH posix_trace_eventset_del() DESCRIPTION; TEF; shall.
 *
 * From an empty set, and for the second time.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_event_set_t set;
	int in = -1;

	SETUP(posix_trace_eventset_empty(&set));
	EXPECT(posix_trace_eventset_del(POSIX_TRACE_START, &set), 0);
	EXPECT(posix_trace_eventset_del(POSIX_TRACE_FILTER, &set), 0);
	EXPECT(posix_trace_eventset_del(CT_UNNAMED, &set), 0);
	EXPECT(posix_trace_eventset_del(id, &set), 0);
	SETUP(posix_trace_eventset_fill(&set, POSIX_TRACE_SYSTEM_EVENTS));
	EXPECT(posix_trace_eventset_del(POSIX_TRACE_STOP, &set), 0);
	EXPECT(posix_trace_eventset_del(POSIX_TRACE_STOP, &set), 0);
	SETUP(posix_trace_eventset_ismember(POSIX_TRACE_STOP, &set, &in));
	if (in)
		FAIL("a type that was deleted twice is in the set");
	SETUP(posix_trace_eventset_ismember(POSIX_TRACE_START, &set, &in));
	if (!in)
		FAIL("a type that was not deleted is not in the set");
	PASS("deleting twice is deleting once");
}
