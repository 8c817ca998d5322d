/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-6: the event says which process and which thread recorded it, from
 * where, and when.
 *
 * Source: XSH 2.11.1 posix_trace_event_info Structure; TRC; shall.
 *
 * Several threads, all alive: each event has the thread that recorded it.
 */
#include "conftest.h"

#define THREADS 4

static trace_event_id_t id;
static pthread_t self[THREADS];
static sem_t recorded, over;

static void *recorder(void *arg)
{
	int i = *(int *)arg;

	self[i] = pthread_self();
	ct_fire(id, i);
	sem_post(&recorded);
	sem_wait(&over);
	return NULL;
}

static void test(void)
{
	static struct ct_event ev;
	pthread_t threads[THREADS];
	int numbers[THREADS], i, n;
	trace_id_t trid;

	id = ct_type("conformance a");
	trid = ct_running(NULL);
	sem_init(&recorded, 0, 0);
	sem_init(&over, 0, 0);
	for (i = 0; i < THREADS; i++) {
		numbers[i] = i;
		threads[i] = ct_thread(recorder, &numbers[i]);
	}
	for (i = 0; i < THREADS; i++)
		sem_wait(&recorded);
	for (i = 0; i < THREADS; i++) {
		if (!ct_find(ct_try, trid, &ev, id))
			FAIL("expected %d events, got %d", THREADS, i);
		n = ct_number(&ev);
		if (n < 0 || n >= THREADS ||
		    !pthread_equal(ev.info.posix_thread_id, self[n]))
			FAIL("event %d has not the thread that recorded it", n);
	}
	for (i = 0; i < THREADS; i++)
		sem_post(&over);
	for (i = 0; i < THREADS; i++)
		ct_join(threads[i]);
	PASS("each of %d events has its thread", THREADS);
}
