/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STOP-1: stopping a running stream that is not full records a STOP event
 * with data 0 and suspends the stream.
 *
 * Source: XSH posix_trace_stop() DESCRIPTION, XSH 2.11.2 System Trace Event
 * Type Definitions; TRC; shall.
 *
 * The event and its data.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid = ct_running(NULL);

	EXPECT(posix_trace_stop(trid), 0);
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_STOP))
		FAIL("expected a STOP event; none came");
	if (ev.len != sizeof(int) || ct_number(&ev) != 0)
		FAIL("expected the int 0 as data, got %zu bytes, %d", ev.len,
				ct_number(&ev));
	if (ct_find(ct_try, trid, &ev, POSIX_TRACE_STOP))
		FAIL("expected one STOP event, two came");
	PASS("one STOP event with data 0 was recorded");
}
