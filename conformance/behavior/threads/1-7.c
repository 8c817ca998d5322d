/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * THR-1: every function may be called by several threads at once.
 *
 * Source: XSH 2.9.1 Thread-Safety; TRC; shall.
 *
 * Streams are created by several threads.
 */
#include "conftest.h"

static void *creator(void *arg)
{
	static const int n = 50;
	trace_event_id_t id = ct_type("conformance a");
	struct ct_event *ev = arg;
	trace_id_t trid;
	int i;

	for (i = 0; i < n; i++) {
		trid = ct_running(NULL);
		ct_fire(id, i);
		if (!ct_find(ct_try, trid, ev, id))
			FAIL("expected an event in a stream of this thread");
		EXPECT(posix_trace_shutdown(trid), 0);
	}
	return NULL;
}

static void test(void)
{
	static struct ct_event evs[3];
	pthread_t threads[3];
	int i;

	for (i = 0; i < 3; i++)
		threads[i] = ct_thread(creator, &evs[i]);
	for (i = 0; i < 3; i++)
		ct_join(threads[i]);
	PASS("three threads made fifty streams each");
}
