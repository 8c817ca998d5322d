/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SET-5: POSIX_TRACE_ALL_EVENTS puts in every type, system and user, the
 * unnamed one as well.
 *
 * Source: XSH posix_trace_eventset_fill() DESCRIPTION; TEF; shall.
 *
 * Every type of a stream's list.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	char name[4096];
	trace_event_id_t id;
	trace_event_set_t set;
	trace_id_t trid;
	int none = 0, in, n = 0;

	ct_type("conformance a");
	ct_type("conformance b");
	trid = ct_stream(NULL);
	EXPECT(posix_trace_eventset_fill(&set, POSIX_TRACE_ALL_EVENTS), 0);
	for (;;) {
		SETUP(posix_trace_eventtypelist_getnext_id(trid, &id, &none));
		if (none)
			break;
		in = 0;
		SETUP(posix_trace_eventset_ismember(id, &set, &in));
		SETUP(posix_trace_eventid_get_name(trid, id, name));
		if (!in)
			FAIL("expected \"%.40s\" in the set", name);
		n++;
	}
	if (n < 3)
		FAIL("expected a list of types, got %d", n);
	PASS("all of %d types are in the set", n);
}
