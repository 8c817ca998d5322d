/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * REW-1: the next event is the oldest of the log again.
 *
 * Source: XSH posix_trace_rewind() DESCRIPTION; TRL; shall.
 *
 * A long log of several threads gives the same sequence each time.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static trace_event_id_t id;

static void *recorder(void *arg)
{
	int i;

	for (i = 0; i < 3000; i++)
		ct_fire(id, *(int *)arg + i);
	return NULL;
}

static void test(void)
{
	static struct ct_event ev;
	static int numbers[9000];
	int first[3] = { 0, 10000, 20000 }, i, round;
	pthread_t threads[3];
	trace_id_t trid;

	id = ct_type("conformance a");
	trid = ct_logging_for(9100);
	for (i = 0; i < 3; i++)
		threads[i] = ct_thread(recorder, &first[i]);
	for (i = 0; i < 10; i++)
		SETUP(posix_trace_flush(trid));
	for (i = 0; i < 3; i++)
		ct_join(threads[i]);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	for (round = 0; round < 3; round++) {
		for (i = 0; i < 9000; i++) {
			if (!ct_find(ct_read, trid, &ev, id))
				FAIL("expected 9000 events, got %d in round "
						"%d", i, round);
			if (round > 0 && numbers[i] != ct_number(&ev))
				FAIL("event %d was number %d, now %d", i, numbers[i],
						ct_number(&ev));
			numbers[i] = ct_number(&ev);
		}
		EXPECT(posix_trace_rewind(trid), 0);
	}
	PASS("9000 events came in the same order three times");
}
