/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-E2: EINTR when a signal handler interrupts the wait; no event is lost
 * by it.
 *
 * Source: XSH posix_trace_timedgetnext_event() ERRORS; TRC; shall.
 *
 * The handler is installed without SA_RESTART. Signals are sent until the
 * call has returned.
 */
#include "conftest.h"

static trace_id_t trid;
static trace_event_id_t id;
static sem_t ready, done;
static int result = -1;

static void handler(int sig)
{
	(void)sig;
}

static void *reader(void *arg)
{
	struct posix_trace_event_info info;
	struct timespec ts = ct_in(3600);
	size_t len;
	int none;

	sem_post(&ready);
	result = posix_trace_timedgetnext_event(trid, &info, NULL, 0, &len,
			&none, &ts);
	sem_post(&done);
	return arg;
}

static void test(void)
{
	static struct ct_event ev;
	struct sigaction sa;
	pthread_t thread;

	memset(&sa, 0, sizeof(sa));
	sa.sa_handler = handler;
	SYSTEM(sigaction(SIGUSR1, &sa, NULL));
	id = ct_type("conformance a");
	trid = ct_running(NULL);
	while (ct_try(trid, &ev))
		;
	sem_init(&ready, 0, 0);
	sem_init(&done, 0, 0);
	thread = ct_thread(reader, NULL);
	sem_wait(&ready);
	CT_UNTIL(pthread_kill(thread, SIGUSR1) != 0 || ct_value(&done));
	if (!ct_value(&done))
		FAIL("expected signals to interrupt the wait; they did not in %g s",
				CT_PATIENCE);
	ct_join(thread);
	if (result != EINTR)
		FAIL("expected EINTR, got %s", ct_error(result));
	ct_fire(id, 1);
	if (!ct_find(ct_try, trid, &ev, id))
		FAIL("expected the event after the interruption; it did not come");
	PASS("a signal gave EINTR, and nothing was lost");
}
