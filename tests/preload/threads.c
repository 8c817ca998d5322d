/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Threads that end in each possible way, with the order of their cleanup.
 * Records 5 x THREAD_CREATE and START, 4 x JOIN, and 5 x EXIT: one of the
 * initial thread, and none of the last thread, which ends the process.
 */
#define _GNU_SOURCE
#include "check.h"

#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <unistd.h>

static pthread_key_t key;
static sem_t done;

static void say(void *what)
{
	printf("%s\n", (const char *)what);
}

static void forget(void *value)
{
	printf("key destructor of %s\n", (const char *)value);
}

static void *returns(void *arg)
{
	pthread_setspecific(key, "returns");
	return arg;
}

static void *leaves(void *arg)
{
	pthread_setspecific(key, "leaves");
	pthread_cleanup_push(say, "outer cleanup");
	pthread_cleanup_push(say, "inner cleanup");
	pthread_exit(arg);
	pthread_cleanup_pop(0);
	pthread_cleanup_pop(0);
	return NULL;
}

static void *waits(void *arg)
{
	pthread_setspecific(key, "waits");
	pthread_cleanup_push(say, "cancelled");
	for (;;)
		pause();
	pthread_cleanup_pop(0);
	return arg;
}

static void *detached(void *arg)
{
	/* The variable in its creator may not exist any more when it
	 * returns. */
	memset(arg, 0xff, sizeof(pthread_t));
	free(arg);
	sem_post(&done);
	return NULL;
}

static void create_and_join(void *(*routine)(void *), int cancel, void *want)
{
	pthread_t thread;
	void *value;

	CHECK(pthread_create(&thread, NULL, routine, want) == 0);
	if (cancel)
		CHECK(pthread_cancel(thread) == 0);
	CHECK(pthread_join(thread, &value) == 0);
	CHECK(value == (cancel ? PTHREAD_CANCELED : want));
}

static void *last(void *arg)
{
	pthread_t *initial = arg;

	CHECK(pthread_join(*initial, NULL) == 0);
	printf("the initial thread is gone\n");
	exit(7);
}

int main(void)
{
	static pthread_t initial;
	pthread_attr_t attr;
	pthread_t *gone = malloc(sizeof(*gone));
	void *volatile same = gone;
	pthread_t thread;
	int local;

	CHECK(pthread_key_create(&key, forget) == 0);
	create_and_join(returns, 0, &local);
	create_and_join(leaves, 0, &local);
	create_and_join(waits, 1, &local);

	CHECK(sem_init(&done, 0, 0) == 0);
	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	pthread_attr_setstacksize(&attr, 65536);
	CHECK(pthread_create(gone, &attr, detached, same) == 0);
	CHECK(sem_wait(&done) == 0);

	initial = pthread_self();
	CHECK(pthread_create(&thread, NULL, last, &initial) == 0);
	pthread_exit(NULL);
}
