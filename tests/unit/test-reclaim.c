/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Lanes of dead threads that are used again: ring/reclaim.c. */
#include <check.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/proc.h"
#include "ring.h"
#include "ring/collect.h"
#include "ring/reclaim.h"
#include "support.h"

static struct pxt_view ring;
static struct pxt_segment *segment;
static struct pxt_writer control;

static void setup(void)
{
	ring_create(&ring, 4 << 20, 64, POSIX_TRACE_LOOP);
	segment = ring.segment;
	ring_claim(&control, &ring);
}

static void teardown(void)
{
	ring_destroy(&ring);
}

static void restart(size_t size, int policy)
{
	ring_destroy(&ring);
	ring_create(&ring, size, 64, policy);
	segment = ring.segment;
	ring_claim(&control, &ring);
}

/* Leave a lane of a dead process with some events. */
static void die_with(unsigned events)
{
	pid_t pid = fork();

	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		struct pxt_writer_identity id = ring_identity();
		struct pxt_writer own;

		id.space = pxt_proc_space();
		if (pxt_writer_claim(&own, &ring, &id) != 0)
			_exit(1);
		for (unsigned i = 0; i < events; i++)
			if (ring_put(&own, 1 + i, PXT_ID_USER, NULL, 0) != 0)
				_exit(2);
		_exit(0);
	}
	ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
}

/* Mark every free lane as owned by a process that cannot be looked up. */
static void take_all_lanes(void)
{
	for (uint32_t i = 0; i < ring.n_lanes; i++)
		if (pxt_load_relaxed(&ring.lanes[i].owner) == 0)
			pxt_store_relaxed(&ring.lanes[i].owner, UINT64_MAX);
}

/* Try to claim a lane several times, as a thread does at each of its events. */
static int claim_within(struct pxt_writer *writer, unsigned tries)
{
	struct pxt_writer_identity id = ring_identity();
	int err = EAGAIN;

	id.space = pxt_proc_space();
	while (err && tries--)
		err = pxt_writer_claim(writer, &ring, &id);
	return err;
}

/* After so many claims each lane has been checked. */
static unsigned all_round(void)
{
	return 2 * ring.n_lanes;
}

START_TEST(lane_of_a_dead_process_is_claimed_when_there_is_no_other)
{
	struct pxt_piece piece;
	struct pxt_writer own;
	uint32_t seq, end;

	die_with(3);
	take_all_lanes();
	ck_assert_int_eq(claim_within(&own, all_round()), 0);
	ck_assert_uint_eq(own.lane_index, 1);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->exited), 0);
	ck_assert_uint_eq(pxt_load_relaxed(&own.lane->tail), 0);

	/* The events of the dead process are in a full chunk. */
	pxt_collect_sequences(&ring, &seq, &end);
	ck_assert_uint_eq(end - seq, 1);
	ck_assert(pxt_collect_full(&ring, seq, &piece));
	ck_assert_uint_eq(piece.to, 3 * PXT_HEAD_SIZE);
	ck_assert_uint_eq(piece.header.count, 3);
	ck_assert_uint_eq(piece.header.last, 3);
	ck_assert_int_eq(ring_put(&own, 9, PXT_ID_USER, NULL, 0), 0);
	ring_check(&ring, 0);
}
END_TEST

START_TEST(lane_of_a_dead_thread_without_events_frees_its_chunk)
{
	struct pxt_writer own;

	die_with(0);
	take_all_lanes();
	ck_assert_int_eq(claim_within(&own, all_round()), 0);
	ck_assert_uint_eq(pxt_queue_length(&segment->full), 0);
	ring_check(&ring, 0);
}
END_TEST

START_TEST(lane_of_a_living_thread_is_not_claimed)
{
	struct pxt_writer_identity id = ring_identity();
	struct pxt_writer living, own;

	id.space = pxt_proc_space();
	ck_assert_int_eq(pxt_writer_claim(&living, &ring, &id), 0);
	ring_put_many(&living, 1, 1);
	take_all_lanes();
	ck_assert_int_eq(claim_within(&own, all_round()), EAGAIN);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->exited), 0);
}
END_TEST

/* In a full UNTIL_FULL stream the lane stays as it is. */
START_TEST(full_stream_keeps_lanes_of_dead_threads)
{
	struct pxt_writer own;

	restart(1, POSIX_TRACE_UNTIL_FULL);
	/* No room for another thread's events. */
	die_with(RING_CHUNKFUL);
	take_all_lanes();
	ring.n_full = 0;
	ck_assert_int_eq(claim_within(&own, all_round()), EAGAIN);
	ring.n_full = 1;
	ck_assert_int_eq(claim_within(&own, all_round()), 0);
	ck_assert_uint_eq(pxt_queue_length(&segment->full), 1);
}
END_TEST

/* The process was killed between marking the chunk full and queueing it. */
START_TEST(lane_whose_owner_died_closing_its_chunk_is_left_to_the_reader)
{
	struct pxt_writer own;

	die_with(3);
	pxt_chunk_close(&ring, pxt_tail_chunk(
			pxt_load_relaxed(&ring.lanes[1].tail)));
	take_all_lanes();
	ck_assert_int_eq(claim_within(&own, all_round()), EAGAIN);
	ck_assert_uint_ne(pxt_load_relaxed(&ring.lanes[1].tail), 0);
}
END_TEST

START_TEST(late_report_of_a_death_does_not_affect_the_next_owner)
{
	struct pxt_lane *lane = &ring.lanes[1];
	struct pxt_writer own;
	uint32_t exited;

	die_with(1);
	take_all_lanes();
	exited = pxt_load_relaxed(&lane->exited);
	ck_assert_int_eq(claim_within(&own, all_round()), 0);
	ck_assert_ptr_eq(own.lane, lane);
	pxt_lane_mark_gone(&ring, lane, exited);
	ck_assert_uint_eq(pxt_load_relaxed(&lane->exited) & PXT_LANE_FATE,
			  PXT_LANE_LIVE);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->exited), 0);
}
END_TEST

/* All threads have recorded before the first of them ends. */
START_TEST(chunks_of_all_lanes_may_wait_beside_the_full_ones)
{
	static struct pxt_writer others[PXT_LANES - 1];
	struct pxt_writer late;

	/* Large enough for an event of each. */
	restart(65536, POSIX_TRACE_UNTIL_FULL);
	for (unsigned i = 0; i < PXT_LANES - 1; i++) {
		ring_claim(&others[i], &ring);
		ring_put_many(&others[i], 1, 1);
	}
	for (unsigned i = 0; i < PXT_LANES - 1; i++)
		pxt_writer_exit(&others[i]);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->exited), PXT_LANES - 1);
	ck_assert_uint_eq(pxt_queue_length(&segment->full), 0);
	/* Other threads then use these chunks. */
	for (unsigned i = 0; i < 50; i++) {
		ring_claim(&late, &ring);
		ring_put_many(&late, pxt_segment_ticks(&ring), 1);
		pxt_writer_exit(&late);
	}
	ck_assert_uint_eq(pxt_load_relaxed(&segment->exited), PXT_LANES - 1);
	ck_assert_uint_eq(pxt_queue_length(&segment->full), 0);
}
END_TEST

/* Two threads that want lanes, and the reader, run concurrently: no lane may
 * have two owners. */
static _Atomic uint32_t mistakes, rounds, stop;

static void *want_lanes(void *arg)
{
	struct pxt_writer own;

	while (!pxt_load_relaxed(&stop)) {
		uint64_t owner;

		if (claim_within(&own, 1) != 0)
			continue;
		owner = pxt_load_relaxed(&own.lane->owner);
		ring_put_many(&own, pxt_clock_ticks(ring.clock), 1);
		if (pxt_load_relaxed(&own.lane->owner) != owner)
			pxt_add_relaxed(&mistakes, 1);
		pxt_add_relaxed(&rounds, 1);
		/* As if it had died, and that is known. */
		pxt_lane_mark_gone(&ring, own.lane,
				   pxt_load_relaxed(&own.lane->exited));
	}
	return arg;
}

START_TEST(no_lane_has_two_owners)
{
	uint64_t end = pxt_clock_ns(CLOCK_MONOTONIC) + 400000000;
	pthread_t threads[2];

	take_all_lanes();
	for (uint32_t i = 1; i < 4; i++)
		pxt_store_relaxed(&ring.lanes[i].owner, 0);
	for (int i = 0; i < 2; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, want_lanes,
						NULL), 0);
	while (pxt_clock_ns(CLOCK_MONOTONIC) < end)
		for (uint32_t i = 1; i < 4; i++) {
			struct pxt_piece piece;

			if (pxt_collect_open(&ring, i, &piece))
				pxt_collect_skip(&ring, &piece);
			pxt_collect_lane(&ring, i);
			pxt_collect_free(&ring);
		}
	pxt_store_relaxed(&stop, 1);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	ck_assert_uint_eq(pxt_load_relaxed(&mistakes), 0);
	ck_assert_uint_gt(pxt_load_relaxed(&rounds), 10);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("reclaim");
	TCase *tc = tcase_create("reclaim");

	suite_add_tcase(suite, tc);
	tcase_set_timeout(tc, 20);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc,
		lane_of_a_dead_process_is_claimed_when_there_is_no_other);
	tcase_add_test(tc,
		lane_of_a_dead_thread_without_events_frees_its_chunk);
	tcase_add_test(tc, lane_of_a_living_thread_is_not_claimed);
	tcase_add_test(tc, full_stream_keeps_lanes_of_dead_threads);
	tcase_add_test(tc,
		lane_whose_owner_died_closing_its_chunk_is_left_to_the_reader);
	tcase_add_test(tc,
		late_report_of_a_death_does_not_affect_the_next_owner);
	tcase_add_test(tc, chunks_of_all_lanes_may_wait_beside_the_full_ones);
	tcase_add_test(tc, no_lane_has_two_owners);
	return support_run(suite);
}
