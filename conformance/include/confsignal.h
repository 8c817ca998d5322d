/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A thread that is interrupted all the time: another one sends it SIGUSR1,
 * whose handler records an event with its number, and waits until it has run.
 */
#ifndef CONFSIGNAL_H
#define CONFSIGNAL_H

#include "conftest.h"

#include <sched.h>

static trace_event_id_t id, handler_id;
static volatile sig_atomic_t handled, over;
static pthread_t ct_victim, ct_sender;
static int ct_signals;

static inline void ct_record_in_handler(int sig)
{
	int n = handled;

	(void)sig;
	ct_fire(handler_id, n);
	handled = n + 1;
}

static inline void *ct_send(void *arg)
{
	int i;

	for (i = 0; i < ct_signals; i++) {
		int before = handled;

		pthread_kill(ct_victim, SIGUSR1);
		/* Signals that wait together are one. */
		while (handled == before)
			sched_yield();
	}
	over = 1;
	return arg;
}

/*
 * A running stream for `room` events of `len` bytes, and `signals` signals to
 * the calling thread: they have been sent when `over` is set.
 */
static inline trace_id_t ct_interrupted(int policy, int room, int len,
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
	ct_attr(&attr, policy, room, len);
	trid = ct_running(&attr);
	ct_victim = pthread_self();
	ct_signals = signals;
	ct_sender = ct_thread(ct_send, NULL);
	return trid;
}

/* Wait for the sender; no handler runs any more. */
static inline void ct_left_alone(void)
{
	struct sigaction ignore;

	ct_join(ct_sender);
	memset(&ignore, 0, sizeof(ignore));
	ignore.sa_handler = SIG_IGN;
	SYSTEM(sigaction(SIGUSR1, &ignore, NULL));
}

/* Take what is there: how many events are the handler's? */
static inline int ct_of_handler(trace_id_t trid)
{
	static struct ct_event ev;
	int n = 0;

	while (ct_try(trid, &ev))
		n += ct_is(trid, &ev, handler_id) != 0;
	return n;
}

#endif
