/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Two threads at once that do the same over and over: work, and in it a part of
 * that, with points in both, so that each fills several blocks of a log.
 */
#include <posixtrace.h>
#include <pthread.h>
#include <stddef.h>

enum { TIMES = 1500 };

static void *work(void *unused)
{
	for (unsigned i = 0; i < TIMES; i++) {
		POSIXTRACE_POINT("work_begin");
		POSIXTRACE_POINT("point");
		POSIXTRACE_POINT("part_begin");
		POSIXTRACE_POINT("point");
		POSIXTRACE_POINT("part_end");
		POSIXTRACE_POINT("point");
		POSIXTRACE_POINT("work_end");
	}
	return unused;
}

int main(void)
{
	pthread_t thread;
	int err = pthread_create(&thread, NULL, work, NULL);

	if (err)
		return 1;
	work(NULL);
	return pthread_join(thread, NULL);
}
