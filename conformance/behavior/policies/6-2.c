/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OVF-1: OVERFLOW has the stamp of the first event that was overwritten.
 *
 * Source: XSH 2.11.2 System Trace Event Type Definitions; TRC; shall.
 *
 * Some have been read before: it is the first that was not.
 */
#include "confclock.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid, large;
	int n;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	trid = ct_running(&attr);
	n = ct_fill(trid, id, 64);
	while (ct_try(trid, &ev))
		;
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 4 * (size_t)n + 100, 64);
	large = ct_running(&attr);
	ct_fire(id, -1);
	if (!ct_find_number(ct_try, trid, &ev, -1))
		FAIL("expected the event that was recorded last");
	CT_WATCH(0);
	ct_fire(id, -2);
	CT_WATCH(0);
	ct_must_date_overflow(trid, large, n, -2);
	PASS("OVERFLOW is as old as what was lost first");
}
