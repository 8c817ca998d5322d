/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SET-3: POSIX_TRACE_SYSTEM_EVENTS puts in all system types, and no user
 * type.
 *
 * Source: XSH posix_trace_eventset_fill() DESCRIPTION; TEF; shall.
 *
 * Every type of a stream's list that the process did not register is there.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	char name[4096];
	trace_event_id_t id, mine = ct_type("conformance a");
	trace_event_set_t set;
	trace_id_t trid = ct_stream(NULL);
	int none = 0, in;

	EXPECT(posix_trace_eventset_fill(&set, POSIX_TRACE_SYSTEM_EVENTS), 0);
	for (;;) {
		SETUP(posix_trace_eventtypelist_getnext_id(trid, &id, &none));
		if (none)
			break;
		if (posix_trace_eventid_equal(trid, id, mine) ||
		    posix_trace_eventid_equal(trid, id, CT_UNNAMED))
			continue;
		in = 0;
		SETUP(posix_trace_eventset_ismember(id, &set, &in));
		SETUP(posix_trace_eventid_get_name(trid, id, name));
		if (!in)
			FAIL("expected \"%.40s\" among the system types", name);
	}
	PASS("all system types of the list are in the set");
}
