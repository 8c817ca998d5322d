/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OVF-3: a reader of a LOOP stream that was overrun sees OVERFLOW, then
 * RESUME, then the oldest survivor; the stamps rise, and RESUME has that of
 * the survivor.
 *
 * Source: XSH 2.11.2 System Trace Event Type Definitions; TRC; derived.
 *
 * Asking for the status does not hide the pair.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i, n;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	trid = ct_running(&attr);
	n = ct_fill(trid, id, 64);
	for (i = 0; i < 3 * n; i++)
		ct_fire(id, i);
	ct_status(trid);
	ct_status(trid);
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_OVERFLOW) ||
	    !ct_find(ct_try, trid, &ev, POSIX_TRACE_RESUME))
		FAIL("expected OVERFLOW and RESUME although the status was "
				"asked for");
	PASS("OVERFLOW and RESUME came after the status was asked for");
}
