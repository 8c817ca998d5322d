/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TGET-1: an event that is there is reported whatever abstime is.
 *
 * Source: XSH posix_trace_timedgetnext_event() DESCRIPTION; TRC; shall.
 *
 * One after the other, of a stopped stream, at invalid times and at none to
 * come.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	static const struct timespec times[] = {
		{ 1, 0 }, { 1, -1 }, { 0, 0 }, { 1, 2000000000L },
	};
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_running_for(20);
	int none = -1, i;

	for (i = 0; i < 4; i++)
		ct_fire(id, i);
	SETUP(posix_trace_stop(trid));
	for (i = 0; i < 4;) {
		EXPECT(posix_trace_timedgetnext_event(trid, &ev.info, ev.data,
				sizeof(ev.data), &ev.len, &none, &times[i]), 0);
		if (none)
			FAIL("expected event %d at { %ld, %ld }", i,
					(long)times[i].tv_sec, times[i].tv_nsec);
		if (!ct_is(trid, &ev, id))
			continue;
		if (ct_number(&ev) != i)
			FAIL("expected event %d, got %d", i, ct_number(&ev));
		i++;
	}
	PASS("the events were reported whatever the time was");
}
