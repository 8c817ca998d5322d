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

#define THREADS 3

static trace_event_id_t id;
static int events = 3000;		/* of each thread */

static void *recorder(void *arg)
{
	int i;

	for (i = 0; i < events; i++)
		ct_fire(id, *(int *)arg + i);
	return NULL;
}

static void test(void)
{
	static struct ct_event ev;
	static int numbers[THREADS * 3000];
	int first[THREADS] = { 0, 10000, 20000 }, i, n, round;
	pthread_t threads[THREADS];
	trace_attr_t attr;
	trace_id_t trid;

	id = ct_type("conformance a");
	ct_log_attr(&attr, 1);
	n = THREADS * events + 100;
	trid = ct_logging_of(&attr, &n, 64, ct_file());
	events = (n - 100) / THREADS;
	n = THREADS * events;
	for (i = 0; i < THREADS; i++)
		threads[i] = ct_thread(recorder, &first[i]);
	for (i = 0; i < 10; i++)
		SETUP(posix_trace_flush(trid));
	for (i = 0; i < THREADS; i++)
		ct_join(threads[i]);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	for (round = 0; round < 3; round++) {
		for (i = 0; i < n; i++) {
			if (!ct_find(ct_read, trid, &ev, id))
				FAIL("expected %d events, got %d in round %d",
						n, i, round);
			if (round > 0 && numbers[i] != ct_number(&ev))
				FAIL("event %d was number %d, now %d", i, numbers[i],
						ct_number(&ev));
			numbers[i] = ct_number(&ev);
		}
		EXPECT(posix_trace_rewind(trid), 0);
	}
	PASS("%d events came in the same order three times", n);
}
