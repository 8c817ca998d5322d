/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASYNC-1: posix_trace_event() is async-signal-safe.
 *
 * Source: XSH 2.4.3 Signal Actions; TRC; shall.
 *
 * The interrupted calls are posix_trace_trygetnext_event().
 */
#include "confsignal.h"

static void test(void)
{
	trace_id_t trid = ct_interrupted(POSIX_TRACE_UNTIL_FULL, 3000, 16,
			ct_record_in_handler, 600);
	int n = 0, h = 0;

	while (!over) {
		ct_fire(id, n++);
		h += ct_of_handler(trid);
	}
	ct_left_alone();
	h += ct_of_handler(trid);
	if (h != handled)
		FAIL("expected %d events of the handler, got %d", (int)handled, h);
	PASS("%d events of the handler came", h);
}
