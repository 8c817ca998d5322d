/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-40: the thread of START in a stream of this process is the one that called
 * posix_trace_start(), or another, or none.
 *
 * Source: XSH 2.11.1 posix_trace_event_info Structure; TRC; open.
 */
#include "conftest.h"

static trace_id_t trid;

static void *start(void *arg)
{
	SETUP(posix_trace_start(trid));
	return arg;
}

static void test(void)
{
	static struct ct_event ev;
	pthread_t thread;

	trid = ct_stream(NULL);
	thread = ct_thread(start, NULL);
	if (!ct_join(thread) && !ct_find(ct_try, trid, &ev, POSIX_TRACE_START))
		UNRESOLVED("there is no START");
	ADVISORY("the thread of START is %s",
			pthread_equal(ev.info.posix_thread_id, thread) ?
			"the one that called posix_trace_start()" :
			pthread_equal(ev.info.posix_thread_id, pthread_self()) ?
			"that of main()" : "another, or none");
}
