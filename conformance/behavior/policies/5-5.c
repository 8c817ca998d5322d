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
#include "confoverrun.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid;
	int n;

	trid = ct_overwritten(id, &n);
	ct_status(trid);
	ct_status(trid);
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_OVERFLOW) ||
	    !ct_find(ct_try, trid, &ev, POSIX_TRACE_RESUME))
		FAIL("expected OVERFLOW and RESUME although the status was "
				"asked for");
	PASS("OVERFLOW and RESUME came after the status was asked for");
}
