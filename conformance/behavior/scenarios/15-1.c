/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EX-15: a stream is suspended when it is created and when it is stopped, runs when it
 * is started, keeps its events when it is stopped, and ends in each of these states.
 *
 * Source: XRAT B.2.11 States of a Trace Stream; TRC; derived.
 */
#include "conftest.h"

enum { CREATED, STARTED, STOPPED };

static void expect_status(trace_id_t trid, int state, int wanted)
{
	int got = ct_status(trid).posix_stream_status;

	if (got != wanted)
		FAIL("expected the status %d in state %d, got %d", wanted, state,
				got);
}

/* Its events are 10 in the first state, 20 in the next, and so on. */
static void live(trace_event_id_t id, int last)
{
	static struct ct_event ev;
	trace_id_t trid = ct_stream(NULL);

	expect_status(trid, CREATED, POSIX_TRACE_SUSPENDED);
	ct_fire(id, 10);
	if (last >= STARTED) {
		EXPECT(posix_trace_start(trid), 0);
		expect_status(trid, STARTED, POSIX_TRACE_RUNNING);
		ct_fire(id, 20);
	}
	if (last >= STOPPED) {
		EXPECT(posix_trace_stop(trid), 0);
		expect_status(trid, STOPPED, POSIX_TRACE_SUSPENDED);
		ct_fire(id, 30);
		EXPECT(posix_trace_start(trid), 0);
		expect_status(trid, STARTED, POSIX_TRACE_RUNNING);
		ct_fire(id, 40);
		EXPECT(posix_trace_stop(trid), 0);
		expect_status(trid, STOPPED, POSIX_TRACE_SUSPENDED);
		if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != 20 ||
				!ct_find(ct_try, trid, &ev, id) ||
				ct_number(&ev) != 40)
			FAIL("expected the events 20 and 40, the last is %d",
					ct_number(&ev));
		if (ct_find(ct_try, trid, &ev, id))
			FAIL("expected no other event, got %d", ct_number(&ev));
	}
	EXPECT(posix_trace_shutdown(trid), 0);
	EXPECT(posix_trace_start(trid), EINVAL);
}

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");

	live(id, CREATED);
	live(id, STARTED);
	live(id, STOPPED);
	PASS("the stream went through its states");
}
