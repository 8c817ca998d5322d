/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Every kind of mutex, free and locked, and waits that end and that time out.
 * Records 2 x MUTEX_WAIT (one real, one EDEADLK), or one more if the answering
 * thread is early, and 4 x COND_WAIT.
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t robust;
static int turn;

static void make(pthread_mutex_t *made, int type, int robustness)
{
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, type);
	pthread_mutexattr_setrobust(&attr, robustness);
	CHECK(pthread_mutex_init(made, &attr) == 0);
	pthread_mutexattr_destroy(&attr);
}

static void *dies_locked(void *arg)
{
	(void)arg;
	CHECK(pthread_mutex_lock(&robust) == 0);
	return NULL;
}

static atomic_int contender;

static void *contends(void *arg)
{
	(void)arg;
	contender = (int)syscall(SYS_gettid);
	CHECK(pthread_mutex_lock(&mutex) == 0);
	CHECK(pthread_mutex_unlock(&mutex) == 0);
	return NULL;
}

/* The only thing that it can sleep for is the mutex. */
static void await_contender(void)
{
	char path[64], line[256] = "";

	while (contender == 0)
		usleep(1000);
	snprintf(path, sizeof(path), "/proc/self/task/%d/stat", contender);
	for (;;) {
		FILE *stat = fopen(path, "r");

		CHECK(stat != NULL && fgets(line, sizeof(line), stat) != NULL);
		fclose(stat);
		if (strstr(line, ") S ") != NULL)
			return;
		usleep(1000);
	}
}

static void *answers(void *arg)
{
	(void)arg;
	CHECK(pthread_mutex_lock(&mutex) == 0);
	turn = 1;
	pthread_cond_signal(&cond);
	CHECK(pthread_mutex_unlock(&mutex) == 0);
	return NULL;
}

static struct timespec soon(clockid_t clock)
{
	struct timespec time;

	clock_gettime(clock, &time);
	time.tv_nsec += 10000000;
	if (time.tv_nsec >= 1000000000) {
		time.tv_nsec -= 1000000000;
		time.tv_sec++;
	}
	return time;
}

static void kinds(void)
{
	pthread_mutex_t other;
	pthread_t thread;

	make(&other, PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_STALLED);
	CHECK(pthread_mutex_lock(&other) == 0);
	CHECK(pthread_mutex_lock(&other) == 0);
	CHECK(pthread_mutex_unlock(&other) == 0);
	CHECK(pthread_mutex_unlock(&other) == 0);
	CHECK(pthread_mutex_unlock(&other) == EPERM);
	pthread_mutex_destroy(&other);

	make(&other, PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_STALLED);
	CHECK(pthread_mutex_lock(&other) == 0);
	CHECK(pthread_mutex_lock(&other) == EDEADLK);
	CHECK(pthread_mutex_unlock(&other) == 0);
	pthread_mutex_destroy(&other);

	make(&robust, PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_ROBUST);
	CHECK(pthread_create(&thread, NULL, dies_locked, NULL) == 0);
	CHECK(pthread_join(thread, NULL) == 0);
	CHECK(pthread_mutex_lock(&robust) == EOWNERDEAD);
	CHECK(pthread_mutex_unlock(&robust) == 0);
	CHECK(pthread_mutex_lock(&robust) == ENOTRECOVERABLE);
	printf("kinds\n");
}

int main(void)
{
	struct timespec late;
	pthread_t thread;

	kinds();

	CHECK(pthread_mutex_lock(&mutex) == 0);
	CHECK(pthread_create(&thread, NULL, contends, NULL) == 0);
	await_contender();
	CHECK(pthread_mutex_unlock(&mutex) == 0);
	CHECK(pthread_join(thread, NULL) == 0);
	printf("contention\n");

	CHECK(pthread_mutex_lock(&mutex) == 0);
	late = soon(CLOCK_REALTIME);
	CHECK(pthread_cond_timedwait(&cond, &mutex, &late) == ETIMEDOUT);
	late = soon(CLOCK_MONOTONIC);
	CHECK(pthread_cond_clockwait(&cond, &mutex, CLOCK_MONOTONIC,
				     &late) == ETIMEDOUT);
	late.tv_nsec = -1;
	CHECK(pthread_cond_timedwait(&cond, &mutex, &late) == EINVAL);
	CHECK(pthread_create(&thread, NULL, answers, NULL) == 0);
	while (!turn)
		CHECK(pthread_cond_wait(&cond, &mutex) == 0);
	CHECK(pthread_mutex_unlock(&mutex) == 0);
	CHECK(pthread_join(thread, NULL) == 0);
	printf("conditions\n");
	return 0;
}
