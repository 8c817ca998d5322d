/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OVF-3: a reader of a LOOP stream that was overrun sees OVERFLOW, then
 * RESUME, then the oldest survivor; the stamps rise, and RESUME has that of
 * the survivor.
 *
 * Source: XSH 2.11.2 System Trace Event Type Definitions; TRC; derived.
 *
 * The order.
 */
#include "confoverrun.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid;
	int n, state = 0;

	trid = ct_overwritten(id, &n);
	SETUP(posix_trace_stop(trid));
	while (ct_try(trid, &ev) && state < 3) {
		if (ct_is(trid, &ev, POSIX_TRACE_OVERFLOW) && state == 0)
			state = 1;
		else if (ct_is(trid, &ev, POSIX_TRACE_RESUME) && state == 1)
			state = 2;
		else if (ct_is(trid, &ev, id) && state == 2)
			state = 3;
		else if (ct_is(trid, &ev, id) ||
			 ct_is(trid, &ev, POSIX_TRACE_OVERFLOW) ||
			 ct_is(trid, &ev, POSIX_TRACE_RESUME))
			FAIL("expected OVERFLOW, RESUME, survivor; out of "
					"order at step %d", state);
	}
	if (state != 3)
		FAIL("expected OVERFLOW, RESUME, survivor; got %d of them", state);
	PASS("OVERFLOW, RESUME and the survivor came in order");
}
