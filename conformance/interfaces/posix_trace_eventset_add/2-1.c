/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SET-7: adding a member succeeds and changes nothing.
 *
 * Source: XSH posix_trace_eventset_add() DESCRIPTION; TEF; shall.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_event_set_t set;
	int in = -1;

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(id, &set));
	EXPECT(posix_trace_eventset_add(id, &set), 0);
	SETUP(posix_trace_eventset_ismember(id, &set, &in));
	if (!in)
		FAIL("adding twice took the type out");
	SETUP(posix_trace_eventset_del(id, &set));
	SETUP(posix_trace_eventset_ismember(id, &set, &in));
	if (in)
		FAIL("a type added twice was not deleted at once");
	PASS("adding a member changed nothing");
}
