/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TRIDOPEN-3: at the limit of the traced process a new name gives the
 * unnamed identifier, and a known one its own.
 *
 * Source: XSH posix_trace_trid_eventid_open() DESCRIPTION; TEF; shall.
 *
 * All names are opened through the stream.
 */
#define NEEDS (CT_FILTER)
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
		EXPECT(posix_trace_trid_eventid_open(trid, name, &id), 0);
		if (posix_trace_eventid_equal(trid, id, CT_UNNAMED))
			FAIL("name %ld of %ld has no identifier of its "
					"own", i, max - 1);
	}
	for (i = 0; i < 3; i++) {
		snprintf(name, sizeof(name), "conformance more %ld", i);
		EXPECT(posix_trace_trid_eventid_open(trid, name, &id), 0);
		if (!posix_trace_eventid_equal(trid, id, CT_UNNAMED))
			FAIL("expected the unnamed identifier for a name "
					"beyond the limit");
	}
	PASS("names beyond the limit have the unnamed identifier");
}
