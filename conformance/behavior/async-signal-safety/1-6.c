/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASYNC-1: posix_trace_event() is async-signal-safe.
 *
 * The interrupted calls are posix_trace_start() and posix_trace_stop().
 */
#include "conftest.h"

static trace_event_id_t id, handler_id;
static volatile sig_atomic_t handled, over;
static pthread_t victim;

static void handler(int sig)
{
	int n = handled;

	(void)sig;
	ct_fire(handler_id, n);
	handled = n + 1;
}

static void *sender(void *arg)
{
	int i;

	for (i = 0; i < 600; i++)
		pthread_kill(victim, SIGUSR1);
	over = 1;
	return arg;
}

static void test(void)
{
	struct sigaction sa, ignore;
	trace_attr_t attr;
	pthread_t thread;
	trace_id_t trid;
	static struct ct_event ev;
	int n = 0;

	memset(&sa, 0, sizeof(sa));
	sa.sa_handler = handler;
	sa.sa_flags = SA_RESTART;
	SYSTEM(sigaction(SIGUSR1, &sa, NULL));
	id = ct_type("conformance main");
	handler_id = ct_type("conformance handler");
	victim = pthread_self();
	memset(&ignore, 0, sizeof(ignore));
	ignore.sa_handler = SIG_IGN;
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 3000, 16);
	trid = ct_running(&attr);
	thread = ct_thread(sender, NULL);
	while (!over) {
		RETRY(posix_trace_stop(trid));
		RETRY(posix_trace_start(trid));
		while (ct_try(trid, &ev))
			n++;
	}
	ct_join(thread);
	SYSTEM(sigaction(SIGUSR1, &ignore, NULL));
	EXPECT(posix_trace_shutdown(trid), 0);
	PASS("%d events were read, with %d interruptions", n, (int)handled);
}
