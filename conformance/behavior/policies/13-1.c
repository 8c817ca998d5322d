/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * UF-6: the reader sees the events, STOP, START, and the events after the
 * restart, in this order.
 *
 * Source: XSH posix_trace_attr_setstreamfullpolicy() DESCRIPTION; TRC;
 * derived.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i, n, stop = 0;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	trid = ct_running(&attr);
	n = ct_fill(trid, id, 64);
	for (i = 0; i < 16; i++)
		ct_fire(id, n + i);
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_STOP))
		FAIL("expected STOP; none came");
	ct_fire(id, -1);
	ct_fire(id, -2);
	for (i = 0; i < 3;) {
		if (!ct_try(trid, &ev))
			FAIL("expected START and two events; %d came", i);
		stop |= ct_is(trid, &ev, POSIX_TRACE_STOP);
		if (i == 0 && ct_is(trid, &ev, POSIX_TRACE_START))
			i = 1;
		else if (ct_is(trid, &ev, id)) {
			if (i == 0)
				FAIL("event %d came before START", ct_number(&ev));
			if (ct_number(&ev) != -i)
				FAIL("expected event %d, got %d", -i, ct_number(&ev));
			i++;
		}
	}
	if (stop)
		FAIL("expected one STOP, two came");
	PASS("STOP, START and the next events came in order");
}
