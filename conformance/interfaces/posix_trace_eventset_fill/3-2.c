/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SET-5: POSIX_TRACE_ALL_EVENTS puts in every type, system and user, the
 * unnamed one as well.
 *
 * Source: XSH posix_trace_eventset_fill() DESCRIPTION; TEF; shall.
 *
 * The unnamed type.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_set_t set;
	int in = 0;

	EXPECT(posix_trace_eventset_fill(&set, POSIX_TRACE_ALL_EVENTS), 0);
	SETUP(posix_trace_eventset_ismember(CT_UNNAMED, &set, &in));
	if (!in)
		FAIL("expected the unnamed type in the set");
	PASS("the unnamed type is in the set");
}
