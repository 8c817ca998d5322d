/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SET-1: the call changes the caller's set only, by the one type.
 *
 * Source: XSH posix_trace_eventset_del() DESCRIPTION; TEF; shall.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t gone = ct_type("conformance gone");
	trace_event_id_t kept = ct_type("conformance kept");
	trace_event_set_t set;
	int a = -1, b = -1, c = -1;

	SETUP(posix_trace_eventset_fill(&set, POSIX_TRACE_ALL_EVENTS));
	EXPECT(posix_trace_eventset_del(gone, &set), 0);
	SETUP(posix_trace_eventset_ismember(gone, &set, &a));
	SETUP(posix_trace_eventset_ismember(kept, &set, &b));
	SETUP(posix_trace_eventset_ismember(POSIX_TRACE_START, &set, &c));
	if (a || !b || !c)
		FAIL("expected one type to be gone; it %d, another %d, START "
				"%d", a, b, c);
	PASS("the type was taken out, and no other");
}
