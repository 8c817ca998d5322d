/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TRIDOPEN-1: the identifier is the one that the traced process gets for the
 * name.
 *
 * Source: XSH posix_trace_trid_eventid_open() DESCRIPTION; TEF; shall.
 *
 * Opened by the traced process first.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t theirs, mine;
	trace_id_t trid = ct_stream(NULL);

	EXPECT(posix_trace_eventid_open("conformance a", &mine), 0);
	EXPECT(posix_trace_trid_eventid_open(trid, "conformance a", &theirs), 0);
	if (!posix_trace_eventid_equal(trid, theirs, mine))
		FAIL("expected one identifier from both functions, got two");
	PASS("both functions give one identifier");
}
