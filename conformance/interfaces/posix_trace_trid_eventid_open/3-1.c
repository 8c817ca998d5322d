/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TRIDOPEN-3: at the limit of the traced process a new name gives the
 * unnamed identifier, and a known one its own.
 *
 * Source: XSH posix_trace_trid_eventid_open() DESCRIPTION; TEF; shall.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	char name[32];
	trace_event_id_t id, known;
	trace_id_t trid = ct_stream(NULL);
	long max = sysconf(_SC_TRACE_USER_EVENT_MAX), i;

	if (max == -1 || max > 200000)
		UNTESTED("TRACE_USER_EVENT_MAX is %ld", max);
	known = ct_type("conformance 1");
	for (i = 1; i < max; i++) {
		snprintf(name, sizeof(name), "conformance %ld", i);
		if (i % 2)
			EXPECT(posix_trace_trid_eventid_open(trid, name, &id), 0);
		else
			EXPECT(posix_trace_eventid_open(name, &id), 0);
		if (posix_trace_eventid_equal(trid, id, CT_UNNAMED))
			FAIL("name %ld of %ld has no identifier of its "
					"own", i, max - 1);
	}
	EXPECT(posix_trace_trid_eventid_open(trid, "conformance more", &id), 0);
	if (!posix_trace_eventid_equal(trid, id, CT_UNNAMED))
		FAIL("expected the unnamed identifier for name %ld", i);
	EXPECT(posix_trace_trid_eventid_open(trid, "conformance 1", &id), 0);
	if (!posix_trace_eventid_equal(trid, id, known))
		FAIL("a known name has another identifier at the limit");
	PASS("both functions count the same names");
}
