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
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	struct timespec first;
	trace_attr_t attr;
	trace_id_t trid, large;
	double gap;
	int i, n;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	trid = ct_running(&attr);
	n = ct_fill(trid, id, 64);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_running(&attr);
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 3 * (size_t)n + 100, 64);
	large = ct_running(&attr);
	ct_fire(id, -1);
	CT_WATCH(0);
	for (i = 0; i < 3 * n; i++)
		posix_trace_event(id, "0123456789012345678901234567890123456789"
				"012345678901234567890123", 64);
	if (!ct_find(ct_try, large, &ev, id))
		FAIL("expected the first event in the large stream");
	first = ev.info.posix_timestamp;
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_OVERFLOW))
		FAIL("expected OVERFLOW; it did not come");
	gap = (double)(ev.info.posix_timestamp.tv_sec - first.tv_sec) +
		(double)(ev.info.posix_timestamp.tv_nsec - first.tv_nsec) / 1e9;
	if (gap > 0.05)
		FAIL("OVERFLOW is %.3f s younger than the first event that "
				"was lost", gap);
	PASS("OVERFLOW is as old as what was lost first");
}
