/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TRIDOPEN-1: the identifier is the one that the traced process gets for the
 * name.
 *
 * Source: XSH posix_trace_trid_eventid_open() DESCRIPTION; TEF; shall.
 *
 * The type can be filtered before it is ever recorded.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_set_t set;
	trace_event_id_t id;
	trace_id_t trid = ct_stream(NULL);

	EXPECT(posix_trace_trid_eventid_open(trid, "conformance a", &id), 0);
	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(id, &set));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	SETUP(posix_trace_start(trid));
	ct_fire(ct_type("conformance a"), 1);
	if (ct_find(ct_try, trid, &ev, id))
		FAIL("expected the type to be filtered; an event came");
	PASS("the controller filtered a type by its name");
}
