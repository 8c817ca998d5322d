/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SET-3: POSIX_TRACE_SYSTEM_EVENTS puts in all system types, and no user
 * type.
 *
 * Source: XSH posix_trace_eventset_fill() DESCRIPTION; TEF; shall.
 *
 * FLUSH_START and FLUSH_STOP.
 */
#define NEEDS (CT_FILTER | CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_set_t set;
	int a = 0, b = 0;

	EXPECT(posix_trace_eventset_fill(&set, POSIX_TRACE_SYSTEM_EVENTS), 0);
	SETUP(posix_trace_eventset_ismember(POSIX_TRACE_FLUSH_START, &set, &a));
	SETUP(posix_trace_eventset_ismember(POSIX_TRACE_FLUSH_STOP, &set, &b));
	if (!a || !b)
		FAIL("expected FLUSH_START and FLUSH_STOP in the set, got %d "
				"and %d", a, b);
	PASS("FLUSH_START and FLUSH_STOP are in the set");
}
