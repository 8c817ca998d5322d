/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASYNC-1: posix_trace_event() is async-signal-safe.
 *
 * Source: XSH 2.4.3 Signal Actions; TRC; shall.
 *
 * The interrupted call is a LOOP stream's, which is overrun all the time.
 */
#include "confsignal.h"

static void test(void)
{
	trace_id_t trid = ct_interrupted(POSIX_TRACE_LOOP, 100, 64,
			ct_record_in_handler, 1500);
	static struct ct_event ev;
	int n = 0, last = -1, h = -1;

	while (!over) {
		posix_trace_event(id, &n, sizeof(n));
		n++;
	}
	ct_left_alone();
	/* Signals may have kept the thread from its own events for long. */
	ct_fire(id, n++);
	SETUP(posix_trace_stop(trid));
	while (ct_try(trid, &ev)) {
		if (ct_is(trid, &ev, id)) {
			if (last != -1 && ct_number(&ev) != last + 1)
				FAIL("event %d follows %d", ct_number(&ev), last);
			last = ct_number(&ev);
		} else if (ct_is(trid, &ev, handler_id)) {
			if (h != -1 && ct_number(&ev) != h + 1)
				FAIL("handler event %d follows "
						"%d", ct_number(&ev), h);
			h = ct_number(&ev);
		}
	}
	if (last != n - 1)
		FAIL("expected the last of %d events, the newest is %d", n, last);
	PASS("the newest of %d events and %d of the handler are there", n,
			(int)handled);
}
