/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIST-1: the first call gives the first type, each further call the next
 * one, with *unavailable zero.
 *
 * Source: XSH posix_trace_eventtypelist_getnext_id() DESCRIPTION; TRC; shall.
 *
 * An event that is read does not change which is next.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a"), first, second;
	trace_id_t trid = ct_running_for(10);
	int none;

	ct_fire(id, 1);
	EXPECT(posix_trace_eventtypelist_getnext_id(trid, &first, &none), 0);
	if (!ct_find(ct_try, trid, &ev, id))
		FAIL("expected the event");
	EXPECT(posix_trace_eventtypelist_getnext_id(trid, &second, &none), 0);
	if (none || posix_trace_eventid_equal(trid, first, second))
		FAIL("expected another type after the first");
	PASS("the list went on after an event had been read");
}
