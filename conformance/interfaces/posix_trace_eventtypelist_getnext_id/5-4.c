/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIST-7: the position belongs to the stream: two streams have two, and the threads
 * of a process share one.
 *
 * Source: XSH posix_trace_eventtypelist_getnext_id() DESCRIPTION; TRC; derived.
 *
 * A stream that is made, and one that is shut down, do not move it.
 */
#include "conftest.h"

static trace_event_id_t next_type(trace_id_t trid)
{
	trace_event_id_t id = CT_UNNAMED;
	int none = -1;

	EXPECT(posix_trace_eventtypelist_getnext_id(trid, &id, &none), 0);
	if (none)
		FAIL("expected the list to have three types");
	return id;
}

static void test(void)
{
	trace_id_t a = ct_stream(NULL), b;
	trace_event_id_t first = next_type(a), second, third;

	b = ct_stream(NULL);
	second = next_type(a);
	if (!posix_trace_eventid_equal(a, first, first) ||
	    posix_trace_eventid_equal(a, first, second))
		FAIL("another stream was made, and the first type came again");
	SETUP(posix_trace_shutdown(b));
	third = next_type(a);
	if (posix_trace_eventid_equal(a, third, first) ||
	    posix_trace_eventid_equal(a, third, second))
		FAIL("another stream was shut down, and a type came again");
	PASS("other streams have not moved the list");
}
