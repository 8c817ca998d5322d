/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * INV-5 with a counter that ticks slowly, as on some arm64 machines.  If one
 * thread's event comes after another thread's and the thread knows that, it has
 * a later time, not the same.  The test uses this machine's counter divided to
 * about 1 MHz, so that both threads run within a tick on any machine.
 */
#define PXT_COUNTER_SHIFT 11

#include <pthread.h>
#include <sched.h>

#include "base/clock.h"
#include "support.h"

enum { HAND_OVERS = 20000 };

static struct {
	pxt_cacheline _Atomic uint64_t number;
	pxt_cacheline uint64_t ticks[HAND_OVERS + 2];
} shared;

/* Wait for this thread's turn, yielding after a while, and note the time. */
static void *take_turns(void *arg)
{
	support_run_on(*(uint64_t *)arg);
	for (uint64_t n = *(uint64_t *)arg; n < HAND_OVERS; n += 2) {
		for (unsigned i = 1; pxt_load_acquire(&shared.number) != n; i++)
			if (i % 200 == 0)
				sched_yield();
		pxt_clock_order();
		shared.ticks[n] = pxt_clock_counter();
		pxt_store_release(&shared.number, n + 1);
	}
	return NULL;
}

START_TEST(event_that_knows_of_another_has_a_later_time)
{
	uint64_t first[2] = { 0, 1 };
	cpu_set_t before;
	pthread_t thread;

	if (pxt_clock_best() != PXT_CLOCK_COUNTER)
		return;
	ck_assert(pxt_clock_is_coarse());
	ck_assert_int_eq(sched_getaffinity(0, sizeof(before), &before), 0);
	ck_assert_int_eq(pthread_create(&thread, NULL, take_turns, &first[1]),
			 0);
	take_turns(&first[0]);
	pthread_join(thread, NULL);
	sched_setaffinity(0, sizeof(before), &before);
	for (int i = 1; i < HAND_OVERS; i++)
		ck_assert_uint_gt(shared.ticks[i], shared.ticks[i - 1]);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("coarse");
	TCase *tc = tcase_create("coarse");

	suite_add_tcase(suite, tc);
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, event_that_knows_of_another_has_a_later_time);
	return support_run(suite);
}
