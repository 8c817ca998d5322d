/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OVF-3: a reader of a LOOP stream that was overrun sees OVERFLOW, then
 * RESUME, then the oldest survivor; the stamps rise, and RESUME has that of
 * the survivor.
 *
 * Source: XSH 2.11.2 System Trace Event Type Definitions; TRC; derived.
 *
 * In a log, if the stream was started again while it ran.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

#define EVENTS 3000

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i, n;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	ct_room(&attr, 20, 64);
	trid = ct_logging(&attr, ct_file());
	for (i = 0; i < EVENTS; i++)
		ct_fire(id, i);
	SETUP(posix_trace_start(trid));
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	n = ct_count(ct_read, trid, ct_type_in(trid, "conformance a"));
	if (n == EVENTS)
		UNTESTED("the stream lost none of %d events", n);
	SETUP(posix_trace_rewind(trid));
	if (!ct_find(ct_read, trid, &ev, POSIX_TRACE_OVERFLOW) ||
			!ct_find(ct_read, trid, &ev, POSIX_TRACE_RESUME))
		FAIL("expected OVERFLOW and RESUME in a log of %d of %d events",
				n, EVENTS);
	PASS("the log has OVERFLOW and RESUME");
}
