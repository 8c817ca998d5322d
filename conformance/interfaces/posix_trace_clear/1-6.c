/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLEAR-1: all events recorded before are gone, and the stream is not full.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION; TRC; shall.
 *
 * Data recorded by a thread that is still there.
 */
#include "conftest.h"

static trace_event_id_t id;
static sem_t fired, over;

static void *recorder(void *arg)
{
	ct_fire(id, 1);
	sem_post(&fired);
	sem_wait(&over);
	return arg;
}

static void test(void)
{
	trace_id_t trid = ct_running(NULL);
	pthread_t thread;
	int n;

	id = ct_type("conformance a");
	sem_init(&fired, 0, 0);
	sem_init(&over, 0, 0);
	thread = ct_thread(recorder, NULL);
	sem_wait(&fired);
	EXPECT(posix_trace_clear(trid), 0);
	n = ct_count(ct_try, trid, id);
	sem_post(&over);
	ct_join(thread);
	if (n != 0)
		FAIL("expected the other thread's event to be gone, got %d", n);
	PASS("the other thread's event is gone");
}
