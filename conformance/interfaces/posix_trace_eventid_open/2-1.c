/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVOPEN-2: the same name gives the same identifier.
 *
 * Source: XSH posix_trace_eventid_open() DESCRIPTION; TRC; shall.
 *
 * At once.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t one, two;
	trace_id_t trid = ct_stream(NULL);

	EXPECT(posix_trace_eventid_open("conformance a", &one), 0);
	EXPECT(posix_trace_eventid_open("conformance a", &two), 0);
	if (!posix_trace_eventid_equal(trid, one, two))
		FAIL("expected one identifier for one name, got two");
	PASS("the name has one identifier");
}
