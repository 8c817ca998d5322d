/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-3: on an active stream without an event the call waits for one, also
 * when the stream does not run.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRC; shall.
 *
 * A stopped stream that has been read to its end.
 */
#include "conftest.h"

static trace_id_t trid;
static sem_t ready, done;
static struct ct_event ev;

static void *reader(void *arg)
{
	int none;

	sem_post(&ready);
	EXPECT(posix_trace_getnext_event(trid, &ev.info, ev.data,
			sizeof(ev.data), &ev.len, &none), 0);
	sem_post(&done);
	return arg;
}

static void test(void)
{
	pthread_t thread;

	trid = ct_running(NULL);
	SETUP(posix_trace_stop(trid));
	while (ct_try(trid, &ev))
		;
	sem_init(&ready, 0, 0);
	sem_init(&done, 0, 0);
	thread = ct_thread(reader, NULL);
	sem_wait(&ready);
	CT_WATCH(ct_value(&done));
	if (ct_value(&done))
		FAIL("expected the call to wait on a stopped stream; it returned");
	SETUP(posix_trace_start(trid));
	ct_join(thread);
	if (!ct_is(trid, &ev, POSIX_TRACE_START))
		FAIL("expected START, got another type");
	PASS("the reader waited until the stream was started");
}
