/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * THR-1: every function may be called by several threads at once.
 *
 * Source: XSH 2.9.1 Thread-Safety; TRC; shall.
 *
 * Into a log that is flushed by another thread.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

#define THREADS 4
#define EVENTS 1000

static trace_event_id_t id;
static trace_id_t trid;
static volatile sig_atomic_t over;
static int events;		/* of each thread, at most EVENTS */

static void *recorder(void *arg)
{
	int me = *(int *)arg, i;

	for (i = 0; i < events; i++)
		ct_fire(id, me * EVENTS + i);
	return NULL;
}

static void *flusher(void *arg)
{
	while (!over)
		ct_flush(trid);
	return arg;
}

static void test(void)
{
	static struct ct_event ev;
	pthread_t threads[THREADS], flush;
	int me[THREADS], next[THREADS] = { 0 }, i, k;
	int room = 4 * THREADS * EVENTS;
	trace_attr_t attr;

	id = ct_type("conformance a");
	ct_log_attr(&attr, 1);
	trid = ct_logging_of(&attr, &room, 64, ct_file());
	events = room / (4 * THREADS);
	flush = ct_thread(flusher, NULL);
	for (i = 0; i < THREADS; i++) {
		me[i] = i;
		threads[i] = ct_thread(recorder, &me[i]);
	}
	for (i = 0; i < THREADS; i++)
		ct_join(threads[i]);
	over = 1;
	ct_join(flush);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	for (i = 0; i < THREADS * events; i++) {
		if (!ct_find(ct_read, trid, &ev, id))
			FAIL("expected %d events, got %d", THREADS * events, i);
		k = ct_number(&ev) / EVENTS;
		if (k < 0 || k >= THREADS || ct_number(&ev) % EVENTS != next[k]++)
			FAIL("event %d of thread %d is out of order",
					ct_number(&ev) % EVENTS, k);
	}
	PASS("%d events of %d threads are in the log, each thread's in "
			"order", i, THREADS);
}
