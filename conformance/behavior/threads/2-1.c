/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLEAR-2: a clear while threads record leaves a stream that works.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION; TRC; shall.
 */
#include "confbeside.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_event_id_t mark = ct_type("conformance mark");
	trace_attr_t attr;
	trace_id_t trid;
	int i, n;

	ct_attr(&attr, POSIX_TRACE_LOOP, 200, 16);
	trid = ct_running(&attr);
	ct_begin_beside(id, 2);
	for (i = 0; i < 300; i++) {
		ct_fire(mark, i);
		EXPECT(posix_trace_clear(trid), 0);
		for (n = 0; n < 5 && ct_try(trid, &ev); n++)
			if (ct_is(trid, &ev, mark))
				FAIL("event %d, recorded before clear %d, "
						"came after it",
						ct_number(&ev), i);
	}
	ct_end_beside();
	SETUP(posix_trace_clear(trid));
	ct_fire(mark, 1000);
	if (!ct_find(ct_try, trid, &ev, mark) || ct_number(&ev) != 1000)
		FAIL("expected the event after the last clear, got "
				"%d", ct_number(&ev));
	PASS("300 clears under two recording threads left the stream in order");
}
