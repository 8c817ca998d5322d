/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-7: an event of a handler that interrupts posix_trace_event() harms
 * no other: the data of both is whole.
 *
 * Data of a hundred bytes, each of one value.
 */
#include "conftest.h"

static trace_event_id_t id, handler_id;
static volatile sig_atomic_t handled, over;
static pthread_t victim;

static void handler(int sig)
{
	unsigned char data[100];

	(void)sig;
	memset(data, 0xee, sizeof(data));
	posix_trace_event(handler_id, data, sizeof(data));
	handled++;
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
	static struct ct_event ev;
	struct sigaction sa;
	unsigned char data[100];
	trace_attr_t attr;
	pthread_t thread;
	trace_id_t trid;
	size_t i;
	int n = 0, h = 0;

	memset(&sa, 0, sizeof(sa));
	sa.sa_handler = handler;
	SYSTEM(sigaction(SIGUSR1, &sa, NULL));
	id = ct_type("conformance main");
	handler_id = ct_type("conformance handler");
	victim = pthread_self();
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 41500, 100);
	trid = ct_running(&attr);
	thread = ct_thread(sender, NULL);
	for (; !over && n < 40000; n++) {
		memset(data, n % 200, sizeof(data));
		posix_trace_event(id, data, sizeof(data));
	}
	ct_join(thread);
	while (ct_try(trid, &ev)) {
		int mine = ct_is(trid, &ev, id) != 0;
		int handlers = ct_is(trid, &ev, handler_id) != 0;

		n -= mine;
		h += handlers;
		if ((mine || handlers) && ev.len != sizeof(data))
			FAIL("expected 100 bytes, got %zu", ev.len);
		for (i = 1; (mine || handlers) && i < ev.len; i++)
			if (ev.data[i] != ev.data[0] ||
			    (ev.data[i] == 0xee) != handlers)
				FAIL("the data of two events was mixed");
	}
	if (n != 0 || h != handled)
		FAIL("%d events and %d of the handler are missing", n, handled - h);
	PASS("events and %d of the handler came whole", h);
}
