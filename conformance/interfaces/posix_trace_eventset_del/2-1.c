/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SET-7: deleting what is no member succeeds and changes nothing.
 *
 * Source: XSH posix_trace_eventset_del() DESCRIPTION; TEF; shall.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t out = ct_type("conformance out");
	trace_event_id_t in = ct_type("conformance in");
	trace_event_set_t set;
	int a = -1, b = -1;

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(in, &set));
	EXPECT(posix_trace_eventset_del(out, &set), 0);
	SETUP(posix_trace_eventset_ismember(in, &set, &a));
	SETUP(posix_trace_eventset_ismember(out, &set, &b));
	if (!a || b)
		FAIL("expected the set to stay as it was, got %d and %d", a, b);
	PASS("deleting what is no member changed nothing");
}
