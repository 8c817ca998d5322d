/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASYNC-1: posix_trace_event() is async-signal-safe.
 *
 * Source: XSH 2.4.3 Signal Actions; TRC; shall.
 *
 * The interrupted calls are posix_trace_get_status(), posix_trace_get_attr()
 * and posix_trace_clear().
 */
#include "confsignal.h"

static void test(void)
{
	trace_id_t trid = ct_interrupted(POSIX_TRACE_UNTIL_FULL, 3000, 16,
			ct_record_in_handler, 600);
	trace_attr_t attr;
	int n = 0;

	while (!over) {
		EXPECT(posix_trace_get_attr(trid, &attr), 0);
		ct_status(trid);
		EXPECT(posix_trace_clear(trid), 0);
		n++;
	}
	ct_left_alone();
	EXPECT(posix_trace_shutdown(trid), 0);
	PASS("%d rounds were interrupted %d times", n, (int)handled);
}
