/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASYNC-1: posix_trace_event() is async-signal-safe.
 *
 * Source: XSH 2.4.3 Signal Actions; TRC; shall.
 *
 * The interrupted calls are posix_trace_set_filter() and
 * posix_trace_get_filter().
 */
#define NEEDS (CT_FILTER)
#include "confsignal.h"

static void test(void)
{
	trace_id_t trid = ct_interrupted(POSIX_TRACE_UNTIL_FULL, 3000, 16,
			ct_record_in_handler, 600);
	trace_event_set_t set;
	int h = 0;

	SETUP(posix_trace_eventset_empty(&set));
	while (!over) {
		RETRY(posix_trace_set_filter(trid, &set,
				POSIX_TRACE_SET_EVENTSET));
		RETRY(posix_trace_get_filter(trid, &set));
		h += ct_of_handler(trid);
	}
	ct_left_alone();
	h += ct_of_handler(trid);
	if (h != handled)
		FAIL("expected %d events of the handler, got %d", (int)handled, h);
	PASS("%d events of the handler came", h);
}
