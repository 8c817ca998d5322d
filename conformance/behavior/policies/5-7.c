/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OVF-3: a reader of a LOOP stream that was overrun sees OVERFLOW, then
 * RESUME, then the oldest survivor; the stamps rise, and RESUME has that of
 * the survivor.
 *
 * Source: XSH 2.11.2 System Trace Event Type Definitions; TRC; derived.
 *
 * The stamps, of a loss for the second time.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	struct timespec overflow, resume;
	trace_attr_t attr;
	trace_id_t trid;
	int i, k, n;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	trid = ct_running(&attr);
	for (k = 0; k < 3; k++) {
		n = ct_fill(trid, id, 64);
		for (i = 0; i < 3 * n; i++)
			ct_fire(id, i);
		if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_OVERFLOW))
			FAIL("expected OVERFLOW at round %d", k);
		overflow = ev.info.posix_timestamp;
		if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_RESUME))
			FAIL("expected RESUME at round %d", k);
		resume = ev.info.posix_timestamp;
		if (!ct_try(trid, &ev))
			FAIL("expected a survivor at round %d", k);
		if (ct_ts_cmp(overflow, resume) > 0)
			FAIL("OVERFLOW is younger than RESUME at round %d", k);
		if (ct_ts_cmp(resume, ev.info.posix_timestamp) != 0)
			FAIL("RESUME has not the stamp of the first survivor "
					"at round %d", k);
		while (ct_try(trid, &ev))
			;
	}
	PASS("the stamps of three losses fit");
}
