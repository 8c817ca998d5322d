/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASYNC-1: posix_trace_event() is async-signal-safe.
 *
 * Source: XSH 2.4.3 Signal Actions; TRC; shall.
 *
 * The interrupted calls are posix_trace_start() and posix_trace_stop().
 */
#include "confsignal.h"

static void test(void)
{
	trace_id_t trid = ct_interrupted(POSIX_TRACE_UNTIL_FULL, 3000, 16,
			ct_record_in_handler, 600);
	static struct ct_event ev;
	int n = 0;

	while (!over) {
		RETRY(posix_trace_stop(trid));
		RETRY(posix_trace_start(trid));
		while (ct_try(trid, &ev))
			n++;
	}
	ct_left_alone();
	EXPECT(posix_trace_shutdown(trid), 0);
	PASS("%d events were read, with %d interruptions", n, (int)handled);
}
