/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SET-3: POSIX_TRACE_SYSTEM_EVENTS puts in all system types, and no user
 * type.
 *
 * Source: XSH posix_trace_eventset_fill() DESCRIPTION; TEF; shall.
 *
 * The types of the option Trace.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t system[5];
	trace_event_set_t set;
	int i, in;

	system[0] = POSIX_TRACE_ERROR;
	system[1] = POSIX_TRACE_START;
	system[2] = POSIX_TRACE_STOP;
	system[3] = POSIX_TRACE_OVERFLOW;
	system[4] = POSIX_TRACE_RESUME;
	EXPECT(posix_trace_eventset_fill(&set, POSIX_TRACE_SYSTEM_EVENTS), 0);
	for (i = 0; i < 5; i++) {
		in = 0;
		SETUP(posix_trace_eventset_ismember(system[i], &set, &in));
		if (!in)
			FAIL("expected system type %d in the set", i);
	}
	PASS("the five types are in the set");
}
