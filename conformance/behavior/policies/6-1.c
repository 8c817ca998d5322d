/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OVF-1: OVERFLOW has the stamp of the first event that was overwritten.
 *
 * Source: XSH 2.11.2 System Trace Event Type Definitions; TRC; shall.
 *
 * START and one event come first, the others a moment later; a second
 * stream, large enough, shows when the first ones were recorded.
 */
#include "confclock.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid, large;
	int n;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	trid = ct_running(&attr);
	n = ct_fill(trid, id, 64);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_running(&attr);
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 3 * (size_t)n + 100, 64);
	large = ct_running(&attr);
	ct_fire(id, -1);
	CT_WATCH(0);
	ct_must_date_overflow(trid, large, n, -1);
	PASS("OVERFLOW is as old as what was lost first");
}
