/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EX-11: a switch for each thread can be built around posix_trace_event()
 * with thread-specific data.
 *
 * Source: XRAT B.2.11 Tracing, pthread API; TRC; derived.
 *
 * What it needs is made once, by whoever comes first; a thread turns it on and off
 * while another does not.
 */
#include "conftest.h"

static pthread_key_t key;
static trace_event_id_t id;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make(void)
{
	SETUP(pthread_key_create(&key, NULL));
	id = ct_type("conformance a");
}

static int get_flag(void)
{
	SETUP(pthread_once(&once, make));
	return pthread_getspecific(key) != NULL;
}

static void set_flag(int on)
{
	SETUP(pthread_once(&once, make));
	SETUP(pthread_setspecific(key, on ? &id : NULL));
}

static void work(int n)
{
	if (get_flag())
		ct_fire(id, n);
}

/* The numbers are 1 to 4 in one thread, 11 to 14 in the other. */
static void *switching(void *arg)
{
	work(1);
	set_flag(1);
	work(2);
	set_flag(0);
	work(3);
	set_flag(1);
	work(4);
	return arg;
}

static void *silent(void *arg)
{
	int i;

	for (i = 11; i <= 14; i++)
		work(i);
	return arg;
}

static void test(void)
{
	trace_id_t trid = ct_running(NULL);
	static struct ct_event ev;
	pthread_t a, b;

	a = ct_thread(silent, NULL);
	b = ct_thread(switching, NULL);
	ct_join(a);
	ct_join(b);
	if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != 2)
		FAIL("expected event 2");
	if (!pthread_equal(ev.info.posix_thread_id, b))
		FAIL("event 2 is of another thread");
	if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != 4)
		FAIL("expected event 4 after event 2");
	if (ct_find(ct_try, trid, &ev, id))
		FAIL("expected nothing after event 4, got event %d",
				ct_number(&ev));
	PASS("a thread was switched on, off and on again");
}
