/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASYNC-1: posix_trace_event() is async-signal-safe.
 *
 * Source: XSH 2.4.3 Signal Actions; TRC; shall.
 *
 * The first event of a thread is in a handler.
 */
#include "conftest.h"

static trace_event_id_t id;
static sem_t ready, over;

static void handler(int sig)
{
	ct_fire(id, sig);
	sem_post(&over);
}

static void *victim(void *arg)
{
	sem_post(&ready);
	while (sem_wait(&over) == -1)
		;
	return arg;
}

static void test(void)
{
	static struct ct_event ev;
	struct sigaction sa;
	pthread_t thread;
	trace_id_t trid;

	memset(&sa, 0, sizeof(sa));
	sa.sa_handler = handler;
	SYSTEM(sigaction(SIGUSR1, &sa, NULL));
	sem_init(&ready, 0, 0);
	sem_init(&over, 0, 0);
	id = ct_type("conformance a");
	trid = ct_running(NULL);
	thread = ct_thread(victim, NULL);
	sem_wait(&ready);
	SETUP(pthread_kill(thread, SIGUSR1));
	ct_join(thread);
	if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != SIGUSR1)
		FAIL("expected the event of the handler; it did not come");
	if (!pthread_equal(ev.info.posix_thread_id, thread))
		FAIL("the event is not of the thread that ran the handler");
	PASS("a thread's first event can be in a handler");
}
