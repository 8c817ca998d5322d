/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STOP-1: stopping a running stream that is not full records a STOP event
 * with data 0 and suspends the stream.
 *
 * Source: XSH posix_trace_stop() DESCRIPTION, XSH 2.11.2 System Trace Event
 * Type Definitions; TRC; shall.
 *
 * Its place is after the events before it.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_running(NULL);
	int n = 0;

	ct_fire(id, 1);
	ct_fire(id, 2);
	EXPECT(posix_trace_stop(trid), 0);
	while (ct_try(trid, &ev) && !ct_is(trid, &ev, POSIX_TRACE_STOP))
		n += ct_is(trid, &ev, id) != 0;
	if (n != 2)
		FAIL("expected two events before STOP, got %d", n);
	if (!ct_is(trid, &ev, POSIX_TRACE_STOP))
		FAIL("expected STOP after the two events; it did not come");
	if (ct_try(trid, &ev))
		FAIL("expected nothing after STOP, an event came");
	PASS("STOP is the last event");
}
