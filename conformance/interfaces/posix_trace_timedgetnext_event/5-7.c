/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TGET-2: without an event the call waits until CLOCK_REALTIME reaches
 * abstime, and gives ETIMEDOUT.
 *
 * Source: XSH posix_trace_timedgetnext_event() DESCRIPTION, XSH
 * posix_trace_timedgetnext_event() ERRORS; TRC; shall.
 *
 * Times of some milliseconds, one after the other, of a running stream.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid = ct_running(NULL);
	struct timespec ts, now;
	int i;

	while (ct_try(trid, &ev))
		;
	for (i = 0; i < 40; i++) {
		ts = ct_in(0.002 * i);
		ct_time_out(trid, &ev, &ts);
		clock_gettime(CLOCK_REALTIME, &now);
		if (ct_ts_cmp(now, ts) < 0)
			FAIL("the call returned before abstime, %d ms after it "
					"was made", 2 * i);
	}
	PASS("no call returned before its time");
}
