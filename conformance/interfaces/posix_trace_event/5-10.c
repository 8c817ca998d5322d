/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-6: the event says which process and which thread recorded it, from
 * where, and when.
 *
 * Source: XSH 2.11.1 posix_trace_event_info Structure; TRC; shall.
 *
 * The time between START and STOP, in a log.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid = ct_logged(NULL, ct_file());
	struct timespec first, tick;
	trace_attr_t attr;
	double before, after, inner, outer, gap, slack;

	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getclockres(&attr, &tick));
	slack = 0.03 + (double)tick.tv_sec + (double)tick.tv_nsec / 1e9;
	before = ct_now();
	SETUP(posix_trace_start(trid));
	inner = ct_now();
	CT_WATCH(0);
	CT_WATCH(0);
	CT_WATCH(0);
	inner = ct_now() - inner;
	SETUP(posix_trace_stop(trid));
	after = ct_now();
	outer = after - before;
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	if (!ct_find(ct_read, trid, &ev, POSIX_TRACE_START))
		FAIL("expected START in the log");
	first = ev.info.posix_timestamp;
	if (!ct_find(ct_read, trid, &ev, POSIX_TRACE_STOP))
		FAIL("expected STOP in the log");
	gap = (double)(ev.info.posix_timestamp.tv_sec - first.tv_sec) +
		(double)(ev.info.posix_timestamp.tv_nsec - first.tv_nsec) / 1e9;
	/* Clocks may differ in rate, and the stamp's may be coarse. */
	if (gap < inner * 0.9 - slack || gap > outer * 1.1 + slack)
		FAIL("expected START and STOP from %.3f to %.3f s apart, got "
				"%.3f s", inner, outer, gap);
	PASS("START and STOP are %.3f s apart, a clock says %.3f", gap, outer);
}
