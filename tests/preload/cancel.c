/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Threads are cancelled in functions that the preload library interposes.  Each
 * function must stay a cancellation point, lock the mutex again, and read
 * nothing.  Afterwards other threads make the same calls and are recorded.
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int ends[2];
static int full[2];
static int pair[2];
static sem_t semaphore;
static pthread_t sleeper;
static const char *fifo;

static void unlock(void *arg)
{
	(void)arg;
	/* Only possible if the waiter owned and released the mutex. */
	CHECK(pthread_mutex_trylock(&mutex) == EBUSY);
	CHECK(pthread_mutex_unlock(&mutex) == 0);
	printf("had the mutex\n");
}

static void *reads(void *arg)
{
	char byte;

	(void)arg;
	(void)!read(ends[0], &byte, 1);
	return NULL;
}

static void *writes(void *arg)
{
	static char page[65536];

	(void)arg;
	while (write(full[1], page, sizeof(page)) > 0)
		continue;
	return NULL;
}

static void *waits(void *arg)
{
	(void)arg;
	CHECK(pthread_mutex_lock(&mutex) == 0);
	pthread_cleanup_push(unlock, NULL);
	for (;;)
		pthread_cond_wait(&cond, &mutex);
	pthread_cleanup_pop(0);
	return NULL;
}

static void *waits_long(void *arg)
{
	struct timespec late;

	(void)arg;
	clock_gettime(CLOCK_REALTIME, &late);
	late.tv_sec += 1000;
	CHECK(pthread_mutex_lock(&mutex) == 0);
	pthread_cleanup_push(unlock, NULL);
	for (;;)
		pthread_cond_timedwait(&cond, &mutex, &late);
	pthread_cleanup_pop(0);
	return NULL;
}

static void *sleeps(void *arg)
{
	(void)arg;
	for (;;)
		pause();
	return NULL;
}

static void *joins(void *arg)
{
	(void)arg;
	pthread_join(sleeper, NULL);
	return NULL;
}

static void *opens(void *arg)
{
	(void)arg;
	open(fifo, O_RDONLY);
	return NULL;
}

static void *receives(void *arg)
{
	char byte;

	(void)arg;
	recv(pair[0], &byte, 1, 0);
	return NULL;
}

static void *polls(void *arg)
{
	struct pollfd fd = { .fd = pair[0], .events = POLLIN };

	(void)arg;
	poll(&fd, 1, -1);
	return NULL;
}

static void *sleeps_long(void *arg)
{
	(void)arg;
	sleep(1000);
	return NULL;
}

static void *awaits(void *arg)
{
	(void)arg;
	sem_wait(&semaphore);
	return NULL;
}

/* Cancelled before it runs or in the middle of the call, with the same
 * result. */
static void cancel(const char *name, void *(*routine)(void *), int delay)
{
	pthread_t thread;
	void *value;

	CHECK(pthread_create(&thread, NULL, routine, NULL) == 0);
	if (delay)
		usleep(20000);
	CHECK(pthread_cancel(thread) == 0);
	CHECK(pthread_join(thread, &value) == 0);
	CHECK(value == PTHREAD_CANCELED);
	printf("%s: cancelled\n", name);
}

int main(int argc, char **argv)
{
	char byte = 'x';

	CHECK(argc == 2);
	fifo = argv[1];
	CHECK(pipe(ends) == 0);
	CHECK(pipe(full) == 0);
	cancel("read", reads, 1);
	cancel("read at once", reads, 0);
	cancel("write", writes, 1);
	cancel("cond_wait", waits, 1);
	cancel("cond_timedwait", waits_long, 1);
	CHECK(pthread_create(&sleeper, NULL, sleeps, NULL) == 0);
	cancel("join", joins, 1);
	CHECK(pthread_cancel(sleeper) == 0);
	CHECK(pthread_join(sleeper, NULL) == 0);
	cancel("open", opens, 1);
	CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
	cancel("recv", receives, 1);
	cancel("poll", polls, 1);
	cancel("sleep", sleeps_long, 1);
	/* A wait that need not wait is one, too. */
	CHECK(sem_init(&semaphore, 0, 0) == 0);
	cancel("sem_wait", awaits, 1);

	/* None of the cancelled reads has read this byte. */
	CHECK(write(ends[1], &byte, 1) == 1);
	CHECK(read(ends[0], &byte, 1) == 1);
	return 5;
}
