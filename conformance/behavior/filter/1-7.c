/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-6: the filter excludes the types in it, and only them.
 *
 * Source: XSH posix_trace_set_filter() DESCRIPTION, XSH posix_trace_event()
 * DESCRIPTION; TEF; derived.
 *
 * A thread that records all the time is filtered from the return of the call
 * on.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static trace_event_id_t id, mark;
static sem_t filtered;
static volatile sig_atomic_t over;

static void *recorder(void *arg)
{
	int after = 0;

	while (!over) {
		if (!after && sem_trywait(&filtered) == 0)
			after = 1;
		ct_fire(id, after);
	}
	return arg;
}

static void test(void)
{
	static struct ct_event ev;
	trace_event_set_t set;
	trace_attr_t attr;
	pthread_t thread;
	trace_id_t trid;
	int i;

	id = ct_type("conformance a");
	mark = ct_type("conformance mark");
	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(id, &set));
	sem_init(&filtered, 0, 0);
	ct_attr(&attr, POSIX_TRACE_LOOP, 1000, 16);
	trid = ct_running(&attr);
	thread = ct_thread(recorder, NULL);
	for (i = 0; i < 10; i++)
		ct_pause();
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	sem_post(&filtered);
	for (i = 0; i < 10; i++)
		ct_pause();
	ct_fire(mark, 1);
	over = 1;
	ct_join(thread);
	SETUP(posix_trace_stop(trid));
	while (ct_try(trid, &ev))
		if (ct_is(trid, &ev, id) && ct_number(&ev) == 1)
			FAIL("an event recorded after the return of set_filter came");
	PASS("no event was recorded after the return of set_filter");
}
