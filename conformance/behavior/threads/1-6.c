/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * THR-1: every function may be called by several threads at once.
 *
 * Source: XSH 2.9.1 Thread-Safety; TRC; shall.
 *
 * Start, stop and status by several threads.
 */
#include "conftest.h"

static trace_id_t trid;

static void *starter(void *arg)
{
	int i;

	for (i = 0; i < 500; i++) {
		EXPECT(posix_trace_start(trid), 0);
		EXPECT(posix_trace_stop(trid), 0);
	}
	return arg;
}

static void *asker(void *arg)
{
	int i, status;

	for (i = 0; i < 1000; i++) {
		status = ct_status(trid).posix_stream_status;
		if (status != POSIX_TRACE_RUNNING &&
		    status != POSIX_TRACE_SUSPENDED)
			FAIL("the status is neither running nor suspended: "
					"%d", status);
	}
	return arg;
}

static void test(void)
{
	static struct ct_event ev;
	pthread_t threads[3];
	trace_attr_t attr;
	int i, room = 30000, open = 0;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 1, 64);
	trid = ct_stream_of(&attr, &room, 64);
	threads[0] = ct_thread(starter, NULL);
	threads[1] = ct_thread(starter, NULL);
	threads[2] = ct_thread(asker, NULL);
	for (i = 0; i < 3; i++)
		ct_join(threads[i]);
	if (ct_status(trid).posix_stream_overrun_status != POSIX_TRACE_NO_OVERRUN)
		UNTESTED("the system events did not fit");
	for (i = 0; ct_try(trid, &ev); i++) {
		int start = ct_is(trid, &ev, POSIX_TRACE_START) != 0;

		if (!start && !ct_is(trid, &ev, POSIX_TRACE_STOP))
			continue;
		if (start == open)
			FAIL("START and STOP do not take turns at event %d", i);
		open = start;
	}
	if (ct_status(trid).posix_stream_status != POSIX_TRACE_SUSPENDED)
		FAIL("the last call was a stop, but the stream runs");
	PASS("%d STARTs and STOPs of two threads took turns", i);
}
