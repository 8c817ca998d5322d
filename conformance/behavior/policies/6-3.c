/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OVF-1: OVERFLOW has the stamp of the first event that was overwritten.
 *
 * Source: XSH 2.11.2 System Trace Event Type Definitions; TRC; shall.
 *
 * Also if the stream has been stopped and started when more are lost.
 */
#include "confclock.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid, large;
	int i, n;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	trid = ct_running(&attr);
	n = ct_fill(trid, id, 64);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_running(&attr);
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 24 * (size_t)n + 100, 64);
	large = ct_running(&attr);
	ct_fire(id, -1);
	for (i = 0; i < 10 * n; i++)
		ct_fire(id, i);
	CT_WATCH(0);
	for (i = 0; i < 10 * n; i++)
		ct_fire(id, i);
	SETUP(posix_trace_stop(trid));
	SETUP(posix_trace_start(trid));
	ct_must_date_overflow(trid, large, n, -1);
	PASS("OVERFLOW is as old as what was lost before the stop");
}
