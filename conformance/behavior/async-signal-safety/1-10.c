/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASYNC-1: posix_trace_event() is async-signal-safe.
 *
 * Source: XSH 2.4.3 Signal Actions; TRC; shall.
 *
 * The interrupted calls are posix_trace_create() and posix_trace_shutdown()
 * of another stream.
 */
#include "confsignal.h"

static void test(void)
{
	trace_id_t trid = ct_interrupted(POSIX_TRACE_UNTIL_FULL, 3000, 16,
			ct_record_in_handler, 600);
	trace_attr_t attr;
	int h = 0;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 3000, 16);
	while (!over) {
		trace_id_t other;
		int err = posix_trace_create(0, &attr, &other);

		if (err == EINTR || err == EAGAIN)
			continue;
		ct_expect("posix_trace_create", err, 0);
		RETRY(posix_trace_start(other));
		EXPECT(posix_trace_shutdown(other), 0);
		h += ct_of_handler(trid);
	}
	ct_left_alone();
	h += ct_of_handler(trid);
	if (h != handled)
		FAIL("expected %d events of the handler, got %d", (int)handled, h);
	PASS("%d events of the handler came", h);
}
