/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIST-7: the position belongs to the stream: two streams have two, and the
 * threads of a process share one.
 *
 * Source: XSH posix_trace_eventtypelist_getnext_id() DESCRIPTION; TRC;
 * derived.
 *
 * Two threads.
 */
#include "conftest.h"

static trace_id_t trid;
static trace_event_id_t id;
static int none = -1;

static void *stepper(void *arg)
{
	EXPECT(posix_trace_eventtypelist_getnext_id(trid, &id, &none), 0);
	return arg;
}

static void test(void)
{
	trace_event_id_t first, second;

	trid = ct_stream(NULL);
	SETUP(posix_trace_eventtypelist_getnext_id(trid, &first, &none));
	SETUP(posix_trace_eventtypelist_getnext_id(trid, &second, &none));
	SETUP(posix_trace_eventtypelist_rewind(trid));
	SETUP(posix_trace_eventtypelist_getnext_id(trid, &first, &none));
	ct_join(ct_thread(stepper, NULL));
	if (none || !posix_trace_eventid_equal(trid, id, second))
		FAIL("expected the other thread to get the second type");
	PASS("the threads share one position");
}
