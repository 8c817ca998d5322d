/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * THR-1: every function may be called by several threads at once.
 *
 * Source: XSH 2.9.1 Thread-Safety; TRC; shall.
 *
 * Attributes objects of several threads do not disturb each other.
 */
#include "conftest.h"

static void *worker(void *arg)
{
	int me = *(int *)arg, i;
	char name[8], got[4096];
	trace_attr_t attr;
	size_t size;

	snprintf(name, sizeof(name), "t%d", me);
	for (i = 0; i < 2000; i++) {
		SETUP(posix_trace_attr_init(&attr));
		EXPECT(posix_trace_attr_setname(&attr, name), 0);
		EXPECT(posix_trace_attr_setmaxdatasize(&attr, 100 + (size_t)me), 0);
		EXPECT(posix_trace_attr_getname(&attr, got), 0);
		EXPECT(posix_trace_attr_getmaxdatasize(&attr, &size), 0);
		if (strcmp(name, got) != 0 || size != 100 + (size_t)me)
			FAIL("thread %d got the attributes of another", me);
		EXPECT(posix_trace_attr_destroy(&attr), 0);
	}
	return NULL;
}

static void test(void)
{
	pthread_t threads[3];
	int me[3], i;

	for (i = 0; i < 3; i++) {
		me[i] = i;
		threads[i] = ct_thread(worker, &me[i]);
	}
	for (i = 0; i < 3; i++)
		ct_join(threads[i]);
	PASS("three threads kept their attributes apart");
}
