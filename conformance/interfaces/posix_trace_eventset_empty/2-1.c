/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SET-6: what the set held before does not matter, so emptying initialises
 * it.
 *
 * Source: XSH posix_trace_eventset_empty() DESCRIPTION; TEF; shall.
 *
 * The memory of the set is filled with ones.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_event_set_t set;
	int user = -1, stop = -1;

	memset(&set, 0xff, sizeof(set));
	EXPECT(posix_trace_eventset_empty(&set), 0);
	SETUP(posix_trace_eventset_ismember(id, &set, &user));
	SETUP(posix_trace_eventset_ismember(POSIX_TRACE_STOP, &set, &stop));
	if (user || stop)
		FAIL("expected no member; user %d, STOP %d", user, stop);
	PASS("emptying initialised the set");
}
