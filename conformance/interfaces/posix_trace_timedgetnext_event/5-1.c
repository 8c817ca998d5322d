/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TGET-2: without an event the call waits until CLOCK_REALTIME reaches
 * abstime, and gives ETIMEDOUT.
 *
 * Source: XSH posix_trace_timedgetnext_event() DESCRIPTION, XSH
 * posix_trace_timedgetnext_event() ERRORS; TRC; shall.
 *
 * A time in the future: the call does not return before.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid = ct_stream(NULL);
	struct timespec ts = ct_in(0.3), now;
	int none = 0;

	EXPECT(posix_trace_timedgetnext_event(trid, &ev.info, ev.data,
			sizeof(ev.data), &ev.len, &none, &ts), ETIMEDOUT);
	clock_gettime(CLOCK_REALTIME, &now);
	if (ct_ts_cmp(now, ts) < 0)
		FAIL("the call returned before abstime");
	PASS("ETIMEDOUT came when the time had come");
}
