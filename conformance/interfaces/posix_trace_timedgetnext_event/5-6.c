/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TGET-2: without an event the call waits until CLOCK_REALTIME reaches abstime, and
 * gives ETIMEDOUT.
 *
 * Source: XSH posix_trace_timedgetnext_event() DESCRIPTION, XSH
 * posix_trace_timedgetnext_event() ERRORS; TRC; shall.
 *
 * A time that is two months ahead, more milliseconds than an int counts: the call
 * waits, and an event ends that.
 */
#include "conftest.h"

static trace_event_id_t id;

static void *later(void *arg)
{
	CT_WATCH(0);
	ct_fire(id, 1);
	return arg;
}

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid;
	pthread_t thread;
	struct timespec ts = ct_in(0);
	int none = 0;

	ts.tv_sec += 60 * 86400;
	id = ct_type("conformance a");
	trid = ct_running_for(20);
	while (ct_try(trid, &ev))
		;
	thread = ct_thread(later, NULL);
	do
		EXPECT(posix_trace_timedgetnext_event(trid, &ev.info, ev.data,
				sizeof(ev.data), &ev.len, &none, &ts), 0);
	while (none || !ct_is(trid, &ev, id));
	ct_join(thread);
	PASS("the event ended a wait that was to last two months");
}
