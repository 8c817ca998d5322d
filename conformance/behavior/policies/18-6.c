/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-6: events whose largest sizes add up to no more than stream-min-size
 * are all recorded, whatever thread and process they come from.
 *
 * Source: XSH posix_trace_attr_getmaxsystemeventsize() DESCRIPTION; TRC;
 * shall.
 *
 * Twenty threads, unevenly.
 */
#include "conftest.h"

#define THREADS 20

static trace_event_id_t id;

static void *recorder(void *arg)
{
	int i, n = *(int *)arg;

	for (i = 0; i < n; i++)
		ct_fire(id, i);
	return NULL;
}

static void test(void)
{
	pthread_t threads[THREADS];
	int counts[THREADS], i, n, total = 0;
	size_t user, system;
	trace_attr_t attr;
	trace_id_t trid;

	id = ct_type("conformance a");
	for (i = 0; i < THREADS; i++) {
		counts[i] = i == 3 ? 1000 : i * 11;
		total += counts[i];
	}
	ct_init(&attr);
	SETUP(posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_UNTIL_FULL));
	SETUP(posix_trace_attr_getmaxusereventsize(&attr, sizeof(int), &user));
	SETUP(posix_trace_attr_getmaxsystemeventsize(&attr, &system));
	SETUP(posix_trace_attr_setstreamsize(&attr, system + (size_t)total * user));
	trid = ct_running(&attr);
	for (i = 0; i < THREADS; i++)
		threads[i] = ct_thread(recorder, &counts[i]);
	for (i = 0; i < THREADS; i++)
		ct_join(threads[i]);
	n = ct_count(ct_try, trid, id);
	if (n != total)
		FAIL("expected %d events of %d threads, got %d", total, THREADS, n);
	PASS("%d events of %d threads fitted", n, THREADS);
}
