/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLEAR-1: all events recorded before are gone, and the stream is not full.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION; TRC; shall.
 *
 * The loss is not reported either.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i, n;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	trid = ct_running(&attr);
	n = ct_fill(trid, id, 64);
	for (i = 0; i < 3 * n; i++)
		ct_fire(id, i);
	SETUP(posix_trace_clear(trid));
	ct_fire(id, 3 * n);
	while (ct_try(trid, &ev))
		if (ct_is(trid, &ev, POSIX_TRACE_OVERFLOW) ||
		    ct_is(trid, &ev, POSIX_TRACE_RESUME))
			FAIL("expected no %s of an overflow before the clear",
					ct_is(trid, &ev, POSIX_TRACE_RESUME) ?
					"RESUME" : "OVERFLOW");
	PASS("no overflow was told after the clear");
}
