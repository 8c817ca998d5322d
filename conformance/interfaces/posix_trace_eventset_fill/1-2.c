/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SET-3: POSIX_TRACE_SYSTEM_EVENTS puts in all system types, and no user
 * type.
 *
 * Source: XSH posix_trace_eventset_fill() DESCRIPTION; TEF; shall.
 *
 * FILTER.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_set_t set;
	int in = 0;

	EXPECT(posix_trace_eventset_fill(&set, POSIX_TRACE_SYSTEM_EVENTS), 0);
	SETUP(posix_trace_eventset_ismember(POSIX_TRACE_FILTER, &set, &in));
	if (!in)
		FAIL("expected FILTER in the set");
	PASS("FILTER is in the set");
}
