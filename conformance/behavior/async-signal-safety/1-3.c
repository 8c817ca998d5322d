/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASYNC-1: posix_trace_event() is async-signal-safe.
 *
 * The interrupted call is posix_trace_event() itself, many times.
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

	for (i = 0; i < 1500; i++)
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
	int n = 0, i = 0, h = 0;

	memset(&sa, 0, sizeof(sa));
	sa.sa_handler = handler;
	sa.sa_flags = SA_RESTART;
	SYSTEM(sigaction(SIGUSR1, &sa, NULL));
	id = ct_type("conformance main");
	handler_id = ct_type("conformance handler");
	victim = pthread_self();
	memset(&ignore, 0, sizeof(ignore));
	ignore.sa_handler = SIG_IGN;
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 1500 + 200000, 16);
	trid = ct_running(&attr);
	thread = ct_thread(sender, NULL);
	while (!over && n < 200000)
		ct_fire(id, n++);
	ct_join(thread);
	SYSTEM(sigaction(SIGUSR1, &ignore, NULL));
	while (ct_try(trid, &ev)) {
		if (ct_is(trid, &ev, id) && ct_number(&ev) != i++)
			FAIL("expected event %d, got %d", i - 1, ct_number(&ev));
		if (ct_is(trid, &ev, handler_id) && ct_number(&ev) != h++)
			FAIL("expected handler event %d, got %d", h - 1,
					ct_number(&ev));
	}
	if (i != n || h != handled)
		FAIL("expected %d events and %d of the handler, got %d and %d",
				n, (int)handled, i, h);
	PASS("%d events and %d of the handler came, each in order", n, h);
}
