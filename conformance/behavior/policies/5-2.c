/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OVF-3: a reader of a LOOP stream that was overrun sees OVERFLOW, then
 * RESUME, then the oldest survivor; the stamps rise, and RESUME has that of
 * the survivor.
 *
 * Source: XSH 2.11.2 System Trace Event Type Definitions; TRC; derived.
 *
 * No data.
 */
#include "confoverrun.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid;
	size_t len;
	int n;

	trid = ct_overwritten(id, &n);
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_OVERFLOW))
		FAIL("expected OVERFLOW; it did not come");
	len = ev.len;
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_RESUME))
		FAIL("expected RESUME after OVERFLOW; it did not come");
	if (len != 0 || ev.len != 0)
		FAIL("expected no data, got %zu and %zu bytes", len, ev.len);
	PASS("OVERFLOW and RESUME have no data");
}
