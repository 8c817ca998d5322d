/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASYNC-1: posix_trace_event() is async-signal-safe.
 *
 * The interrupted call is a LOOP stream's, which is overrun all the time.
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
	int n = 0, last = -1, h = -1;

	memset(&sa, 0, sizeof(sa));
	sa.sa_handler = handler;
	sa.sa_flags = SA_RESTART;
	SYSTEM(sigaction(SIGUSR1, &sa, NULL));
	id = ct_type("conformance main");
	handler_id = ct_type("conformance handler");
	victim = pthread_self();
	memset(&ignore, 0, sizeof(ignore));
	ignore.sa_handler = SIG_IGN;
	ct_attr(&attr, POSIX_TRACE_LOOP, 100, 64);
	trid = ct_running(&attr);
	thread = ct_thread(sender, NULL);
	while (!over) {
		posix_trace_event(id, &n, sizeof(n));
		n++;
	}
	ct_join(thread);
	SYSTEM(sigaction(SIGUSR1, &ignore, NULL));
	/* Signals may have kept the thread from its own events for long. */
	ct_fire(id, n++);
	SETUP(posix_trace_stop(trid));
	while (ct_try(trid, &ev)) {
		if (ct_is(trid, &ev, id)) {
			if (last != -1 && ct_number(&ev) != last + 1)
				FAIL("event %d follows %d", ct_number(&ev), last);
			last = ct_number(&ev);
		} else if (ct_is(trid, &ev, handler_id)) {
			if (h != -1 && ct_number(&ev) != h + 1)
				FAIL("handler event %d follows "
						"%d", ct_number(&ev), h);
			h = ct_number(&ev);
		}
	}
	if (last != n - 1)
		FAIL("expected the last of %d events, the newest is %d", n, last);
	PASS("the newest of %d events and %d of the handler are there", n,
			(int)handled);
}
