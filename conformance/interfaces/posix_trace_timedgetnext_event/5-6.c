/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TGET-2: without an event the call waits until CLOCK_REALTIME reaches
 * abstime, and gives ETIMEDOUT.
 *
 * Source: XSH posix_trace_timedgetnext_event() DESCRIPTION, XSH
 * posix_trace_timedgetnext_event() ERRORS; TRC; shall.
 *
 * Long past: before the epoch.  Only its nanoseconds make a time invalid.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid = ct_stream(NULL);
	struct timespec ts = { -1, 0 };
	int none = 0;

	EXPECT(posix_trace_timedgetnext_event(trid, &ev.info, ev.data,
			sizeof(ev.data), &ev.len, &none, &ts), ETIMEDOUT);
	PASS("ETIMEDOUT came at once");
}
