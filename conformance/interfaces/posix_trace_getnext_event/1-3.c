/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-1: the oldest event that was not reported yet is reported, with its
 * data, and *unavailable zero.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRC; shall.
 *
 * The three functions share one position.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_running_for(9);
	struct timespec ts = ct_in(3600);
	int i, none = -1;

	for (i = 0; i < 9; i++)
		ct_fire(id, i);
	for (i = 0; i < 9;) {
		if (i % 3 == 0)
			ct_read(trid, &ev);
		else if (i % 3 == 1)
			ct_try(trid, &ev);
		else
			EXPECT(posix_trace_timedgetnext_event(trid, &ev.info,
					ev.data, sizeof(ev.data), &ev.len,
					&none, &ts), 0);
		if (!ct_is(trid, &ev, id))
			continue;
		if (ct_number(&ev) != i)
			FAIL("expected event %d, got %d", i, ct_number(&ev));
		i++;
	}
	PASS("the functions took turns over nine events");
}
