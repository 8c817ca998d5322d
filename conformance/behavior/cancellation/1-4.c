/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CANC-4: a read that is cancelled while it waits has taken no event.
 *
 * Source: XSH 2.9.5 Cancellation Points, XSH posix_trace_getnext_event()
 * ERRORS; TRC; shall.
 *
 * A thread whose cancellation is disabled reads on.
 */
#include "conftest.h"

static trace_id_t trid;
static trace_event_id_t id;
static sem_t ready;
static int number = -1;

static void *reader(void *arg)
{
	static struct ct_event ev;
	int old;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
	sem_post(&ready);
	ct_find(ct_read, trid, &ev, id);
	number = ct_number(&ev);
	return arg;
}

static void test(void)
{
	pthread_t thread;

	id = ct_type("conformance a");
	trid = ct_running(NULL);
	sem_init(&ready, 0, 0);
	thread = ct_thread(reader, NULL);
	sem_wait(&ready);
	ct_pause();
	pthread_cancel(thread);
	ct_pause();
	ct_fire(id, 6);
	if (ct_join(thread) == PTHREAD_CANCELED || number != 6)
		FAIL("expected the reader to get event 6 undisturbed, got "
				"%d", number);
	PASS("a reader with cancellation disabled got its event");
}
