/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVOPEN-2: the same name gives the same identifier.
 *
 * Source: XSH posix_trace_eventid_open() DESCRIPTION; TRC; shall.
 *
 * Before, during and after a stream.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t before, during, after;
	trace_id_t trid;

	EXPECT(posix_trace_eventid_open("conformance a", &before), 0);
	trid = ct_running(NULL);
	EXPECT(posix_trace_eventid_open("conformance a", &during), 0);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_running(NULL);
	EXPECT(posix_trace_eventid_open("conformance a", &after), 0);
	if (!posix_trace_eventid_equal(trid, before, after) ||
	    !posix_trace_eventid_equal(trid, during, after))
		FAIL("expected one identifier across streams, got several");
	PASS("the name has one identifier across streams");
}
