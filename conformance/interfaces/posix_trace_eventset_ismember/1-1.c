/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SET-8: the result is 0; *ismember is zero for a type outside the set, and
 * not zero for one in it.
 *
 * Source: XSH posix_trace_eventset_ismember() DESCRIPTION; TEF; shall.
 *
 * In the set.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_event_set_t set;
	int in = 0;

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(id, &set));
	EXPECT(posix_trace_eventset_ismember(id, &set, &in), 0);
	if (in == 0)
		FAIL("expected a value other than zero, got 0");
	PASS("the member is a member: %d", in);
}
