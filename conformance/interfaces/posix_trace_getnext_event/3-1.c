/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-3: on an active stream without an event the call waits for one, also
 * when the stream does not run.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRC; shall.
 *
 * A running stream: an event ends the wait.
 */
#include "conftest.h"

static trace_id_t trid;
static trace_event_id_t id;
static sem_t ready, done;
static struct ct_event ev;

static void *reader(void *arg)
{
	sem_post(&ready);
	ct_find(ct_read, trid, &ev, id);
	sem_post(&done);
	return arg;
}

static void test(void)
{
	pthread_t thread;

	id = ct_type("conformance a");
	trid = ct_running(NULL);
	sem_init(&ready, 0, 0);
	sem_init(&done, 0, 0);
	thread = ct_thread(reader, NULL);
	sem_wait(&ready);
	CT_WATCH(ct_value(&done));
	if (ct_value(&done))
		FAIL("expected the call to wait; it returned without an event");
	ct_fire(id, 31);
	ct_join(thread);
	if (ct_number(&ev) != 31)
		FAIL("expected event 31, got %d", ct_number(&ev));
	PASS("the reader waited for the event");
}
