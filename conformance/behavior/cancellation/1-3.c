/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CANC-4: a read that is cancelled while it waits has taken no event.
 *
 * Source: XSH 2.9.5 Cancellation Points, XSH posix_trace_getnext_event()
 * ERRORS; TRC; shall.
 *
 * After a cancelled read the stream can be used and shut down.
 */
#include "conftest.h"

static trace_id_t trid;
static sem_t ready;

static void *reader(void *arg)
{
	struct posix_trace_event_info info;
	size_t len;
	int none;

	sem_post(&ready);
	posix_trace_getnext_event(trid, &info, NULL, 0, &len, &none);
	return arg;
}

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	pthread_t thread;

	trid = ct_running(NULL);
	while (ct_try(trid, &ev))
		;
	sem_init(&ready, 0, 0);
	thread = ct_thread(reader, NULL);
	sem_wait(&ready);
	ct_pause();
	pthread_cancel(thread);
	ct_fire(id, 1);		/* for a reader that is no cancellation point */
	ct_join(thread);
	while (ct_try(trid, &ev))
		;
	ct_fire(id, 2);
	if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != 2)
		FAIL("expected event 2 after a cancelled read, got "
				"%d", ct_number(&ev));
	EXPECT(posix_trace_stop(trid), 0);
	EXPECT(posix_trace_shutdown(trid), 0);
	PASS("the stream outlived a cancelled reader");
}
