/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CANC-3: functions that are no cancellation points are none either when
 * they meet other threads at work.
 *
 * Source: XSH 2.9.5 Cancellation Points; TRC; shall.
 *
 * posix_trace_trygetnext_event(), while three threads record.
 */
#include "conftest.h"

static trace_id_t trid;
static trace_event_id_t id;
static volatile sig_atomic_t over;
static int result;

static void *recorder(void *arg)
{
	int i = 0;

	while (!over)
		ct_fire(id, i++);
	return arg;
}

static void call(void)
{
	struct posix_trace_event_info info;
	double end = ct_now() + 0.5;
	size_t len;
	int none;

	while (ct_now() < end)
		result |= posix_trace_trygetnext_event(trid, &info, NULL, 0,
				&len, &none);
}

static void test(void)
{
	pthread_t threads[3];
	trace_attr_t attr;
	int i, cancelled;

	id = ct_type("conformance a");
	ct_attr(&attr, POSIX_TRACE_LOOP, 500, 16);
	trid = ct_running(&attr);
	for (i = 0; i < 3; i++)
		threads[i] = ct_thread(recorder, NULL);
	cancelled = ct_cancels(call);
	over = 1;
	for (i = 0; i < 3; i++)
		ct_join(threads[i]);
	if (cancelled)
		FAIL("the pending cancellation took effect");
	ct_expect("posix_trace_trygetnext_event", result, 0);
	EXPECT(posix_trace_shutdown(trid), 0);
	PASS("reading for half a second was not cancelled");
}
