/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OVF-3: a reader of a LOOP stream that was overrun sees OVERFLOW, then
 * RESUME, then the oldest survivor; the stamps rise, and RESUME has that of
 * the survivor.
 *
 * Source: XSH 2.11.2 System Trace Event Type Definitions; TRC; derived.
 *
 * A reader that cannot keep up: wherever numbers are missing, OVERFLOW and
 * RESUME came.
 */
#include "confbeside.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	double end = ct_now() + 0.5;
	trace_attr_t attr;
	trace_id_t trid;
	int last = -1, marks = 0, gaps = 0, n = 0;

	ct_attr(&attr, POSIX_TRACE_LOOP, 200, 16);
	trid = ct_running(&attr);
	ct_begin_beside(id, 1);
	while (ct_now() < end) {
		if (!ct_try(trid, &ev))
			continue;
		if (ct_is(trid, &ev, POSIX_TRACE_OVERFLOW))
			marks = 1;
		else if (ct_is(trid, &ev, POSIX_TRACE_RESUME) && marks == 1)
			marks = 2;
		if (!ct_is(trid, &ev, id))
			continue;
		if (ct_number(&ev) <= last)
			FAIL("event %d came after %d", ct_number(&ev), last);
		if (ct_number(&ev) != last + 1) {
			if (marks != 2)
				FAIL("events %d to %d are missing, and "
						"nothing said so",
						last + 1, ct_number(&ev) - 1);
			gaps++;
		}
		marks = 0;
		last = ct_number(&ev);
		n++;
	}
	ct_end_beside();
	PASS("%d of %d events came, each of %d gaps was marked", n, last + 1, gaps);
}
