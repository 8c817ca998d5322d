/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EX-3: code that has trace points runs without a stream, and is traced with
 * the same types once there is one.
 *
 * Source: XRAT B.2.11 Application Instrumentation; TRC; derived.
 *
 * The types are opened at the start; the events have no data.
 */
#include "conftest.h"

enum { ROUNDS = 5 };

static trace_event_id_t entered, left;
static int worked;

static void instrument(void)
{
	EXPECT(posix_trace_eventid_open("work entered", &entered), 0);
	EXPECT(posix_trace_eventid_open("work left", &left), 0);
}

static void work(void)
{
	posix_trace_event(entered, NULL, 0);
	worked++;
	posix_trace_event(left, NULL, 0);
}

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid;
	int i;

	instrument();
	for (i = 0; i < ROUNDS; i++)
		work();
	trid = ct_running_for(2 * ROUNDS);
	for (i = 0; i < ROUNDS; i++)
		work();
	if (worked != 2 * ROUNDS)
		FAIL("expected %d rounds of work, got %d", 2 * ROUNDS, worked);
	for (i = 0; i < ROUNDS; i++)
		if (!ct_find(ct_try, trid, &ev, entered) ||
				!ct_find(ct_try, trid, &ev, left))
			FAIL("expected %d rounds in the stream, got %d", ROUNDS,
					i);
	if (ct_find(ct_try, trid, &ev, entered))
		FAIL("a round without a stream is in a stream that is younger");
	PASS("%d rounds ran without a stream, and %d were traced", ROUNDS,
			ROUNDS);
}
