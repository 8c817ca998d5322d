/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Threads that take turns by a mutex and conditions, without a data race, for
 * ThreadSanitizer: its runtime reports one if a call does not reach it.
 */
#include <pthread.h>
#include <stdio.h>
#include <time.h>

enum { THREADS = 3, TURNS = 200 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int turn, sum;

static void wait_for_change(int way)
{
	struct timespec later;

	clock_gettime(CLOCK_REALTIME, &later);
	later.tv_sec += 100;
	if (way)
		pthread_cond_timedwait(&changed, &mutex, &later);
	else
		pthread_cond_wait(&changed, &mutex);
}

static void *take_turns(void *arg)
{
	const int mine = *(int *)arg;

	for (int i = 0; i < TURNS; i++) {
		pthread_mutex_lock(&mutex);
		while (turn % THREADS != mine)
			wait_for_change(i % 2);
		sum += mine;
		turn++;
		pthread_cond_broadcast(&changed);
		pthread_mutex_unlock(&mutex);
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];
	int numbers[THREADS];

	for (int i = 0; i < THREADS; i++) {
		numbers[i] = i;
		pthread_create(&threads[i], NULL, take_turns, &numbers[i]);
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	printf("%d turns, %d\n", turn, sum);
	return 0;
}
