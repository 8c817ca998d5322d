/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ORD-1: events come oldest first, in the order in which they were
 * generated.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRC; shall.
 *
 * The stamps do not fall.
 */
#include "conftest.h"

#define THREADS 3
#define EVENTS 500

static trace_event_id_t id;

static void *recorder(void *arg)
{
	int i;

	for (i = 0; i < EVENTS; i++)
		ct_fire(id, i);
	return arg;
}

static void test(void)
{
	static struct ct_event ev;
	struct timespec last = { 0, 0 };
	pthread_t threads[THREADS];
	trace_attr_t attr;
	trace_id_t trid;
	int i, n = 0;

	id = ct_type("conformance a");
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, THREADS * EVENTS, 16);
	trid = ct_running(&attr);
	for (i = 0; i < THREADS; i++)
		threads[i] = ct_thread(recorder, NULL);
	for (i = 0; i < THREADS; i++)
		ct_join(threads[i]);
	while (ct_find(ct_try, trid, &ev, id)) {
		if (ct_ts_cmp(ev.info.posix_timestamp, last) < 0)
			FAIL("event %d has a stamp older than the one before it", n);
		last = ev.info.posix_timestamp;
		n++;
	}
	if (n != THREADS * EVENTS)
		FAIL("expected %d events, got %d", THREADS * EVENTS, n);
	PASS("the stamps of %d events of %d threads do not fall", n, THREADS);
}
