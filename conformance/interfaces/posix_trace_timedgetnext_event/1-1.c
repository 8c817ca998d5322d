/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-1: the oldest event that was not reported yet is reported, with its
 * data, and *unavailable zero.
 *
 * Source: XSH posix_trace_timedgetnext_event() DESCRIPTION; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_running(NULL);
	struct timespec ts = ct_in(3600);
	int none, i = 0;

	ct_fire(id, 0);
	ct_fire(id, 1);
	while (i < 2) {
		none = -1;
		EXPECT(posix_trace_timedgetnext_event(trid, &ev.info, ev.data,
				sizeof(ev.data), &ev.len, &none, &ts), 0);
		if (none != 0)
			FAIL("expected *unavailable to be 0, got %d", none);
		if (!ct_is(trid, &ev, id))
			continue;
		if (ct_number(&ev) != i || ev.len != sizeof(int))
			FAIL("expected event %d, got %d", i, ct_number(&ev));
		i++;
	}
	PASS("both events were reported in order");
}
