/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SET-1: the call changes the caller's set only, by the one type.
 *
 * Source: XSH posix_trace_eventset_add() DESCRIPTION; TEF; shall.
 *
 * As many user types as a process can have, each alone.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	char name[32];
	trace_event_id_t id;
	trace_event_set_t set;
	long max = sysconf(_SC_TRACE_USER_EVENT_MAX), i;
	int in, wrong;

	if (max == -1 || max > 200000)
		max = 32;
	SETUP(posix_trace_eventset_empty(&set));
	for (i = 1; i < max; i++) {
		snprintf(name, sizeof(name), "conformance %ld", i);
		id = ct_type(name);
		in = wrong = -1;
		SETUP(posix_trace_eventset_ismember(id, &set, &wrong));
		EXPECT(posix_trace_eventset_add(id, &set), 0);
		SETUP(posix_trace_eventset_ismember(id, &set, &in));
		if (wrong || !in)
			FAIL("type %ld: member before %d, after %d", i, wrong, in);
	}
	PASS("each of %ld user types was added by itself", max - 1);
}
