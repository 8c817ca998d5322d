/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EX-11: a switch for each thread can be built around posix_trace_event()
 * with thread-specific data.
 *
 * Source: XRAT B.2.11 Tracing, pthread API; TRC; derived.
 */
#include "conftest.h"

static pthread_key_t key;
static trace_event_id_t id;

static void maybe(int n)
{
	if (pthread_getspecific(key))
		ct_fire(id, n);
}

static void *silent(void *arg)
{
	maybe(1);
	return arg;
}

static void *loud(void *arg)
{
	SETUP(pthread_setspecific(key, arg));
	maybe(2);
	return arg;
}

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid;
	int n = 0, sum = 0;

	SETUP(pthread_key_create(&key, NULL));
	id = ct_type("conformance a");
	trid = ct_running(NULL);
	ct_join(ct_thread(silent, &n));
	ct_join(ct_thread(loud, &n));
	while (ct_find(ct_try, trid, &ev, id)) {
		sum += ct_number(&ev);
		n++;
	}
	if (n != 1 || sum != 2)
		FAIL("expected one event of the loud thread, got %d, sum %d", n, sum);
	PASS("only the thread that was switched on recorded");
}
