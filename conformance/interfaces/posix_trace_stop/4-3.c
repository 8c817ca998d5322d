/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STOP-4: once stop has returned nothing is recorded until the next start.
 *
 * Source: XSH posix_trace_stop() DESCRIPTION, XSH posix_trace_event()
 * DESCRIPTION; TRC; derived.
 *
 * Another thread's events stop as well.
 */
#include "conftest.h"

static trace_event_id_t id;
static sem_t go;
static sem_t gone;

static void *recorder(void *arg)
{
	sem_wait(&go);
	ct_fire(id, 1);
	sem_post(&gone);
	return arg;
}

static void test(void)
{
	trace_id_t trid = ct_running(NULL);
	pthread_t thread;
	int n;

	id = ct_type("conformance a");
	sem_init(&go, 0, 0);
	sem_init(&gone, 0, 0);
	thread = ct_thread(recorder, NULL);
	EXPECT(posix_trace_stop(trid), 0);
	sem_post(&go);
	sem_wait(&gone);
	ct_join(thread);
	n = ct_count(ct_try, trid, id);
	if (n != 0)
		FAIL("expected no event of another thread after the stop, got %d", n);
	PASS("stop held for the other thread, too");
}
