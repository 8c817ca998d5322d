/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVOPEN-6: once TRACE_USER_EVENT_MAX identifiers exist, the unnamed one
 * included, a new name gives the unnamed one and 0; a known name still gives
 * its own.
 *
 * Source: XSH posix_trace_eventid_open() DESCRIPTION, XSH 2.11.2 User Trace
 * Event Type Definitions; TRC; shall.
 *
 * A known name.
 */
#include "conftest.h"

static void test(void)
{
	char name[32];
	trace_event_id_t first, last, id;
	trace_id_t trid = ct_stream(NULL);
	long max = sysconf(_SC_TRACE_USER_EVENT_MAX), i;

	if (max == -1 || max > 200000)
		UNTESTED("TRACE_USER_EVENT_MAX is %ld", max);
	first = ct_type("conformance 1");
	for (i = 1; i < max + 5; i++) {
		snprintf(name, sizeof(name), "conformance %ld", i);
		SETUP(posix_trace_eventid_open(name, &id));
		if (i == max - 1)
			last = id;
	}
	EXPECT(posix_trace_eventid_open("conformance 1", &id), 0);
	if (!posix_trace_eventid_equal(trid, id, first))
		FAIL("the first name has another identifier at the limit");
	snprintf(name, sizeof(name), "conformance %ld", max - 1);
	EXPECT(posix_trace_eventid_open(name, &id), 0);
	if (!posix_trace_eventid_equal(trid, id, last) ||
	    posix_trace_eventid_equal(trid, id, CT_UNNAMED))
		FAIL("the last name has another identifier at the limit");
	PASS("known names keep their identifiers at the limit");
}
