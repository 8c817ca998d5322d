/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIST-1: the first call gives the first type, each further call the next
 * one, with *unavailable zero.
 *
 * Source: XSH posix_trace_eventtypelist_getnext_id() DESCRIPTION; TRC; shall.
 *
 * A type that is opened does not begin the list anew.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t first, second;
	trace_id_t trid = ct_stream(NULL);
	int none;

	EXPECT(posix_trace_eventtypelist_getnext_id(trid, &first, &none), 0);
	ct_type("conformance a");
	ct_type("conformance b");
	EXPECT(posix_trace_eventtypelist_getnext_id(trid, &second, &none), 0);
	if (none || posix_trace_eventid_equal(trid, first, second))
		FAIL("expected another type after the first");
	PASS("the list went on after types had been opened");
}
