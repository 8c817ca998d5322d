/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * THR-1: every function may be called by several threads at once.
 *
 * Source: XSH 2.9.1 Thread-Safety; TRC; shall.
 *
 * Threads come and go while a stream runs.
 */
#include "conftest.h"

#define AT_ONCE 8
#define ROUNDS 40

static trace_event_id_t id;

static void *recorder(void *arg)
{
	posix_trace_event(id, arg, sizeof(int));
	return NULL;
}

static void test(void)
{
	static unsigned char seen[AT_ONCE * ROUNDS];
	static struct ct_event ev;
	pthread_t threads[AT_ONCE];
	int numbers[AT_ONCE], i, k, n;
	trace_attr_t attr;
	trace_id_t trid;

	id = ct_type("conformance a");
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, AT_ONCE * ROUNDS, 16);
	trid = ct_running(&attr);
	for (k = 0; k < ROUNDS; k++) {
		for (i = 0; i < AT_ONCE; i++) {
			numbers[i] = k * AT_ONCE + i;
			threads[i] = ct_thread(recorder, &numbers[i]);
		}
		for (i = 0; i < AT_ONCE; i++)
			ct_join(threads[i]);
	}
	while (ct_find(ct_try, trid, &ev, id)) {
		n = ct_number(&ev);
		if (n < 0 || n >= AT_ONCE * ROUNDS || seen[n]++)
			FAIL("event %d was not recorded, or came twice", n);
	}
	for (n = 0; n < AT_ONCE * ROUNDS; n++)
		if (!seen[n])
			FAIL("event %d of a thread that has ended is missing", n);
	PASS("%d threads came and went, all their events are there", n);
}
