/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SET-1: the call changes the caller's set only, by the one type.
 *
 * Source: XSH posix_trace_eventset_add() DESCRIPTION; TEF; shall.
 *
 * The type is in, another one is not.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t in = ct_type("conformance in");
	trace_event_id_t out = ct_type("conformance out");
	trace_event_set_t set;
	int a = -1, b = -1;

	SETUP(posix_trace_eventset_empty(&set));
	EXPECT(posix_trace_eventset_add(in, &set), 0);
	SETUP(posix_trace_eventset_ismember(in, &set, &a));
	SETUP(posix_trace_eventset_ismember(out, &set, &b));
	if (!a || b)
		FAIL("expected one type of two, got %d and %d", a, b);
	PASS("the set has the type that was added");
}
