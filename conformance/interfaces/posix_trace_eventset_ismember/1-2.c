/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SET-8: the result is 0; *ismember is zero for a type outside the set, and
 * not zero for one in it.
 *
 * Source: XSH posix_trace_eventset_ismember() DESCRIPTION; TEF; shall.
 *
 * Outside.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_event_set_t set;
	int in = -1;

	SETUP(posix_trace_eventset_empty(&set));
	EXPECT(posix_trace_eventset_ismember(id, &set, &in), 0);
	if (in != 0)
		FAIL("expected 0, got %d", in);
	PASS("what is no member is none");
}
