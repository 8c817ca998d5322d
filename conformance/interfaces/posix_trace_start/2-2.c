/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * START-2: starting a stream that is running records nothing and changes
 * nothing.
 *
 * Source: XSH posix_trace_start() DESCRIPTION; TRC; shall.
 *
 * A stream with log, started by several threads, and again after a stop.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static trace_id_t trid;

static void *starter(void *arg)
{
	EXPECT(posix_trace_start(trid), 0);
	return arg;
}

static void test(void)
{
	static struct ct_event ev;
	pthread_t threads[3];
	int i, k, starts = 0;

	trid = ct_logging_for(20);
	for (k = 0; k < 2; k++) {
		for (i = 0; i < 3; i++)
			threads[i] = ct_thread(starter, NULL);
		for (i = 0; i < 3; i++)
			ct_join(threads[i]);
		SETUP(posix_trace_stop(trid));
	}
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	while (ct_find(ct_read, trid, &ev, POSIX_TRACE_START))
		starts++;
	if (starts != 2)
		FAIL("expected two START in the log, got %d", starts);
	PASS("of seven starts the two that had an effect are in the log");
}
