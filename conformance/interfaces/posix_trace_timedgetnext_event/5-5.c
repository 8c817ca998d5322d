/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TGET-2: without an event the call waits until CLOCK_REALTIME reaches
 * abstime, and gives ETIMEDOUT.
 *
 * Source: XSH posix_trace_timedgetnext_event() DESCRIPTION, XSH
 * posix_trace_timedgetnext_event() ERRORS; TRC; shall.
 *
 * The time-out consumes nothing.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_running(NULL);
	struct timespec ts = { 1, 0 };
	int none = 0, i;

	for (i = 0; i < 20; i++) {
		/* Events that the implementation defines may follow each. */
		while (ct_try(trid, &ev))
			;
		EXPECT(posix_trace_timedgetnext_event(trid, &ev.info, ev.data,
				sizeof(ev.data), &ev.len, &none, &ts), ETIMEDOUT);
		ct_fire(id, i);
		if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != i)
			FAIL("expected event %d after a time-out, got %d", i,
					ct_number(&ev));
	}
	PASS("no event was lost to a time-out");
}
