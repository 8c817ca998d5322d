/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Threads that wait for events while their stream, or another one, is shut down or
 * cleared. */
#ifndef CONFWAIT_H
#define CONFWAIT_H

#include "conftest.h"

struct ct_waiter {
	int (*wait)(trace_id_t);
	trace_id_t trid;
	sem_t ready;
	int result;
};

static inline void *ct_waits(void *arg)
{
	struct ct_waiter *waiter = arg;

	sem_post(&waiter->ready);
	waiter->result = waiter->wait(waiter->trid);
	return NULL;
}

/* `wait` waits for event 5 of a stream and returns the error.  The results are of the
 * stream that is shut down and of the other one, where event 5 is recorded then. */
static inline void ct_shutdown_beside(int (*wait)(trace_id_t), int *ended, int *other)
{
	static struct ct_waiter waiters[2];
	trace_event_id_t id = ct_type("conformance a");
	pthread_t threads[2];
	int i;

	for (i = 0; i < 2; i++) {
		waiters[i].wait = wait;
		waiters[i].trid = ct_running(NULL);
		sem_init(&waiters[i].ready, 0, 0);
	}
	for (i = 0; i < 2; i++)
		threads[i] = ct_thread(ct_waits, &waiters[i]);
	for (i = 0; i < 2; i++)
		sem_wait(&waiters[i].ready);
	CT_WATCH(0);	/* lets them block */
	EXPECT(posix_trace_shutdown(waiters[0].trid), 0);
	ct_join(threads[0]);
	CT_WATCH(0);
	ct_fire(id, 5);
	ct_join(threads[1]);
	*ended = waiters[0].result;
	*other = waiters[1].result;
}

/* The result of `wait`, of a stream that is cleared meanwhile, and where event 5 is
 * recorded then. */
static inline int ct_clear_beside(int (*wait)(trace_id_t))
{
	static struct ct_waiter waiter;
	trace_event_id_t id = ct_type("conformance a");
	pthread_t thread;

	waiter.wait = wait;
	waiter.trid = ct_running(NULL);
	sem_init(&waiter.ready, 0, 0);
	thread = ct_thread(ct_waits, &waiter);
	sem_wait(&waiter.ready);
	CT_WATCH(0);	/* lets it block */
	EXPECT(posix_trace_clear(waiter.trid), 0);
	CT_WATCH(0);
	ct_fire(id, 5);
	ct_join(thread);
	return waiter.result;
}

#endif
