/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * THR-1: every function may be called by several threads at once.
 *
 * Source: XSH 2.9.1 Thread-Safety; TRC; shall.
 *
 * Many threads record; all events come, each thread's in order.
 */
#include "conftest.h"

#define THREADS 6
#define EVENTS 500

static trace_event_id_t id;

static void *recorder(void *arg)
{
	int me = *(int *)arg, i;

	for (i = 0; i < EVENTS; i++)
		ct_fire(id, me * EVENTS + i);
	return NULL;
}

static void test(void)
{
	static struct ct_event ev;
	pthread_t threads[THREADS];
	int me[THREADS], next[THREADS] = { 0 }, i, k;
	trace_attr_t attr;
	trace_id_t trid;

	id = ct_type("conformance a");
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, THREADS * EVENTS, 16);
	trid = ct_running(&attr);
	for (i = 0; i < THREADS; i++) {
		me[i] = i;
		threads[i] = ct_thread(recorder, &me[i]);
	}
	for (i = 0; i < THREADS; i++)
		ct_join(threads[i]);
	for (i = 0; i < THREADS * EVENTS; i++) {
		if (!ct_find(ct_try, trid, &ev, id))
			FAIL("expected %d events, got %d", THREADS * EVENTS, i);
		k = ct_number(&ev) / EVENTS;
		if (k < 0 || k >= THREADS || ct_number(&ev) % EVENTS != next[k]++)
			FAIL("event %d of thread %d is out of order",
					ct_number(&ev) % EVENTS, k);
	}
	PASS("%d events of %d threads came, each thread's in order", i, THREADS);
}
