/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OPEN-4: everything comes back as it was recorded.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION, XSH posix_trace_open()
 * DESCRIPTION; TRL; derived.
 *
 * The time of an event, not of its flush.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_logging_for(2);
	struct timespec first, tick;
	trace_attr_t attr;
	double before, after, inner, outer, gap, slack;

	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getclockres(&attr, &tick));
	slack = 0.03 + (double)tick.tv_sec + (double)tick.tv_nsec / 1e9;
	before = ct_now();
	ct_fire(id, 0);
	inner = ct_now();
	CT_WATCH(0);
	CT_WATCH(0);
	inner = ct_now() - inner;
	ct_fire(id, 1);
	after = ct_now();
	outer = after - before;
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	if (!ct_find(ct_read, trid, &ev, id))
		FAIL("expected two events");
	first = ev.info.posix_timestamp;
	if (!ct_find(ct_read, trid, &ev, id))
		FAIL("expected two events");
	gap = (double)(ev.info.posix_timestamp.tv_sec - first.tv_sec) +
		(double)(ev.info.posix_timestamp.tv_nsec - first.tv_nsec) / 1e9;
	/* Clocks may differ in rate, and the stamp's may be coarse. */
	if (gap < inner * 0.9 - slack || gap > outer * 1.1 + slack)
		FAIL("expected a gap from %.3f to %.3f s, got %.3f "
				"s", inner, outer, gap);
	PASS("the stamps are %.3f s apart, a clock says %.3f", gap, outer);
}
