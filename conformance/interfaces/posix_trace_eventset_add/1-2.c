/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SET-1: the call changes the caller's set only, by the one type.
 *
 * Source: XSH posix_trace_eventset_add() DESCRIPTION; TEF; shall.
 *
 * A system type.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_set_t set;
	int a = -1, b = -1;

	SETUP(posix_trace_eventset_empty(&set));
	EXPECT(posix_trace_eventset_add(POSIX_TRACE_STOP, &set), 0);
	SETUP(posix_trace_eventset_ismember(POSIX_TRACE_STOP, &set, &a));
	SETUP(posix_trace_eventset_ismember(POSIX_TRACE_START, &set, &b));
	if (!a || b)
		FAIL("expected STOP and not START, got %d and %d", a, b);
	PASS("the set has the system type");
}
