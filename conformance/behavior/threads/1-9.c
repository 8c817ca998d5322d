/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * THR-1: every function may be called by several threads at once.
 *
 * Source: XSH 2.9.1 Thread-Safety; TRC; shall.
 *
 * Readers and a shutdown race: each read gives an event or EINVAL.
 */
#include "conftest.h"

static trace_id_t trid;

static void *reader(void *arg)
{
	struct posix_trace_event_info info;
	size_t len;
	int none, err;

	do
		err = posix_trace_getnext_event(trid, &info, NULL, 0, &len, &none);
	while (err == 0);
	if (err != EINVAL)
		FAIL("expected EINVAL once the stream was gone, got "
				"%s", ct_error(err));
	return arg;
}

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	pthread_t threads[2];
	trace_attr_t attr;
	int i, round;

	ct_attr(&attr, POSIX_TRACE_LOOP, 50, 16);
	for (round = 0; round < 50; round++) {
		trid = ct_running(&attr);
		for (i = 0; i < 2; i++)
			threads[i] = ct_thread(reader, NULL);
		for (i = 0; i < round; i++)
			ct_fire(id, i);
		EXPECT(posix_trace_shutdown(trid), 0);
		for (i = 0; i < 2; i++)
			ct_join(threads[i]);
	}
	PASS("each reader ended with its stream");
}
