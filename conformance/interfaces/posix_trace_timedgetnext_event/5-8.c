/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TGET-2: without an event the call waits until CLOCK_REALTIME reaches
 * abstime, and gives ETIMEDOUT.
 *
 * Source: XSH posix_trace_timedgetnext_event() DESCRIPTION, XSH
 * posix_trace_timedgetnext_event() ERRORS; TRC; shall.
 *
 * An event ends one of several waits before the time, and the others go on.
 */
#include "conftest.h"

#define READERS 3

static trace_id_t trid;
static trace_event_id_t id;
static sem_t ready, done;

static void *reader(void *arg)
{
	struct posix_trace_event_info info;
	struct timespec ts = ct_in(3600);
	size_t len;
	int none = 0, n;

	sem_post(&ready);
	do
		EXPECT(posix_trace_timedgetnext_event(trid, &info, &n,
				sizeof(n), &len, &none, &ts), 0);
	while (none || !posix_trace_eventid_equal(trid, info.posix_event_id,
			id));
	sem_post(&done);
	return arg;
}

static void test(void)
{
	static struct ct_event ev;
	pthread_t threads[READERS];
	int i;

	id = ct_type("conformance a");
	trid = ct_running_for(20);
	while (ct_try(trid, &ev))
		;
	sem_init(&ready, 0, 0);
	sem_init(&done, 0, 0);
	for (i = 0; i < READERS; i++)
		threads[i] = ct_thread(reader, NULL);
	for (i = 0; i < READERS; i++)
		sem_wait(&ready);
	CT_WATCH(0);	/* lets them block; without, they find events */
	for (i = 0; i < READERS; i++) {
		ct_fire(id, i);
		CT_UNTIL(ct_value(&done) > i);
		if (ct_value(&done) != i + 1)
			FAIL("expected %d events to end %d waits, got %d",
					i + 1, i + 1, ct_value(&done));
	}
	for (i = 0; i < READERS; i++)
		ct_join(threads[i]);
	PASS("each of %d events ended one wait", READERS);
}
