/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASYNC-1: posix_trace_event() is async-signal-safe.
 *
 * Source: XSH 2.4.3 Signal Actions; TRC; shall.
 *
 * The interrupted call is posix_trace_event() itself, many times.
 */
#include "confsignal.h"

static void test(void)
{
	trace_id_t trid = ct_interrupted(POSIX_TRACE_UNTIL_FULL, 1500 + 200000, 16,
			ct_record_in_handler, 1500);
	static struct ct_event ev;
	int n = 0, i = 0, h = 0;

	while (!over && n < ct_others)
		ct_fire(id, n++);
	ct_left_alone();
	while (ct_try(trid, &ev)) {
		if (ct_is(trid, &ev, id) && ct_number(&ev) != i++)
			FAIL("expected event %d, got %d", i - 1, ct_number(&ev));
		if (ct_is(trid, &ev, handler_id) && ct_number(&ev) != h++)
			FAIL("expected handler event %d, got %d", h - 1,
					ct_number(&ev));
	}
	if (i != n || h != handled)
		FAIL("expected %d events and %d of the handler, got %d and %d",
				n, (int)handled, i, h);
	PASS("%d events and %d of the handler came, each in order", n, h);
}
