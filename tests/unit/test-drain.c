/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Reading a live stream while a writer does not finish a record.
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

/* A stream with a record that is stopped before its commit.  Returns its
 * time. */
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

/* Read a round; `late`: the time of an event that must not be returned. */
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
 * If the reader waited, all other events would be overwritten again and again.
 * When the record is committed, later ones have been read, so it is lost.
 */
START_TEST(newest_events_of_a_loop_come_while_a_record_is_held_up)
{
	uint64_t ticks = hold_up(POSIX_TRACE_LOOP), began;
	pthread_t thread;

	ck_assert_int_eq(pthread_create(&thread, NULL, write_on, NULL), 0);
	began = now();
	while (seen < 1000)
		read_round(ticks);
	/* Less than the time that the reader waits for a single record. */
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

/* If nothing is overwritten, nothing is lost. */
START_TEST(record_that_is_held_up_comes_late_where_nothing_is_overwritten)
{
	uint64_t ticks = hold_up_before_three(POSIX_TRACE_LOOP);
	const struct pxt_event *event;

	/* The record is waited for before the later ones are returned. */
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

/* A call with a shorter timeout returns.  The next call continues to wait, and
 * no later event is returned before the record. */
START_TEST(round_that_is_interrupted_goes_on_later)
{
	uint64_t ticks = hold_up_before_three(POSIX_TRACE_UNTIL_FULL);
	const struct pxt_event *event;
	uint64_t began, deadline;

	began = now();
	ck_assert_int_eq(pxt_drain_round(&drain, now() + 10000000), ENOENT);
	deadline = drain.settling.deadline;
	ck_assert_int_eq(pxt_drain_round(&drain, now() + 10000000), ENOENT);
	/* Less than the maximum wait for a record; one maximum is for all
	 * calls. */
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

/* Many short calls do not wait longer than one long call. */
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
