/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A thread that waits in a read and gets signals until it has returned.  The handler
 * is installed without SA_RESTART.
 */
#ifndef CONFINTR_H
#define CONFINTR_H

#include "confread.h"

static struct {
	ct_get *get;
	trace_id_t trid;
	trace_event_id_t id;
	sem_t ready, done;
	volatile sig_atomic_t handled;
	int room;		/* events that the handler may record */
	int result, got;
} ct_read_on = { .room = 20000 };

static inline void ct_no_act(int sig)
{
	(void)sig;
}

static inline void ct_record_one(int sig)
{
	(void)sig;
	if (ct_read_on.handled == ct_read_on.room)
		return;
	posix_trace_event(ct_read_on.id, NULL, 0);
	ct_read_on.handled++;
}

/* Reads once if the handler records nothing, otherwise until a read is
 * interrupted. */
static inline void *ct_interrupted_reader(void *arg)
{
	struct posix_trace_event_info info;
	size_t len;
	int none;

	sem_post(&ct_read_on.ready);
	do {
		ct_read_on.result = ct_read_on.get(ct_read_on.trid, &info, NULL,
				0, &len, &none);
		ct_read_on.got += ct_read_on.result == 0 && !none &&
			posix_trace_eventid_equal(ct_read_on.trid,
					info.posix_event_id, ct_read_on.id);
	} while (arg && ct_read_on.result == 0 && ct_read_on.got < 200);
	sem_post(&ct_read_on.done);
	return NULL;
}

/* Send signals to a thread that reads.  `arg` is for ct_interrupted_reader(). */
static inline void ct_interrupt(void (*handler)(int), void *arg)
{
	struct sigaction sa;
	pthread_t thread;

	memset(&sa, 0, sizeof(sa));
	sa.sa_handler = handler;
	SYSTEM(sigaction(SIGUSR1, &sa, NULL));
	sem_init(&ct_read_on.ready, 0, 0);
	sem_init(&ct_read_on.done, 0, 0);
	thread = ct_thread(ct_interrupted_reader, arg);
	sem_wait(&ct_read_on.ready);
	CT_UNTIL(pthread_kill(thread, SIGUSR1) != 0 ||
			ct_value(&ct_read_on.done));
	if (!ct_value(&ct_read_on.done))
		FAIL("expected signals to interrupt the wait; they did not in %g s",
				CT_PATIENCE);
	ct_join(thread);
}

/* A signal ends the wait, and the stream is as before. */
static inline void ct_must_interrupt(ct_get *get)
{
	static struct ct_event ev;

	ct_read_on.get = get;
	ct_read_on.id = ct_type("conformance a");
	ct_read_on.trid = ct_running(NULL);
	while (ct_try(ct_read_on.trid, &ev))
		;
	ct_interrupt(ct_no_act, NULL);
	if (ct_read_on.result != EINTR)
		FAIL("expected EINTR, got %s", ct_error(ct_read_on.result));
	ct_fire(ct_read_on.id, 1);
	if (!ct_find(ct_try, ct_read_on.trid, &ev, ct_read_on.id))
		FAIL("expected the event after the interruption; it did not come");
}

/* A read that gives EINTR has taken none of the events that the handler records.
 * Returns their number. */
static inline int ct_must_keep(ct_get *get)
{
	trace_attr_t attr;
	int left;

	ct_read_on.get = get;
	ct_read_on.id = ct_type("conformance a");
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 1, 8);
	ct_read_on.trid = ct_running_of(&attr, &ct_read_on.room, 8);
	ct_interrupt(ct_record_one, &ct_read_on);
	if (ct_read_on.result != 0 && ct_read_on.result != EINTR)
		FAIL("expected EINTR or an event, got %s",
				ct_error(ct_read_on.result));
	left = ct_count(ct_try, ct_read_on.trid, ct_read_on.id);
	if (ct_read_on.got + left != (int)ct_read_on.handled)
		FAIL("of %d events of the handler, %d were read before the "
				"interruption and %d after it",
				(int)ct_read_on.handled, ct_read_on.got, left);
	return (int)ct_read_on.handled;
}

#endif
