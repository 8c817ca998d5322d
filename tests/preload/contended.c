/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Read-write locks, spin locks, semaphores, barriers and timed mutexes: free, held,
 * with times that are over or invalid, and errors.
 *
 * Records 3 x MUTEX_WAIT, 3 x RDLOCK_WAIT, 4 x WRLOCK_WAIT, 2 x SEM_WAIT or more,
 * and 2 x BARRIER_WAIT.  A holder is known of the mutexes and, except for one, of the
 * read-write locks.
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <time.h>

static const struct timespec past = { 1, 0 }, wrong = { 1, -1 };
static const struct timespec late = { 2000000000, 0 };
static pthread_barrier_t barrier;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t semaphore;

static void mutexes(void)
{
	pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

	/* A time is not looked at if the mutex is free. */
	CHECK(pthread_mutex_timedlock(&mutex, &wrong) == 0);
	CHECK(pthread_mutex_timedlock(&mutex, &wrong) == EINVAL);
	CHECK(pthread_mutex_timedlock(&mutex, &past) == ETIMEDOUT);
	CHECK(pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &past) ==
	      ETIMEDOUT);
	CHECK(pthread_mutex_unlock(&mutex) == 0);
	CHECK(pthread_mutex_clocklock(&mutex, CLOCK_REALTIME, &late) == 0);
	CHECK(pthread_mutex_unlock(&mutex) == 0);
	CHECK(pthread_mutex_clocklock(&mutex, 77, &late) == EINVAL);
	printf("mutexes\n");
}

static void *reads(void *arg)
{
	(void)arg;
	CHECK(pthread_rwlock_timedrdlock(&lock, &past) == ETIMEDOUT);
	CHECK(pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &past) ==
	      ETIMEDOUT);
	CHECK(pthread_rwlock_timedwrlock(&lock, &past) == ETIMEDOUT);
	CHECK(pthread_rwlock_clockwrlock(&lock, CLOCK_REALTIME, &past) ==
	      ETIMEDOUT);
	return NULL;
}

static void *writes(void *arg)
{
	(void)arg;
	CHECK(pthread_rwlock_timedwrlock(&lock, &past) == ETIMEDOUT);
	return NULL;
}

static void run(void *(*routine)(void *))
{
	pthread_t thread;

	CHECK(pthread_create(&thread, NULL, routine, NULL) == 0);
	CHECK(pthread_join(thread, NULL) == 0);
}

static void rwlocks(void)
{
	CHECK(pthread_rwlock_rdlock(&lock) == 0);
	CHECK(pthread_rwlock_timedrdlock(&lock, &late) == 0);
	CHECK(pthread_rwlock_timedrdlock(&lock, &wrong) == EINVAL);
	CHECK(pthread_rwlock_clockrdlock(&lock, 77, &late) == EINVAL);
	run(writes);
	CHECK(pthread_rwlock_unlock(&lock) == 0);
	CHECK(pthread_rwlock_unlock(&lock) == 0);
	CHECK(pthread_rwlock_wrlock(&lock) == 0);
	CHECK(pthread_rwlock_rdlock(&lock) == EDEADLK);
	CHECK(pthread_rwlock_wrlock(&lock) == EDEADLK);
	run(reads);
	CHECK(pthread_rwlock_unlock(&lock) == 0);
	CHECK(pthread_rwlock_timedwrlock(&lock, &late) == 0);
	CHECK(pthread_rwlock_unlock(&lock) == 0);
	CHECK(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &wrong) ==
	      EINVAL);
	printf("rwlocks\n");
}

static void *posts(void *arg)
{
	struct timespec soon = { 0, 20000000 };

	(void)arg;
	nanosleep(&soon, NULL);
	CHECK(sem_post(&semaphore) == 0);
	return NULL;
}

static void semaphores(void)
{
	pthread_t thread;

	CHECK(sem_init(&semaphore, 0, 2) == 0);
	errno = ERANGE;
	CHECK(sem_wait(&semaphore) == 0);
	CHECK(sem_timedwait(&semaphore, &late) == 0 && errno == ERANGE);
	CHECK(sem_timedwait(&semaphore, &past) == -1 && errno == ETIMEDOUT);
	CHECK(sem_clockwait(&semaphore, CLOCK_MONOTONIC, &past) == -1 &&
	      errno == ETIMEDOUT);
	CHECK(sem_timedwait(&semaphore, &wrong) == -1 && errno == EINVAL);
	CHECK(sem_clockwait(&semaphore, 77, &late) == -1 && errno == EINVAL);
	errno = ERANGE;
	CHECK(pthread_create(&thread, NULL, posts, NULL) == 0);
	CHECK(sem_wait(&semaphore) == 0 && errno == ERANGE);
	CHECK(pthread_join(thread, NULL) == 0);
	CHECK(sem_post(&semaphore) == 0);
	CHECK(sem_timedwait(&semaphore, &wrong) == -1 && errno == EINVAL);
	CHECK(sem_wait(&semaphore) == 0);
	printf("semaphores\n");
}

static void *meets(void *arg)
{
	*(int *)arg = pthread_barrier_wait(&barrier);
	return NULL;
}

static void others(void)
{
	pthread_spinlock_t spin;
	pthread_t thread;
	int one = 5, two;

	CHECK(pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE) == 0);
	CHECK(pthread_spin_lock(&spin) == 0);
	CHECK(pthread_spin_trylock(&spin) == EBUSY);
	CHECK(pthread_spin_unlock(&spin) == 0);
	CHECK(pthread_barrier_init(&barrier, NULL, 2) == 0);
	CHECK(pthread_create(&thread, NULL, meets, &one) == 0);
	two = pthread_barrier_wait(&barrier);
	CHECK(pthread_join(thread, NULL) == 0);
	CHECK(one + two == PTHREAD_BARRIER_SERIAL_THREAD);
	printf("others\n");
}

int main(void)
{
	mutexes();
	rwlocks();
	semaphores();
	others();
	return 0;
}
