/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TRIDOPEN-2: two streams that trace one process give one identifier for one
 * name.
 *
 * Source: XSH posix_trace_trid_eventid_open() DESCRIPTION, XBD 4.19 Tracing;
 * TEF; derived.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t one, two;
	trace_id_t a = ct_stream(NULL), b = ct_stream(NULL);

	EXPECT(posix_trace_trid_eventid_open(a, "conformance a", &one), 0);
	EXPECT(posix_trace_trid_eventid_open(b, "conformance a", &two), 0);
	if (!posix_trace_eventid_equal(a, one, two))
		FAIL("expected one identifier from two streams, got two");
	PASS("both streams give one identifier");
}
