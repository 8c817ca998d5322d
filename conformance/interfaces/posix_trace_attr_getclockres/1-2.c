/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * AINFO-1: the resolution is that of the clock that stamps events.
 *
 * Source: XSH posix_trace_attr_getclockres() DESCRIPTION; TRC; shall.
 *
 * Two stamps that differ are at least the resolution apart.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	struct timespec res, last = { 0, 0 };
	trace_attr_t attr;
	trace_id_t trid;
	int i, n = 0;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 300, 16);
	trid = ct_running(&attr);
	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getclockres(&attr, &res));
	for (i = 0; i < 300; i++)
		ct_fire(id, i);
	while (ct_find(ct_try, trid, &ev, id)) {
		struct timespec ts = ev.info.posix_timestamp;
		double gap = (double)(ts.tv_sec - last.tv_sec) +
			(double)(ts.tv_nsec - last.tv_nsec) / 1e9;
		double least = (double)res.tv_sec + (double)res.tv_nsec / 1e9;

		/* Half of it: rounding to nanoseconds may eat the rest. */
		if (n++ > 0 && ct_ts_cmp(ts, last) != 0 && gap < least / 2)
			FAIL("two stamps are %.0f ns apart, with a resolution "
					"of %.0f ns",
					gap * 1e9, least * 1e9);
		last = ts;
	}
	if (n != 300)
		FAIL("expected 300 events, got %d", n);
	PASS("no two different stamps are closer than the resolution");
}
