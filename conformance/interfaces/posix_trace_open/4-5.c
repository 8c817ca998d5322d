/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OPEN-4: everything comes back as it was recorded.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION, XSH posix_trace_open()
 * DESCRIPTION; TRL; derived.
 *
 * The events of several threads, with the thread of each.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

#define THREADS 4
#define EVENTS 400

static trace_event_id_t id;
static pthread_t self[THREADS];
static sem_t recorded, over;

static void *recorder(void *arg)
{
	int me = *(int *)arg, i;

	self[me] = pthread_self();
	for (i = 0; i < EVENTS; i++)
		ct_fire(id, me * EVENTS + i);
	sem_post(&recorded);
	sem_wait(&over);
	return NULL;
}

static void test(void)
{
	static struct ct_event ev;
	pthread_t threads[THREADS];
	int me[THREADS], next[THREADS] = { 0 }, i, k;
	trace_id_t trid;

	id = ct_type("conformance a");
	sem_init(&recorded, 0, 0);
	sem_init(&over, 0, 0);
	trid = ct_logging_for(THREADS * EVENTS);
	for (i = 0; i < THREADS; i++) {
		me[i] = i;
		threads[i] = ct_thread(recorder, &me[i]);
	}
	for (i = 0; i < THREADS; i++)
		sem_wait(&recorded);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	for (i = 0; i < THREADS * EVENTS; i++) {
		if (!ct_find(ct_read, trid, &ev, id))
			FAIL("expected %d events, got %d", THREADS * EVENTS, i);
		k = ct_number(&ev) / EVENTS;
		if (k < 0 || k >= THREADS || ct_number(&ev) % EVENTS != next[k]++)
			FAIL("event %d is out of order", ct_number(&ev));
		if (!pthread_equal(ev.info.posix_thread_id, self[k]))
			FAIL("event %d has not the thread that recorded it",
					ct_number(&ev));
	}
	for (i = 0; i < THREADS; i++)
		sem_post(&over);
	for (i = 0; i < THREADS; i++)
		ct_join(threads[i]);
	PASS("%d events of %d threads came back with their threads", i, THREADS);
}
