/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EX-16: an analyser that reads a LOOP stream while it is recorded loses nothing as
 * long as it keeps up, and sees when, and for how long, it did not.
 *
 * Source: XRAT B.2.11 Overrun in Trace Streams Initialized with POSIX_TRACE_LOOP
 * Policy; TRC; derived.
 */
#include "conftest.h"

static struct ct_event ev;

static void expect_overrun(trace_id_t trid, const char *when, int wanted)
{
	int got = ct_status(trid).posix_stream_overrun_status;

	if (got != wanted)
		FAIL("expected the overrun status %d when the analyser %s, got "
				"%d", wanted, when, got);
}

static void keep_up(trace_id_t trid, trace_event_id_t id)
{
	int round, i;

	for (round = 0; round < 10; round++) {
		for (i = 0; i < 10; i++)
			ct_fire(id, i);
		for (i = 0; i < 10; i++)
			if (!ct_find(ct_try, trid, &ev, id) ||
					ct_number(&ev) != i)
				FAIL("expected event %d in round %d", i, round);
	}
	expect_overrun(trid, "keeps up", POSIX_TRACE_NO_OVERRUN);
}

static void fall_behind(trace_id_t trid, trace_event_id_t id)
{
	struct timespec begin;
	int n = ct_fill(trid, id, 64), i, last = -1;

	for (i = 0; i < 3 * n; i++)
		ct_fire(id, i);
	ct_fire(id, 12345678);
	expect_overrun(trid, "has fallen behind", POSIX_TRACE_OVERRUN);
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_OVERFLOW))
		FAIL("expected an OVERFLOW where the events were lost");
	begin = ev.info.posix_timestamp;
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_RESUME))
		FAIL("expected a RESUME after the OVERFLOW");
	if (ct_ts_cmp(ev.info.posix_timestamp, begin) < 0)
		FAIL("the overflow ended before it began");
	while (ct_find(ct_try, trid, &ev, id))
		last = ct_number(&ev);
	if (last != 12345678)
		FAIL("expected the last event, the newest is %d", last);
}

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	trid = ct_running(&attr);
	keep_up(trid, id);
	fall_behind(trid, id);
	keep_up(trid, id);
	PASS("the analyser knew when it had fallen behind");
}
