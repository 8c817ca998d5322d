/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-6: the filter of a new stream is empty.
 *
 * Source: XSH posix_trace_create() DESCRIPTION; TEF; shall.
 *
 * No type of the list is in it.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id, mine = ct_type("conformance a");
	trace_event_set_t set;
	trace_id_t trid;
	int none = 0, in, n = 0, seen = 0;

	CREATES(posix_trace_create(0, NULL, &trid));
	SETUP(posix_trace_eventset_fill(&set, POSIX_TRACE_ALL_EVENTS));
	EXPECT(posix_trace_get_filter(trid, &set), 0);
	for (;;) {
		SETUP(posix_trace_eventtypelist_getnext_id(trid, &id, &none));
		if (none)
			break;
		in = -1;
		SETUP(posix_trace_eventset_ismember(id, &set, &in));
		if (in)
			FAIL("expected no type in the filter, type %d of the "
					"list is there", n);
		seen |= posix_trace_eventid_equal(trid, id, mine);
		n++;
	}
	if (!seen)
		FAIL("a registered type is not among the %d of the list", n);
	PASS("none of %d types is in the filter", n);
}
