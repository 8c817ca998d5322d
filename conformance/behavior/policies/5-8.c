/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OVF-3: a reader of a LOOP stream that was overrun sees OVERFLOW, then
 * RESUME, then the oldest survivor; the stamps rise, and RESUME has that of
 * the survivor.
 *
 * Source: XSH 2.11.2 System Trace Event Type Definitions; TRC; derived.
 *
 * Also if the stream is stopped and started meanwhile, or started when it runs.
 */
#include "conftest.h"

static void overfilled(trace_id_t trid, trace_event_id_t id)
{
	int i, n = ct_fill(trid, id, 64);

	for (i = 0; i < 3 * n; i++)
		ct_fire(id, i);
}

static void expect(trace_id_t trid, const char *when)
{
	static struct ct_event ev;

	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_OVERFLOW) ||
			!ct_find(ct_try, trid, &ev, POSIX_TRACE_RESUME))
		FAIL("expected OVERFLOW and RESUME %s", when);
	SETUP(posix_trace_shutdown(trid));
}

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	trid = ct_running(&attr);
	overfilled(trid, id);
	SETUP(posix_trace_stop(trid));
	expect(trid, "after a stop");
	trid = ct_running(&attr);
	overfilled(trid, id);
	SETUP(posix_trace_start(trid));
	expect(trid, "after a start of a running stream");
	trid = ct_running(&attr);
	overfilled(trid, id);
	SETUP(posix_trace_stop(trid));
	SETUP(posix_trace_start(trid));
	expect(trid, "after a stop and a start");
	PASS("OVERFLOW and RESUME came in three cases");
}
