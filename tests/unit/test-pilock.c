/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The lock with priority inheritance: one thread at a time has it, it can be
 * tried without waiting, and its owner can find out that it has it.  A
 * real-time thread waits only for the ordinary thread that has the lock, not
 * for threads of a priority in between.
 */
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <time.h>

#include "base/atomic.h"
#include "base/clock.h"
#include "base/futex.h"
#include "base/pilock.h"
#include "support.h"

enum { THREADS = 4, TURNS = 20000, HOG_NS = 60000000, WORK_NS = 10000000 };

static _Atomic uint32_t lock;
static unsigned long counter;		/* protected by the lock */
static _Atomic bool is_taken, is_hogged;

static pthread_t start(void *(*run)(void *))
{
	pthread_t thread;

	ck_assert_int_eq(pthread_create(&thread, NULL, run, NULL), 0);
	return thread;
}

static void *count(void *arg)
{
	for (unsigned i = 0; i < TURNS; i++) {
		if (i % 4 || !pxt_pilock_try(&lock))
			ck_assert(pxt_pilock_take(&lock));
		counter++;
		pxt_pilock_give(&lock);
	}
	return arg;
}

START_TEST(one_thread_at_a_time)
{
	pthread_t threads[THREADS];

	counter = 0;
	for (unsigned i = 0; i < THREADS; i++)
		threads[i] = start(count);
	for (unsigned i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	ck_assert_uint_eq(counter, (unsigned long)THREADS * TURNS);
	ck_assert_uint_eq(lock, 0);
}
END_TEST

static void *find_it_is_another_s(void *arg)
{
	ck_assert(!pxt_pilock_is_mine(&lock));
	return arg;
}

START_TEST(owner_can_find_out_that_it_has_the_lock)
{
	ck_assert(!pxt_pilock_is_mine(&lock));
	ck_assert(pxt_pilock_take(&lock));
	ck_assert(pxt_pilock_is_mine(&lock));
	ck_assert(!pxt_pilock_take(&lock));
	ck_assert(!pxt_pilock_try(&lock));
	pthread_join(start(find_it_is_another_s), NULL);
	pxt_pilock_give(&lock);
	ck_assert(!pxt_pilock_is_mine(&lock));
	ck_assert(pxt_pilock_try(&lock));
	pxt_pilock_give(&lock);
}
END_TEST

static uint64_t cpu_ns(void)
{
	return pxt_clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

static void *work(void *arg)
{
	uint64_t begin = cpu_ns();

	ck_assert(pxt_pilock_take(&lock));
	is_taken = true;
	while (cpu_ns() - begin < WORK_NS)
		;
	pxt_pilock_give(&lock);
	return arg;
}

static bool be_realtime(int priority)
{
	struct sched_param param = { .sched_priority = priority };

	return pthread_setschedparam(pthread_self(), SCHED_FIFO, &param) == 0;
}

static void *hog(void *arg)
{
	uint64_t begin;

	if (!be_realtime(10))
		return NULL;
	begin = pxt_clock_ns(CLOCK_MONOTONIC);
	is_hogged = true;
	while (pxt_clock_ns(CLOCK_MONOTONIC) - begin < HOG_NS)
		;
	return arg;
}

/* How many ns a real-time thread waited; 0: there can be no such thread. */
static uint64_t wait_for_ordinary(void)
{
	pthread_t worker, hogger;
	uint64_t begin;

	is_taken = is_hogged = false;
	worker = start(work);
	while (!is_taken)
		pxt_nap(100000);
	if (!be_realtime(20)) {
		pthread_join(worker, NULL);
		return 0;
	}
	/* At first it has this thread's priority, so it starts before the
	 * worker ends. */
	hogger = start(hog);
	while (!is_hogged)
		pxt_nap(100000);
	begin = pxt_clock_ns(CLOCK_MONOTONIC);
	ck_assert(pxt_pilock_take(&lock));
	begin = pxt_clock_ns(CLOCK_MONOTONIC) - begin;
	pxt_pilock_give(&lock);
	pthread_setschedparam(pthread_self(), SCHED_OTHER,
			      &(struct sched_param){ .sched_priority = 0 });
	pthread_join(worker, NULL);
	pthread_join(hogger, NULL);
	return begin;
}

START_TEST(priority_is_lent)
{
	uint64_t least = UINT64_MAX;
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET((size_t)sched_getcpu(), &set);
	ck_assert_int_eq(sched_setaffinity(0, sizeof(set), &set), 0);
	for (unsigned i = 0; i < 5; i++) {
		uint64_t waited = wait_for_ordinary();

		if (waited < least)
			least = waited;
	}
	/* Without permission for SCHED_FIFO all measurements are 0. */
	ck_assert_uint_lt(least, HOG_NS / 2);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("pilock");
	TCase *tc = tcase_create("pilock");

	suite_add_tcase(suite, tc);
	tcase_add_test(tc, one_thread_at_a_time);
	tcase_add_test(tc, owner_can_find_out_that_it_has_the_lock);
	tcase_add_test(tc, priority_is_lent);
	return support_run(suite);
}
