/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * THR-1: every function may be called by several threads at once.
 *
 * Source: XSH 2.9.1 Thread-Safety; TRC; shall.
 *
 * A shutdown races with control functions of other threads: each gives 0 or
 * EINVAL.
 */
#include "conftest.h"

static trace_id_t trid;
static sem_t go;

static void *controller(void *arg)
{
	int err;

	sem_wait(&go);
	do
		err = posix_trace_start(trid) | posix_trace_stop(trid);
	while (err == 0);
	if (err != EINVAL)
		FAIL("expected EINVAL once the stream was gone, got "
				"%s", ct_error(err));
	return arg;
}

static void test(void)
{
	pthread_t threads[2];
	trace_attr_t attr;
	int i, round;

	ct_attr(&attr, POSIX_TRACE_LOOP, 50, 16);
	sem_init(&go, 0, 0);
	for (round = 0; round < 50; round++) {
		trid = ct_stream(&attr);
		for (i = 0; i < 2; i++)
			threads[i] = ct_thread(controller, NULL);
		for (i = 0; i < 2; i++)
			sem_post(&go);
		EXPECT(posix_trace_shutdown(trid), 0);
		for (i = 0; i < 2; i++)
			ct_join(threads[i]);
	}
	PASS("the shutdown won every race without harm");
}
