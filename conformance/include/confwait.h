/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Threads that wait for events, also while their stream, or another one, is shut down
 * or cleared, or while they are cancelled. */
#ifndef CONFWAIT_H
#define CONFWAIT_H

#include "confread.h"

struct ct_waiter {
	ct_get *get;
	trace_id_t trid;
	sem_t ready, done;
	pthread_t thread;
	int result;
};

/* Waits for event 5.  The result is the error, or -1 if a read gave no event. */
static inline void *ct_wait_for_five(void *arg)
{
	struct ct_waiter *waiter = arg;
	struct posix_trace_event_info info;
	int number, none, err;
	size_t len;

	sem_post(&waiter->ready);
	do {
		number = 0;
		err = waiter->get(waiter->trid, &info, &number, sizeof(number),
				&len, &none);
		if (err == 0 && none)
			err = -1;
	} while (err == EINTR || (err == 0 && number != 5));
	waiter->result = err;
	sem_post(&waiter->done);
	return NULL;
}

/* Begin to wait in a stream that only the caller's thread knows besides. */
static inline void ct_begin_wait(struct ct_waiter *waiter, ct_get *get,
		trace_id_t trid)
{
	waiter->get = get;
	waiter->trid = trid;
	waiter->result = -1;
	sem_init(&waiter->ready, 0, 0);
	sem_init(&waiter->done, 0, 0);
	waiter->thread = ct_thread(ct_wait_for_five, waiter);
	sem_wait(&waiter->ready);
}

static inline void ct_end_wait(struct ct_waiter *waiter)
{
	ct_join(waiter->thread);
	sem_destroy(&waiter->ready);
	sem_destroy(&waiter->done);
}

/* Without an event a read waits; one that is recorded ends that. */
static inline void ct_must_wait(ct_get *get)
{
	static struct ct_waiter waiter;
	trace_event_id_t id = ct_type("conformance a");

	ct_begin_wait(&waiter, get, ct_running(NULL));
	CT_WATCH(ct_value(&waiter.done));
	if (ct_value(&waiter.done))
		FAIL("expected the call to wait; it returned without an event");
	ct_fire(id, 5);
	ct_end_wait(&waiter);
	if (waiter.result != 0)
		FAIL("expected the event, got %s", waiter.result == -1 ?
				"none" : ct_error(waiter.result));
}

/* A shutdown wakes who waits in the stream. */
static inline void ct_must_wake(ct_get *get)
{
	static struct ct_waiter waiter;

	ct_begin_wait(&waiter, get, ct_stream(NULL));
	CT_WATCH(0);	/* lets it block; without, it finds no stream: EINVAL */
	EXPECT(posix_trace_shutdown(waiter.trid), 0);
	ct_end_wait(&waiter);
	if (waiter.result != EINVAL)
		FAIL("expected EINVAL from the blocked reader, got %s",
				ct_error(waiter.result));
}

/* But not who waits in another one. */
static inline void ct_must_wake_one(ct_get *get)
{
	static struct ct_waiter ended, other;
	trace_event_id_t id = ct_type("conformance a");

	ct_begin_wait(&ended, get, ct_running(NULL));
	ct_begin_wait(&other, get, ct_running(NULL));
	CT_WATCH(0);	/* lets them block */
	EXPECT(posix_trace_shutdown(ended.trid), 0);
	ct_end_wait(&ended);
	CT_WATCH(0);
	ct_fire(id, 5);
	ct_end_wait(&other);
	if (ended.result != EINVAL || other.result != 0)
		FAIL("expected EINVAL and, of another stream, 0, got %s and %s",
				ct_error(ended.result), ct_error(other.result));
}

/* A clear wakes nobody; the first event after it does. */
static inline void ct_must_outlast_clear(ct_get *get)
{
	static struct ct_waiter waiter;
	trace_event_id_t id = ct_type("conformance a");

	ct_begin_wait(&waiter, get, ct_running(NULL));
	CT_WATCH(0);	/* lets it block */
	EXPECT(posix_trace_clear(waiter.trid), 0);
	CT_WATCH(0);
	ct_fire(id, 5);
	ct_end_wait(&waiter);
	if (waiter.result != 0)
		FAIL("expected the event after the clear, got %s",
				waiter.result == -1 ? "none" :
				ct_error(waiter.result));
}

/* A read that is cancelled while it waits has taken no event. */
static inline void ct_must_lose_none(ct_get *get)
{
	static struct ct_waiter waiter;
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_running(NULL);
	int round, n;

	while (ct_try(trid, &ev))
		;
	for (round = 0; round < 100; round++) {
		ct_begin_wait(&waiter, get, trid);
		if (round % 2)
			ct_pause();
		pthread_cancel(waiter.thread);
		ct_fire(id, 5);
		ct_end_wait(&waiter);
		n = ct_count(ct_try, trid, id);
		if ((waiter.result == 0) + n != 1)
			FAIL("round %d: expected the event once, %d came to "
					"the cancelled reader and %d stayed",
					round, waiter.result == 0, n);
	}
}

#endif
