/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The controller waits for records in flight, but not for ever, whatever
 * happened to the writer.  It takes the lanes of dead threads, and never one of
 * a living thread.
 */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
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
static struct pxt_writer writer;
static uint64_t stuck[PXT_LANES];
static _Atomic int step, stop, mistakes, lives;

static void setup(void)
{
	support_begin();
	memset(stuck, 0, sizeof(stuck));
	step = stop = mistakes = lives = 0;
	ring_create(&ring, 1, 64, POSIX_TRACE_UNTIL_FULL);
	segment = ring.segment;
	ring_claim(&writer, &ring);
}

static void teardown(void)
{
	ring_destroy(&ring);
	support_check_leaks();
}

START_TEST(settling_gives_the_time_when_it_was_asked_for)
{
	uint64_t before = pxt_clock_ns(CLOCK_MONOTONIC), settled;

	ring_put_many(&writer, 1, 1);
	settled = pxt_collect_settle(&ring, stuck);
	ck_assert_uint_ge(settled, before);
	ck_assert_uint_le(settled, pxt_clock_ns(CLOCK_MONOTONIC));
}
END_TEST

static void *write_slowly(void *arg)
{
	struct pxt_writer_identity id = ring_identity();
	struct pxt_writer slow;
	uint64_t ticks;

	id.space = pxt_proc_space();
	ck_assert_int_eq(pxt_writer_claim(&slow, &ring, &id), 0);
	pxt_writer_reserve(&slow, true);
	ticks = pxt_clock_ns(CLOCK_MONOTONIC);
	ck_assert_int_eq(pxt_writer_make_room(&slow, PXT_HEAD_SIZE, ticks,
					      &id), 0);
	*(uint32_t *)arg = slow.lane_index;
	pxt_store_release(&step, 1);
	nanosleep(&(struct timespec){ .tv_nsec = 20000000 }, NULL);
	pxt_record_put(slow.pos, ticks, 0, PXT_ID_USER, 0);
	pxt_writer_commit(&slow, PXT_HEAD_SIZE, ticks);
	return NULL;
}

START_TEST(settling_waits_for_a_record_in_flight)
{
	uint32_t lane = UINT32_MAX;
	struct pxt_piece piece;
	pthread_t thread;

	ck_assert_int_eq(pthread_create(&thread, NULL, write_slowly, &lane), 0);
	while (pxt_load_acquire(&step) == 0)
		sched_yield();
	pxt_collect_settle(&ring, stuck);
	ck_assert(pxt_collect_open(&ring, lane, &piece));
	ck_assert_uint_eq(piece.to, PXT_HEAD_SIZE);
	pthread_join(thread, NULL);
}
END_TEST

static void *commit_later(void *arg)
{
	nanosleep(&(struct timespec){ .tv_nsec = 20000000 }, NULL);
	pxt_writer_commit(arg, PXT_HEAD_SIZE, 5);
	return NULL;
}

/* A record that was not waited for was discarded in the end, or (_i) left by
 * longjmp, and the next record has its place. */
START_TEST(settling_waits_for_the_record_behind_a_discarded_one)
{
	struct pxt_writer_identity id = ring_identity();
	uint32_t lane = writer.lane_index;
	struct pxt_piece piece;
	pthread_t thread;

	ring_put_many(&writer, 1, 1);
	ck_assert_int_eq(ring_begin(&writer, &id, 5, PXT_ID_USER, "", 0), 0);
	stuck[lane] = pxt_load_relaxed(&writer.lane->tail);
	if (_i)
		pxt_writer_recover(&writer);
	else
		pxt_writer_discard(&writer);
	ck_assert_int_eq(ring_begin(&writer, &id, 5, PXT_ID_USER, "", 0), 0);
	ck_assert_int_eq(pthread_create(&thread, NULL, commit_later, &writer),
			 0);
	pxt_collect_settle(&ring, stuck);
	ck_assert(pxt_collect_open(&ring, lane, &piece));
	ck_assert_uint_eq(piece.to, 2 * PXT_HEAD_SIZE);
	ck_assert_uint_eq(stuck[lane], 0);
	pthread_join(thread, NULL);
}
END_TEST

static uint64_t time_settling(void)
{
	uint64_t begin_ns = pxt_clock_ns(CLOCK_MONOTONIC);

	pxt_collect_settle(&ring, stuck);
	return pxt_clock_ns(CLOCK_MONOTONIC) - begin_ns;
}

/* A process with a record in flight.  It waits for a byte, or is dead. */
static pid_t busy_process(bool dies, int *pipe_end)
{
	int ready[2], go[2];
	pid_t pid;
	char c;

	ck_assert_int_eq(pipe(ready), 0);
	ck_assert_int_eq(pipe(go), 0);
	pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		struct pxt_writer_identity id = ring_identity();
		struct pxt_writer other;

		id.space = pxt_proc_space();
		if (pxt_writer_claim(&other, &ring, &id) != 0 ||
		    ring_begin(&other, &id, 5, PXT_ID_USER, "", 0) != 0 ||
		    write(ready[1], "", 1) != 1 || dies)
			_exit(1);
		if (read(go[0], &c, 1) != 1)
			_exit(1);
		pxt_writer_commit(&other, PXT_HEAD_SIZE, 5);
		_exit(0);
	}
	ck_assert_int_eq(read(ready[0], &c, 1), 1);
	close(ready[0]);
	close(ready[1]);
	close(go[0]);
	*pipe_end = go[1];
	return pid;
}

START_TEST(settling_does_not_wait_for_a_stopped_process)
{
	uint32_t lane = writer.lane_index + 1;
	struct pxt_piece piece;
	int go, status;
	pid_t pid = busy_process(false, &go);

	kill(pid, SIGSTOP);
	ck_assert_int_eq(waitpid(pid, &status, WUNTRACED), pid);
	ck_assert_uint_lt(time_settling(), 900000000);
	/* Once the lane is known to be stuck, there is no wait for it. */
	ck_assert_uint_ne(stuck[lane], 0);
	ck_assert(pxt_collect_open(&ring, lane, &piece));
	ck_assert_uint_eq(piece.to, 0);

	kill(pid, SIGCONT);
	ck_assert_int_eq(write(go, "", 1), 1);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_int_eq(status, 0);
	pxt_collect_settle(&ring, stuck);
	ck_assert(pxt_collect_open(&ring, lane, &piece));
	ck_assert_uint_eq(piece.to, PXT_HEAD_SIZE);
	close(go);
}
END_TEST

/* _i: it is a zombie, or has been waited for. */
START_TEST(settling_does_not_wait_for_a_dead_process)
{
	uint32_t lane = writer.lane_index + 1;
	int go, status;
	pid_t pid = busy_process(true, &go);
	siginfo_t info;

	ck_assert_int_eq(waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT), 0);
	if (_i)
		waitpid(pid, &status, 0);
	ck_assert_uint_lt(time_settling(), 900000000);
	ck_assert_uint_ne(stuck[lane], 0);

	/* The lane is freed when its committed records, none, were read. */
	pxt_collect_dead(&ring);
	ck_assert_uint_eq(pxt_load_relaxed(&ring.lanes[lane].exited), 1);
	pxt_collect_lane(&ring, lane);
	ck_assert_uint_eq(pxt_load_relaxed(&ring.lanes[lane].owner), 0);
	if (!_i)
		waitpid(pid, &status, 0);
	close(go);
}
END_TEST

/* A thread that is running, but does not finish its record. */
START_TEST(settling_waits_a_second_for_a_living_thread_and_no_longer)
{
	struct pxt_writer_identity id = ring_identity();
	struct pxt_piece piece;

	id.space = pxt_proc_space();
	pxt_store_relaxed(&writer.lane->space, id.space);
	ck_assert_int_eq(ring_begin(&writer, &id, 5, PXT_ID_USER, "", 0), 0);
	ck_assert_uint_lt(time_settling(), 3000000000);
	ck_assert_uint_lt(time_settling(), 900000000);
	pxt_writer_commit(&writer, PXT_HEAD_SIZE, 5);
	pxt_collect_settle(&ring, stuck);
	ck_assert(pxt_collect_open(&ring, writer.lane_index, &piece));
	ck_assert_uint_eq(piece.to, PXT_HEAD_SIZE);
}
END_TEST

/* A pid of another namespace cannot be checked, and the controller's own lane
 * belongs to no thread. */
START_TEST(lanes_of_processes_that_cannot_be_checked_are_left_alone)
{
	struct pxt_writer_identity id = ring_identity();
	struct pxt_writer foreign, control;

	id.pid = id.tid = 4194303;
	id.space = pxt_proc_space() + 1;
	ck_assert_int_eq(pxt_writer_claim(&foreign, &ring, &id), 0);
	id.pid = id.tid = -1;
	id.space = pxt_proc_space();
	ck_assert_int_eq(pxt_writer_claim(&control, &ring, &id), 0);
	pxt_collect_dead(&ring);
	ck_assert_uint_eq(pxt_load_relaxed(&foreign.lane->exited), 0);
	ck_assert_uint_eq(pxt_load_relaxed(&control.lane->exited), 0);
	ck_assert_uint_eq(pxt_load_relaxed(&writer.lane->exited), 0);
}
END_TEST

/* Start and end of a thread: it must not be declared dead, or its lane freed,
 * in between. */
static void *live(void *arg)
{
	struct pxt_writer_identity id = ring_identity();
	struct pxt_writer own;
	uint64_t owner;

	(void)arg;
	id.space = pxt_proc_space();
	if (pxt_writer_claim(&own, &ring, &id) != 0)
		return NULL;
	owner = pxt_load_relaxed(&own.lane->owner);
	for (int i = 0; i < 10; i++) {
		sched_yield();
		if (pxt_load_relaxed(&own.lane->exited) & PXT_LANE_FATE ||
		    pxt_load_relaxed(&own.lane->owner) != owner) {
			pxt_add_relaxed(&mistakes, 1);
			return NULL;
		}
	}
	pxt_add_relaxed(&lives, 1);
	pxt_writer_exit(&own);
	return NULL;
}

static void *have_threads(void *arg)
{
	pthread_t thread;

	while (!pxt_load_relaxed(&stop)) {
		if (pthread_create(&thread, NULL, live, arg) != 0)
			break;
		pthread_join(thread, NULL);
	}
	return NULL;
}

START_TEST(no_lane_is_taken_from_a_living_thread)
{
	uint64_t end = pxt_clock_ns(CLOCK_MONOTONIC) + 400000000;
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL,
						have_threads, NULL), 0);
	while (pxt_clock_ns(CLOCK_MONOTONIC) < end ||
	       pxt_load_relaxed(&lives) < 20) {
		pxt_collect_dead(&ring);
		for (uint32_t i = 0; i < pxt_collect_lanes(&ring); i++)
			pxt_collect_lane(&ring, i);
		if (pxt_load_relaxed(&mistakes))
			break;
	}
	pxt_store_relaxed(&stop, 1);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	ck_assert_int_eq(pxt_load_relaxed(&mistakes), 0);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->exited), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("settle");
	TCase *tc = tcase_create("settle");

	suite_add_tcase(suite, tc);
	tcase_set_timeout(tc, 20);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, settling_gives_the_time_when_it_was_asked_for);
	tcase_add_test(tc, settling_waits_for_a_record_in_flight);
	tcase_add_loop_test(tc,
			    settling_waits_for_the_record_behind_a_discarded_one,
			    0, 2);
	tcase_add_test(tc, settling_does_not_wait_for_a_stopped_process);
	tcase_add_loop_test(tc, settling_does_not_wait_for_a_dead_process, 0,
			    2);
	tcase_add_test(tc,
		settling_waits_a_second_for_a_living_thread_and_no_longer);
	tcase_add_test(tc,
		lanes_of_processes_that_cannot_be_checked_are_left_alone);
	tcase_add_test(tc, no_lane_is_taken_from_a_living_thread);
	return support_run(suite);
}
