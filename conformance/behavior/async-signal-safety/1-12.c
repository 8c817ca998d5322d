/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASYNC-1: posix_trace_event() is async-signal-safe.
 *
 * Source: XSH 2.4.3 Signal Actions; TRC; shall.
 *
 * A child of a process with threads, before it does anything else.
 */
#define NEEDS (CT_INHERIT)
#include "conftest.h"

static trace_event_id_t id;
static volatile sig_atomic_t over;

static void *recorder(void *arg)
{
	while (!over)
		ct_fire(id, 1000000);
	return arg;
}

static void test(void)
{
	trace_attr_t attr;
	pthread_t threads[2];
	trace_id_t trid;
	int i;

	id = ct_type("conformance a");
	ct_attr(&attr, POSIX_TRACE_LOOP, 1000, 16);
	SETUP(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	ct_room(&attr, 1000, 16);
	trid = ct_running(&attr);
	for (i = 0; i < 2; i++)
		threads[i] = ct_thread(recorder, NULL);
	for (i = 0; i < 30; i++) {
		pid_t pid = ct_fork();

		if (pid == 0) {
			ct_fire(id, i);
			_exit(CT_DONE);
		}
		ct_reap(pid);
	}
	over = 1;
	for (i = 0; i < 2; i++)
		ct_join(threads[i]);
	EXPECT(posix_trace_shutdown(trid), 0);
	PASS("30 children of a process with threads recorded an event");
}
