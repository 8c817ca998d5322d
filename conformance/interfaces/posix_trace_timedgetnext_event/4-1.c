/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TGET-1: an event that is there is reported whatever abstime is.
 *
 * Source: XSH posix_trace_timedgetnext_event() DESCRIPTION; TRC; shall.
 *
 * A time long past.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid = ct_running(NULL);
	struct timespec ts = { 1, 0 };
	int none = -1;

	EXPECT(posix_trace_timedgetnext_event(trid, &ev.info, ev.data,
			sizeof(ev.data), &ev.len, &none, &ts), 0);
	if (none || !ct_is(trid, &ev, POSIX_TRACE_START))
		FAIL("expected START although the time has passed");
	PASS("an event was reported although the time has passed");
}
