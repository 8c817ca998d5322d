/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Threads that work and wait in turns, and record when: each computes for a time of its
 * own processor, then sleeps.
 *
 * usage: sched-work THREADS ROUNDS WORK_US SLEEP_US [FILE]
 *
 * With FILE it goes on until that exists.
 */
#include <posixtrace.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

static unsigned rounds, work_us, sleep_us;
static const char *file;

static long long thread_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return now.tv_sec * 1000000ll + now.tv_nsec / 1000;
}

static void *work(void *number)
{
	const struct timespec nap = {
		.tv_sec = sleep_us / 1000000,
		.tv_nsec = sleep_us % 1000000 * 1000l,
	};
	char name[16];

	snprintf(name, sizeof(name), "work-%u", (unsigned)(size_t)number);
	prctl(PR_SET_NAME, name);
	for (unsigned i = 0; i < rounds || (file && access(file, F_OK) != 0); i++) {
		const long long end = thread_us() + work_us;

		while (thread_us() < end)
			;
		POSIXTRACE_POINT("work:sleeps");
		nanosleep(&nap, NULL);
		POSIXTRACE_POINT("work:woke");
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t threads[1000];
	unsigned n = argc > 4 ? (unsigned)atoi(argv[1]) : 0;

	if (n < 1 || n > sizeof(threads) / sizeof(threads[0]))
		return 2;
	rounds = (unsigned)atoi(argv[2]);
	work_us = (unsigned)atoi(argv[3]);
	sleep_us = (unsigned)atoi(argv[4]);
	file = argc > 5 ? argv[5] : NULL;
	for (unsigned i = 0; i < n; i++)
		if (pthread_create(&threads[i], NULL, work, (void *)(size_t)i) != 0)
			return 1;
	for (unsigned i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
