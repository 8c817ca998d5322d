/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-3: on an active stream without an event the call waits for one, also
 * when the stream does not run.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRC; shall.
 *
 * A stream that was never started: the start ends the wait.
 */
#include "conftest.h"

static trace_id_t trid;
static sem_t ready, done;
static struct ct_event ev;
static int none = -1;

static void *reader(void *arg)
{
	sem_post(&ready);
	EXPECT(posix_trace_getnext_event(trid, &ev.info, ev.data,
			sizeof(ev.data), &ev.len, &none), 0);
	sem_post(&done);
	return arg;
}

static void test(void)
{
	pthread_t thread;

	trid = ct_stream(NULL);
	sem_init(&ready, 0, 0);
	sem_init(&done, 0, 0);
	thread = ct_thread(reader, NULL);
	sem_wait(&ready);
	CT_WATCH(ct_value(&done));
	if (ct_value(&done))
		FAIL("expected the call to wait; it returned, *unavailable %d", none);
	SETUP(posix_trace_start(trid));
	ct_join(thread);
	if (none || !ct_is(trid, &ev, POSIX_TRACE_START))
		FAIL("expected START, got another type or none");
	PASS("the reader waited for START");
}
