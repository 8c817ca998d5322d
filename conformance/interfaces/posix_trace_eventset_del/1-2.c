/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SET-1: the call changes the caller's set only, by the one type.
 *
 * Source: XSH posix_trace_eventset_del() DESCRIPTION; TEF; shall.
 *
 * A system type.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_set_t set;
	int a = -1, b = -1;

	SETUP(posix_trace_eventset_fill(&set, POSIX_TRACE_SYSTEM_EVENTS));
	EXPECT(posix_trace_eventset_del(POSIX_TRACE_ERROR, &set), 0);
	SETUP(posix_trace_eventset_ismember(POSIX_TRACE_ERROR, &set, &a));
	SETUP(posix_trace_eventset_ismember(POSIX_TRACE_START, &set, &b));
	if (a || !b)
		FAIL("expected ERROR to be gone and START to stay, got %d and "
				"%d", a, b);
	PASS("the system type was taken out");
}
