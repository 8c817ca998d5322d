/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-6: the event says which process and which thread recorded it, from
 * where, and when.
 *
 * Source: XSH 2.11.1 posix_trace_event_info Structure; TRC; shall.
 *
 * The time: between two events that surround it, and in the order of the
 * clock, as far as its resolution goes.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_running_for(3);
	struct timespec ts[3], tick;
	trace_attr_t attr;
	int i;

	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getclockres(&attr, &tick));

	for (i = 0; i < 3; i++) {
		ct_fire(id, i);
		CT_WATCH(0);
	}
	for (i = 0; i < 3; i++) {
		if (!ct_find(ct_try, trid, &ev, id))
			FAIL("expected 3 events, got %d", i);
		ts[i] = ev.info.posix_timestamp;
		if (ts[i].tv_nsec < 0 || ts[i].tv_nsec > 999999999)
			FAIL("expected nanoseconds below 10^9, got "
					"%ld", ts[i].tv_nsec);
		if (i > 0 && ct_ts_cmp(ts[i - 1], ts[i]) > 0)
			FAIL("event %d is earlier by its stamp", i);
		if (i > 0 && tick.tv_sec == 0 && tick.tv_nsec < 100000000 &&
				ct_ts_cmp(ts[i - 1], ts[i]) == 0)
			FAIL("event %d, 150 ms later, is not later by its stamp", i);
	}
	PASS("the stamps rise");
}
