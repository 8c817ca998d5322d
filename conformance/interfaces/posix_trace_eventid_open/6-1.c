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
 * A new name.
 */
#include "conftest.h"

static void test(void)
{
	char name[32];
	trace_event_id_t id;
	trace_id_t trid = ct_stream(NULL);
	long max = sysconf(_SC_TRACE_USER_EVENT_MAX), i;

	if (max == -1 || max > 200000)
		UNTESTED("TRACE_USER_EVENT_MAX is %ld", max);
	for (i = 1; i < max; i++) {
		snprintf(name, sizeof(name), "conformance %ld", i);
		EXPECT(posix_trace_eventid_open(name, &id), 0);
		if (posix_trace_eventid_equal(trid, id, CT_UNNAMED))
			FAIL("name %ld of %ld has no identifier of its "
					"own", i, max - 1);
	}
	EXPECT(posix_trace_eventid_open("conformance more", &id), 0);
	if (!posix_trace_eventid_equal(trid, id, CT_UNNAMED))
		FAIL("expected the unnamed identifier for name %ld", i);
	EXPECT(posix_trace_eventid_open("conformance even more", &id), 0);
	if (!posix_trace_eventid_equal(trid, id, CT_UNNAMED))
		FAIL("expected the unnamed identifier for name %ld", i + 1);
	PASS("%ld names have identifiers, the next has the unnamed one", max - 1);
}
