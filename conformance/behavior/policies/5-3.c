/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OVF-3: a reader of a LOOP stream that was overrun sees OVERFLOW, then
 * RESUME, then the oldest survivor; the stamps rise, and RESUME has that of
 * the survivor.
 *
 * Source: XSH 2.11.2 System Trace Event Type Definitions; TRC; derived.
 *
 * The stamps.
 */
#include "confoverrun.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	struct timespec overflow, resume;
	trace_id_t trid;
	int n;

	trid = ct_overwritten(id, &n);
	SETUP(posix_trace_stop(trid));
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_OVERFLOW))
		FAIL("expected OVERFLOW; it did not come");
	overflow = ev.info.posix_timestamp;
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_RESUME))
		FAIL("expected RESUME; it did not come");
	resume = ev.info.posix_timestamp;
	if (!ct_try(trid, &ev))
		FAIL("expected a survivor; none came");
	if (ct_ts_cmp(overflow, resume) > 0)
		FAIL("OVERFLOW is younger than RESUME");
	if (ct_ts_cmp(resume, ev.info.posix_timestamp) != 0)
		FAIL("RESUME has not the stamp of the first survivor");
	PASS("the stamps of OVERFLOW, RESUME and survivor fit");
}
