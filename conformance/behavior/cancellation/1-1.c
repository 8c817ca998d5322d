/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CANC-4: a read that is cancelled while it waits has taken no event.
 *
 * Source: XSH 2.9.5 Cancellation Points, XSH posix_trace_getnext_event()
 * ERRORS; TRC; shall.
 *
 * posix_trace_getnext_event().
 */
#include "conftest.h"

static trace_id_t trid;
static trace_event_id_t id;
static sem_t ready;
static volatile int got;

static void *reader(void *arg)
{
	struct posix_trace_event_info info;
	size_t len;
	int none, err;

	sem_post(&ready);
	do
		err = posix_trace_getnext_event(trid, &info, NULL, 0, &len,
				&none);
	while (err == 0 && !posix_trace_eventid_equal(trid,
			info.posix_event_id, id));
	got += err == 0;
	return arg;
}

static void test(void)
{
	static struct ct_event ev;
	pthread_t thread;
	int round, n;

	id = ct_type("conformance a");
	trid = ct_running(NULL);
	while (ct_try(trid, &ev))
		;
	sem_init(&ready, 0, 0);
	for (round = 0; round < 100; round++) {
		got = 0;
		thread = ct_thread(reader, NULL);
		sem_wait(&ready);
		if (round % 2)
			ct_pause();
		pthread_cancel(thread);
		ct_fire(id, round);
		ct_join(thread);
		n = ct_count(ct_try, trid, id);
		if (got + n != 1)
			FAIL("round %d: expected the event once, %d came to "
					"the cancelled reader and %d stayed",
					round, got, n);
	}
	PASS("no event was lost to a cancelled reader");
}
