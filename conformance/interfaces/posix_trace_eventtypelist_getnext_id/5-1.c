/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIST-7: the position belongs to the stream: two streams have two, and the
 * threads of a process share one.
 *
 * Source: XSH posix_trace_eventtypelist_getnext_id() DESCRIPTION; TRC;
 * derived.
 *
 * Two streams.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t first, second, id;
	trace_id_t a = ct_stream(NULL), b = ct_stream(NULL);
	int none = 0;

	SETUP(posix_trace_eventtypelist_getnext_id(b, &first, &none));
	SETUP(posix_trace_eventtypelist_getnext_id(b, &second, &none));
	SETUP(posix_trace_eventtypelist_rewind(b));
	SETUP(posix_trace_eventtypelist_getnext_id(b, &first, &none));
	SETUP(posix_trace_eventtypelist_getnext_id(a, &id, &none));
	SETUP(posix_trace_eventtypelist_getnext_id(a, &id, &none));
	SETUP(posix_trace_eventtypelist_getnext_id(a, &id, &none));
	SETUP(posix_trace_eventtypelist_rewind(a));
	EXPECT(posix_trace_eventtypelist_getnext_id(b, &id, &none), 0);
	if (none || !posix_trace_eventid_equal(b, id, second))
		FAIL("going through one list moved the other");
	PASS("each stream has a position of its own");
}
