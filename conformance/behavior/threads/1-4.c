/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * THR-1: every function may be called by several threads at once.
 *
 * Source: XSH 2.9.1 Thread-Safety; TRC; shall.
 *
 * Streams come and go while threads record.
 */
#include "conftest.h"

static trace_event_id_t id;
static volatile sig_atomic_t over;

static void *recorder(void *arg)
{
	int i = 0;

	while (!over)
		ct_fire(id, i++);
	return arg;
}

static void test(void)
{
	static struct ct_event ev;
	pthread_t threads[2];
	trace_attr_t attr;
	trace_id_t trid;
	int i, n;

	id = ct_type("conformance a");
	ct_attr(&attr, POSIX_TRACE_LOOP, 100, 16);
	for (i = 0; i < 2; i++)
		threads[i] = ct_thread(recorder, NULL);
	for (i = 0; i < 200; i++) {
		trid = ct_running(&attr);
		if (i % 2 == 0)
			for (n = 0; n < 20; n++)
				ct_try(trid, &ev);
		EXPECT(posix_trace_shutdown(trid), 0);
	}
	over = 1;
	for (i = 0; i < 2; i++)
		ct_join(threads[i]);
	PASS("200 streams came and went under two recording threads");
}
