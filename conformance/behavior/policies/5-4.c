/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OVF-3: a reader of a LOOP stream that was overrun sees OVERFLOW, then
 * RESUME, then the oldest survivor; the stamps rise, and RESUME has that of
 * the survivor.
 *
 * Source: XSH 2.11.2 System Trace Event Type Definitions; TRC; derived.
 *
 * A stream that lost nothing has neither.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i;

	ct_attr(&attr, POSIX_TRACE_LOOP, 40, 16);
	trid = ct_running(&attr);
	for (i = 0; i < 40; i++)
		ct_fire(id, i);
	while (ct_try(trid, &ev))
		if (ct_is(trid, &ev, POSIX_TRACE_OVERFLOW) ||
		    ct_is(trid, &ev, POSIX_TRACE_RESUME))
			FAIL("OVERFLOW or RESUME without a loss");
	PASS("without a loss there is neither OVERFLOW nor RESUME");
}
