/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TGET-2: without an event the call waits until CLOCK_REALTIME reaches
 * abstime, and gives ETIMEDOUT.
 *
 * Source: XSH posix_trace_timedgetnext_event() DESCRIPTION, XSH
 * posix_trace_timedgetnext_event() ERRORS; TRC; shall.
 *
 * An event ends the wait before the time.
 */
#include "conftest.h"

static trace_id_t trid;
static trace_event_id_t id;
static sem_t ready, done;
static struct ct_event ev;

static void *reader(void *arg)
{
	struct timespec ts = ct_in(3600);
	int none;

	sem_post(&ready);
	do
		EXPECT(posix_trace_timedgetnext_event(trid, &ev.info, ev.data,
				sizeof(ev.data), &ev.len, &none, &ts), 0);
	while (!ct_is(trid, &ev, id));
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
	ct_fire(id, 17);
	ct_join(thread);
	if (ct_number(&ev) != 17)
		FAIL("expected event 17, got %d", ct_number(&ev));
	PASS("the event ended the wait");
}
