/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SET-8: the result is 0; *ismember is zero for a type outside the set, and
 * not zero for one in it.
 *
 * Source: XSH posix_trace_eventset_ismember() DESCRIPTION; TEF; shall.
 *
 * The set is not changed.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_event_set_t set, copy;
	int in;

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(POSIX_TRACE_STOP, &set));
	memcpy(&copy, &set, sizeof(set));
	EXPECT(posix_trace_eventset_ismember(id, &set, &in), 0);
	EXPECT(posix_trace_eventset_ismember(POSIX_TRACE_STOP, &set, &in), 0);
	if (memcmp(&copy, &set, sizeof(set)) != 0)
		FAIL("asking changed the set");
	PASS("asking left the set alone");
}
