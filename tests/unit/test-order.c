/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Barriers (C) and (D) of ring/order.h without membarrier: a writer marks its
 * tail busy, executes a full fence and reads the clock; a reader reads the
 * clock and then the tail.
 */
#include <pthread.h>
#include <sched.h>

#include "base/clock.h"
#include "ring/order.h"
#include "support.h"

enum { LOOKS = 1 << 16, RECORDS = 1 << 20, LINES = 8 };

struct look {
	uint64_t now, seen;
};

static struct {
	pxt_cacheline _Atomic uint64_t tail;
	/* Lines that the reader has in its cache, so a store takes some
	 * time. */
	struct {
		pxt_cacheline _Atomic uint64_t word;
	} line[LINES];
	pxt_cacheline _Atomic bool stop;
} shared;

static enum pxt_clock_kind kind;
static uint64_t ticks[RECORDS];		/* the time of the record, by its tail */
static uint64_t n_ticks;
static struct look looks[LOOKS];

static void *begin_records(void *arg)
{
	uint64_t n = 0;

	(void)arg;
	support_run_on(0);
	while (n + 1 < RECORDS && !pxt_load_relaxed(&shared.stop)) {
		n++;
		for (int i = 0; i < LINES; i++)
			pxt_store_relaxed(&shared.line[i].word, n);
		pxt_order_begin(&shared.tail, n, true);
		ticks[n] = pxt_clock_ticks(kind);
	}
	n_ticks = n;
	return NULL;
}

static void look(struct look *look)
{
	for (int i = 0; i < LINES; i++)
		pxt_load_relaxed(&shared.line[i].word);
	pxt_clock_order();
	look->now = pxt_clock_ticks(kind);
	pxt_clock_order();
	pxt_fence_full();
	look->seen = pxt_order_committed(&shared.tail);
}

/* Returns how often the writer was busy while the reader looked. */
static unsigned try_once(void)
{
	unsigned both = 0;
	pthread_t thread;

	pxt_store_relaxed(&shared.stop, false);
	pxt_store_relaxed(&shared.tail, 0);
	ck_assert_int_eq(pthread_create(&thread, NULL, begin_records, NULL), 0);
	support_run_on(1);
	while (pxt_load_relaxed(&shared.tail) == 0)
		sched_yield();
	for (int i = 0; i < LOOKS; i++) {
		look(&looks[i]);
		both += i && looks[i].seen != looks[i - 1].seen;
	}
	pxt_store_relaxed(&shared.stop, true);
	pthread_join(thread, NULL);
	/* A record that was not seen must have a later time than the look. */
	for (int i = 0; i < LOOKS; i++) {
		uint64_t next = looks[i].seen + 1;

		if (next <= n_ticks && ticks[next] <= looks[i].now)
			ck_abort_msg("record %llu, not seen at %llu, is of %llu",
				     (unsigned long long)next,
				     (unsigned long long)looks[i].now,
				     (unsigned long long)ticks[next]);
	}
	return both;
}

/* Often enough, if there are two processors. */
START_TEST(writer_with_a_full_fence_reads_the_clock_behind_it)
{
	uint64_t end = pxt_clock_ns(CLOCK_MONOTONIC) + 2000000000;
	cpu_set_t before;
	unsigned both = 0;

	kind = pxt_clock_best();
	ck_assert_int_eq(sched_getaffinity(0, sizeof(before), &before), 0);
	while (both < LOOKS && pxt_clock_ns(CLOCK_MONOTONIC) < end) {
		both += try_once();
		sched_setaffinity(0, sizeof(before), &before);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("order");
	TCase *tc = tcase_create("order");

	suite_add_tcase(suite, tc);
	tcase_add_test(tc, writer_with_a_full_fence_reads_the_clock_behind_it);
	return support_run(suite);
}
