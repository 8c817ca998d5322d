/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIST-7: the position belongs to the stream: two streams have two, and the
 * threads of a process share one.
 *
 * Source: XSH posix_trace_eventtypelist_getnext_id() DESCRIPTION; TRC;
 * derived.
 *
 * Two streams, gone through in turns.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t first, second;
	trace_id_t a = ct_stream(NULL), b = ct_stream(NULL);
	int none_a = 0, none_b = 0, n;

	for (n = 0; n < 100000; n++) {
		EXPECT(posix_trace_eventtypelist_getnext_id(a, &first,
				&none_a), 0);
		EXPECT(posix_trace_eventtypelist_getnext_id(b, &second,
				&none_b), 0);
		if (none_a || none_b)
			break;
		if (!posix_trace_eventid_equal(a, first, second))
			FAIL("expected both streams to have the same type %d",
					n + 1);
	}
	if (!none_a || !none_b)
		FAIL("expected both lists to end after %d types", n);
	PASS("both lists have the same %d types", n);
}
