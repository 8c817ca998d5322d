/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SET-4: POSIX_TRACE_WOPID_EVENTS puts in system types only.
 *
 * Source: XSH posix_trace_eventset_fill() DESCRIPTION; TEF; shall.
 *
 * No user type.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_event_set_t set;
	int user = -1, unnamed = -1;

	EXPECT(posix_trace_eventset_fill(&set, POSIX_TRACE_WOPID_EVENTS), 0);
	SETUP(posix_trace_eventset_ismember(id, &set, &user));
	SETUP(posix_trace_eventset_ismember(CT_UNNAMED, &set, &unnamed));
	if (user || unnamed)
		FAIL("expected no user type; named %d, unnamed %d", user, unnamed);
	PASS("no user type is in the set");
}
