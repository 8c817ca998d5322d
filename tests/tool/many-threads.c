/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Threads with names of their own, "worker-0" and so on, all of them there at
 * once, so that no two have the same id; each records one event, with its
 * number, or as many as asked for.
 *
 * usage: many-threads N [EVENTS]
 */
#include <posixtrace.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

enum { THREADS_MOST = 4096 };

static pthread_barrier_t all_are_there;
static unsigned events = 1;

static void *work(void *number)
{
	const uint32_t i = (uint32_t)(uintptr_t)number;
	char name[16];

	snprintf(name, sizeof(name), "worker-%u", i);
	prctl(PR_SET_NAME, name);
	for (unsigned n = 0; n < events; n++) {
		POSIXTRACE_BEGIN("many:hello")
			POSIXTRACE_U32(number, i)
		POSIXTRACE_END;
	}
	pthread_barrier_wait(&all_are_there);
	return NULL;
}

static void check(const char *what, int err)
{
	if (err == 0)
		return;
	fprintf(stderr, "many-threads: %s: %s\n", what, strerror(err));
	exit(1);
}

int main(int argc, char **argv)
{
	unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 0;
	pthread_t threads[THREADS_MOST];
	pthread_attr_t attr;

	if (n < 1 || n > THREADS_MOST) {
		fprintf(stderr, "usage: many-threads N [EVENTS], N up to %d\n",
			THREADS_MOST);
		return 2;
	}
	if (argc > 2)
		events = (unsigned)atoi(argv[2]);
	check("barrier", pthread_barrier_init(&all_are_there, NULL, n));
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 256 << 10);
	for (uintptr_t i = 0; i < n; i++)
		check("thread", pthread_create(&threads[i], &attr, work,
					       (void *)i));
	for (unsigned i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
