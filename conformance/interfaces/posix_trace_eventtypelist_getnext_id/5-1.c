/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIST-7: the position belongs to the stream: two streams have two, and the
 * threads of a process share one.
 *
 * Two streams.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t one, two;
	trace_id_t a = ct_stream(NULL), b = ct_stream(NULL);
	int none = 0;

	SETUP(posix_trace_eventtypelist_getnext_id(a, &one, &none));
	SETUP(posix_trace_eventtypelist_getnext_id(a, &one, &none));
	SETUP(posix_trace_eventtypelist_rewind(a));
	SETUP(posix_trace_eventtypelist_getnext_id(a, &one, &none));
	SETUP(posix_trace_eventtypelist_getnext_id(a, &one, &none));
	EXPECT(posix_trace_eventtypelist_getnext_id(b, &two, &none), 0);
	SETUP(posix_trace_eventtypelist_rewind(a));
	SETUP(posix_trace_eventtypelist_getnext_id(a, &one, &none));
	if (none || !posix_trace_eventid_equal(b, one, two))
		FAIL("going through one list moved the other");
	PASS("each stream has a position of its own");
}
