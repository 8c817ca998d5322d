/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SET-2: no type, system or user, is a member of an emptied set.
 *
 * Source: XSH posix_trace_eventset_empty() DESCRIPTION; TEF; shall.
 *
 * Every type of a stream's list.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id;
	trace_event_set_t set;
	trace_id_t trid;
	int none = 0, in, n = 0;

	ct_type("conformance a");
	trid = ct_stream(NULL);
	EXPECT(posix_trace_eventset_empty(&set), 0);
	for (;;) {
		SETUP(posix_trace_eventtypelist_getnext_id(trid, &id, &none));
		if (none)
			break;
		in = -1;
		SETUP(posix_trace_eventset_ismember(id, &set, &in));
		if (in)
			FAIL("type %d of the list is a member", n);
		n++;
	}
	if (n < 2)
		FAIL("expected a list of types, got %d", n);
	PASS("none of %d types is a member", n);
}
