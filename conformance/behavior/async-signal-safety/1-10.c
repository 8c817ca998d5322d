/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASYNC-1: posix_trace_event() is async-signal-safe.
 *
 * The interrupted calls are posix_trace_create() and posix_trace_shutdown()
 * of another stream.
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
	int h = 0;

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
		trace_id_t other;
		int err = posix_trace_create(0, &attr, &other);

		if (err == EINTR || err == EAGAIN)
			continue;
		ct_expect("posix_trace_create", err, 0);
		RETRY(posix_trace_start(other));
		EXPECT(posix_trace_shutdown(other), 0);
		while (ct_try(trid, &ev))
			h += ct_is(trid, &ev, handler_id) != 0;
	}
	ct_join(thread);
	SYSTEM(sigaction(SIGUSR1, &ignore, NULL));
	while (ct_try(trid, &ev))
		h += ct_is(trid, &ev, handler_id) != 0;
	if (h != handled)
		FAIL("expected %d events of the handler, got %d", (int)handled, h);
	PASS("%d events of the handler came", h);
}
