/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A live stream that is read while one of its writers does not come to the end
 * of a record.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>

#include "ring.h"
#include "source/drain.h"
#include "support.h"

static struct pxt_view ring;
static struct pxt_drain drain;
static struct pxt_writer held_up;
static _Atomic bool stop;
static _Atomic uint64_t written;
static uint64_t seen, reported, last;

static void setup(void)
{
	support_begin();
	stop = false;
	written = seen = reported = last = 0;
}

static void teardown(void)
{
	pxt_drain_fini(&drain);
	ring_destroy(&ring);
	support_check_leaks();
}

static uint64_t now(void)
{
	return pxt_clock_ns(CLOCK_MONOTONIC);
}

/* A stream with a record that is held up before its commit; returns its time. */
static uint64_t hold_up(int policy)
{
	struct pxt_writer_identity id = ring_identity();
	uint64_t ticks;

	ring_create(&ring, 1, 64, policy);
	ck_assert_int_eq(pxt_drain_init(&drain, &ring), 0);
	ring_claim(&held_up, &ring);
	ticks = now();
	ck_assert_int_eq(ring_begin(&held_up, &id, ticks, PXT_ID_USER, "", 0),
			 0);
	return ticks;
}

/* The same, with three later records of another writer. */
static uint64_t hold_up_before_three(int policy)
{
	uint64_t ticks = hold_up(policy);
	struct pxt_writer other;

	ring_claim(&other, &ring);
	ring_put_many(&other, ticks + 1, 3);
	return ticks;
}

static void *write_on(void *arg)
{
	struct pxt_writer writer;

	(void)arg;
	ring_claim(&writer, &ring);
	while (!pxt_load_relaxed(&stop)) {
		ck_assert_int_eq(ring_put(&writer, now(), PXT_ID_USER, "", 0),
				 0);
		pxt_add_relaxed(&written, 1);
	}
	pxt_writer_exit(&writer);
	return NULL;
}

/* Read a round; `late`, ticks of an event that may not come. */
static void read_round(uint64_t late)
{
	const struct pxt_event *event;

	ck_assert_int_eq(pxt_drain_round(&drain, UINT64_MAX), 0);
	while (pxt_drain_next(&drain, &event) == 0) {
		ck_assert_uint_ge(event->ticks, last);
		last = event->ticks;
		if (event->id == POSIX_TRACE_OVERFLOW) {
			reported += drain.source.loss.events;
		} else if (event->id == PXT_ID_USER) {
			ck_assert_uint_ne(event->ticks, late);
			seen++;
		}
	}
}

/*
 * Whoever waited for it would find all else overwritten, time and again.  When
 * it lands at last, later ones have been read, and so it is lost.
 */
START_TEST(newest_events_of_a_loop_come_while_a_record_is_held_up)
{
	uint64_t ticks = hold_up(POSIX_TRACE_LOOP), began;
	pthread_t thread;

	ck_assert_int_eq(pthread_create(&thread, NULL, write_on, NULL), 0);
	began = now();
	while (seen < 1000)
		read_round(ticks);
	/* Less than the patience with a single record. */
	ck_assert_uint_lt(now() - began, 900000000);
	ck_assert(!drain.settling.is_complete);
	pxt_writer_commit(&held_up, PXT_HEAD_SIZE, ticks);
	pxt_store_relaxed(&stop, true);
	pthread_join(thread, NULL);
	read_round(ticks);
	ck_assert(drain.settling.is_complete);
	/* The last losses are reported before the next record. */
	ck_assert_int_eq(ring_put(&held_up, now(), PXT_ID_USER, "", 0), 0);
	read_round(ticks);
	ck_assert_uint_eq(seen + reported, written + 2);
}
END_TEST

/* As long as there is room for all, nothing is lost. */
START_TEST(record_that_is_held_up_comes_late_where_nothing_is_overwritten)
{
	uint64_t ticks = hold_up_before_three(POSIX_TRACE_LOOP);
	const struct pxt_event *event;

	/* That is, after some patience. */
	read_round(ticks);
	ck_assert_uint_eq(seen, 3);
	ck_assert(!drain.settling.is_complete);
	pxt_writer_commit(&held_up, PXT_HEAD_SIZE, ticks);
	ck_assert_int_eq(pxt_drain_round(&drain, UINT64_MAX), 0);
	ck_assert_int_eq(pxt_drain_next(&drain, &event), 0);
	ck_assert_uint_eq(event->ticks, ticks);
	ck_assert_uint_eq(reported, 0);
}
END_TEST

/* A call that may not take so long comes back; the wait goes on in the next,
 * and nothing is handed out ahead of what it is for. */
START_TEST(round_that_is_interrupted_goes_on_later)
{
	uint64_t ticks = hold_up_before_three(POSIX_TRACE_UNTIL_FULL);
	const struct pxt_event *event;
	uint64_t began, deadline;

	began = now();
	ck_assert_int_eq(pxt_drain_round(&drain, now() + 10000000), ENOENT);
	deadline = drain.settling.deadline;
	ck_assert_int_eq(pxt_drain_round(&drain, now() + 10000000), ENOENT);
	/* Less than the patience with a record; and there is one for all. */
	ck_assert_uint_lt(now() - began, 900000000);
	ck_assert_uint_eq(drain.settling.deadline, deadline);
	ck_assert_int_eq(pxt_drain_next(&drain, &event), ENOENT);
	pxt_writer_commit(&held_up, PXT_HEAD_SIZE, ticks);
	ck_assert_int_eq(pxt_drain_round(&drain, now()), 0);
	ck_assert(drain.settling.is_complete);
	for (unsigned i = 0; i < 4; i++) {
		ck_assert_int_eq(pxt_drain_next(&drain, &event), 0);
		ck_assert_uint_eq(event->ticks, ticks + i);
	}
}
END_TEST

/* Nor is it waited for longer in many short calls than in a long one. */
START_TEST(patience_ends_in_short_calls_too)
{
	uint64_t ticks = hold_up_before_three(POSIX_TRACE_UNTIL_FULL);

	while (pxt_drain_round(&drain, now()) == ENOENT)
		ck_assert_uint_lt(now() - ticks, UINT64_C(10000000000));
	ck_assert(!drain.settling.is_complete);
	read_round(ticks);
	ck_assert_uint_eq(seen, 3);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("drain");
	TCase *tc = tcase_create("drain");

	suite_add_tcase(suite, tc);
	tcase_set_timeout(tc, 20);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc,
		newest_events_of_a_loop_come_while_a_record_is_held_up);
	tcase_add_test(tc,
		record_that_is_held_up_comes_late_where_nothing_is_overwritten);
	tcase_add_test(tc, round_that_is_interrupted_goes_on_later);
	tcase_add_test(tc, patience_ends_in_short_calls_too);
	return support_run(suite);
}
