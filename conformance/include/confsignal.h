/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A thread that is interrupted all the time: another thread sends it SIGUSR1,
 * whose handler records an event with its number, and waits until the handler
 * has run.  With few processors each signal costs two context switches, so the
 * number of signals depends on the available time.
 */
#ifndef CONFSIGNAL_H
#define CONFSIGNAL_H

#include "conftest.h"

#include <sched.h>

static trace_event_id_t id, handler_id;
static volatile sig_atomic_t handled, over;
static pthread_t ct_victim, ct_sender;
static int ct_signals;
static int ct_others;		/* room for events besides those of the handler */

static inline void ct_record_in_handler(int sig)
{
	int n = handled;

	(void)sig;
	ct_fire(handler_id, n);
	handled = n + 1;
}

static inline void *ct_send(void *arg)
{
	double end = ct_now() + CT_PATIENCE;
	int i;

	for (i = 0; i < ct_signals && ct_now() < end; i++) {
		int before = handled;

		pthread_kill(ct_victim, SIGUSR1);
		/* A signal that is already pending is not delivered twice. */
		while (handled == before)
			sched_yield();
	}
	over = 1;
	return arg;
}

/*
 * Start a running stream for `room` events of `len` bytes, or as many as memory
 * allows, and the sending of `signals` signals to the calling thread.  `over`
 * is set when all were sent.
 */
static inline trace_id_t ct_interrupted(int policy, int room, size_t len,
		void (*handler)(int), int signals)
{
	struct sigaction sa;
	trace_attr_t attr;
	trace_id_t trid;

	memset(&sa, 0, sizeof(sa));
	sa.sa_handler = handler;
	sa.sa_flags = SA_RESTART;
	SYSTEM(sigaction(SIGUSR1, &sa, NULL));
	id = ct_type("conformance main");
	handler_id = ct_type("conformance handler");
	ct_attr(&attr, policy, 1, len);
	trid = ct_running_of(&attr, &room, len);
	ct_others = room - signals;
	ct_victim = pthread_self();
	ct_signals = signals;
	ct_sender = ct_thread(ct_send, NULL);
	return trid;
}

/* Wait for the sender; afterwards no handler runs. */
static inline void ct_left_alone(void)
{
	struct sigaction ignore;

	ct_join(ct_sender);
	memset(&ignore, 0, sizeof(ignore));
	ignore.sa_handler = SIG_IGN;
	SYSTEM(sigaction(SIGUSR1, &ignore, NULL));
}

/* Read all events.  Returns the number of those from the handler. */
static inline int ct_of_handler(trace_id_t trid)
{
	static struct ct_event ev;
	int n = 0;

	while (ct_try(trid, &ev))
		n += ct_is(trid, &ev, handler_id) != 0;
	return n;
}

#endif
