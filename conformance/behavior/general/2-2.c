/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SYS-2: the data of system events has the lengths that the standard gives.
 *
 * Source: XSH 2.11.2 System Trace Event Type Definitions; TRC; shall.
 *
 * OVERFLOW and RESUME.
 */
#include "confoverrun.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid;
	int n, seen = 0;

	trid = ct_overwritten(id, &n);
	while (ct_try(trid, &ev)) {
		if (!ct_is(trid, &ev, POSIX_TRACE_OVERFLOW) &&
		    !ct_is(trid, &ev, POSIX_TRACE_RESUME))
			continue;
		if (ev.len != 0 ||
		    ev.info.posix_truncation_status != POSIX_TRACE_NOT_TRUNCATED)
			FAIL("expected no data, got %zu bytes, truncation %d", ev.len,
					ev.info.posix_truncation_status);
		seen++;
	}
	if (seen < 2)
		FAIL("expected OVERFLOW and RESUME, got %d of them", seen);
	PASS("OVERFLOW and RESUME have no data");
}
