/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-E2: EINTR when a signal handler interrupts the wait; no event is lost
 * by it.
 *
 * Source: XSH posix_trace_timedgetnext_event() ERRORS; TRC; shall.
 *
 * An event that the handler records is there for the next call.
 */
#include "conftest.h"

static trace_id_t trid;
static trace_event_id_t id;
static sem_t done;
static volatile sig_atomic_t handled;
static int result, got, room = 20000;

static void handler(int sig)
{
	(void)sig;
	if (handled == room)
		return;
	posix_trace_event(id, NULL, 0);
	handled++;
}

/* Read until a read is interrupted. */
static void *reader(void *arg)
{
	struct posix_trace_event_info info;
	struct timespec ts = ct_in(3600);
	size_t len;
	int none;

	do {
		result = posix_trace_timedgetnext_event(trid, &info, NULL, 0,
				&len, &none, &ts);
		got += !result && !none && posix_trace_eventid_equal(trid,
				info.posix_event_id, id);
	} while (!result && got < 200);
	sem_post(&done);
	return arg;
}

static void test(void)
{
	struct sigaction sa;
	trace_attr_t attr;
	pthread_t thread;
	int left;

	memset(&sa, 0, sizeof(sa));
	sa.sa_handler = handler;
	SYSTEM(sigaction(SIGUSR1, &sa, NULL));
	id = ct_type("conformance a");
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 1, 8);
	trid = ct_running_of(&attr, &room, 8);
	sem_init(&done, 0, 0);
	thread = ct_thread(reader, NULL);
	CT_UNTIL(pthread_kill(thread, SIGUSR1) != 0 || ct_value(&done));
	if (!ct_value(&done))
		FAIL("expected signals to interrupt the wait; they did not in %g s",
				CT_PATIENCE);
	ct_join(thread);
	if (result != 0 && result != EINTR)
		FAIL("expected EINTR or an event, got %s", ct_error(result));
	left = ct_count(ct_try, trid, id);
	if (got + left != (int)handled)
		FAIL("of %d events of the handler, %d were read before the "
				"interruption and %d after it",
				(int)handled, got, left);
	PASS("the %d events of the handler all came", (int)handled);
}
