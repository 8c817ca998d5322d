/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TGET-1: an event that is there is reported whatever abstime is.
 *
 * Source: XSH posix_trace_timedgetnext_event() DESCRIPTION; TRC; shall.
 *
 * Nanoseconds that are none.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid = ct_running(NULL);
	struct timespec ts = ct_in(1);
	int none = -1;

	ts.tv_nsec = 1000000000L;
	EXPECT(posix_trace_timedgetnext_event(trid, &ev.info, ev.data,
			sizeof(ev.data), &ev.len, &none, &ts), 0);
	if (none || !ct_is(trid, &ev, POSIX_TRACE_START))
		FAIL("expected START although abstime is invalid");
	PASS("an event was reported although abstime is invalid");
}
