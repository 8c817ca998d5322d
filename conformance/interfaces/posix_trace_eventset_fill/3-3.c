/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SET-5: POSIX_TRACE_ALL_EVENTS puts in every type, system and user, the
 * unnamed one as well.
 *
 * Source: XSH posix_trace_eventset_fill() DESCRIPTION; TEF; shall.
 *
 * As many user types as a process can have.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	char name[32];
	trace_event_id_t id;
	trace_event_set_t set;
	long max = sysconf(_SC_TRACE_USER_EVENT_MAX), i;
	int in;

	if (max == -1 || max > 200000)
		max = 32;
	for (i = 1; i < max; i++) {
		snprintf(name, sizeof(name), "conformance %ld", i);
		ct_type(name);
	}
	EXPECT(posix_trace_eventset_fill(&set, POSIX_TRACE_ALL_EVENTS), 0);
	for (i = 1; i < max; i++) {
		snprintf(name, sizeof(name), "conformance %ld", i);
		id = ct_type(name);
		in = 0;
		SETUP(posix_trace_eventset_ismember(id, &set, &in));
		if (!in)
			FAIL("expected user type %ld of %ld in the set", i, max);
	}
	PASS("all of %ld user types are in the set", max - 1);
}
