/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Commands to a controller: each is done once, or not at all, and who asks learns
 * which (ring/command.c).
 */
#include <errno.h>
#include <pthread.h>

#include "base/clock.h"
#include "base/futex.h"
#include "ring.h"
#include "ring/command.h"
#include "support.h"

static struct pxt_view ring;
static struct pxt_segment *segment;
static _Atomic int ends, done[16];

static void setup(void)
{
	support_begin();
	ring_create(&ring, 1, 64, POSIX_TRACE_LOOP);
	segment = ring.segment;
	pxt_store_relaxed(&segment->run, PXT_RUN_STOPPED);
	ends = 0;
	for (int i = 0; i < 16; i++)
		done[i] = 0;
}

static void teardown(void)
{
	ring_discard(&ring);
	support_check_leaks();
}

static uint64_t in_ms(uint64_t ms)
{
	return pxt_clock_ns(CLOCK_MONOTONIC) + ms * 1000000;
}

/* The result is one that tells the command. */
static void *control(void *unused)
{
	enum pxt_command command;
	uint32_t taken;

	while (!ends) {
		const uint32_t seen = pxt_load_relaxed(&segment->wake);

		if (pxt_command_take(segment, &command, &taken)) {
			done[command]++;
			pxt_command_end(segment, taken, 100 + (int)command);
		} else if (!pxt_command_is_there(segment)) {
			pxt_futex_wait_ns(&segment->wake, seen, 20000000);
		}
	}
	return unused;
}

START_TEST(the_result_comes_back)
{
	pthread_t controller;

	ck_assert_int_eq(pthread_create(&controller, NULL, control, NULL), 0);
	ck_assert_int_eq(pxt_command_ask(segment, PXT_COMMAND_STOP,
					 in_ms(10000)), 100 + PXT_COMMAND_STOP);
	ck_assert_int_eq(pxt_command_ask(segment, PXT_COMMAND_FLUSH,
					 in_ms(10000)), 100 + PXT_COMMAND_FLUSH);
	ends = 1;
	pthread_join(controller, NULL);
	ck_assert_int_eq(done[PXT_COMMAND_START], 0);
	ck_assert_int_eq(done[PXT_COMMAND_STOP], 1);
	ck_assert_int_eq(done[PXT_COMMAND_FLUSH], 1);
}
END_TEST

START_TEST(what_nobody_takes_is_withdrawn)
{
	enum pxt_command command;
	uint32_t taken;

	ck_assert_int_eq(pxt_command_ask(segment, PXT_COMMAND_STOP, in_ms(20)),
			 ETIMEDOUT);
	ck_assert(!pxt_command_is_there(segment));
	ck_assert(!pxt_command_take(segment, &command, &taken));
}
END_TEST

static void *take_one(void *taken)
{
	enum pxt_command command;

	while (!pxt_command_take(segment, &command, taken))
		sched_yield();
	return NULL;
}

/* The controller's thread has taken it, and its program never answers. */
START_TEST(a_snapshot_that_is_not_answered_is_withdrawn)
{
	enum pxt_command command;
	pthread_t taker;
	uint32_t taken, next;

	ck_assert_int_eq(pthread_create(&taker, NULL, take_one, &taken), 0);
	ck_assert_int_eq(pxt_command_ask(segment, PXT_COMMAND_SNAPSHOT,
					 in_ms(200)), ETIMEDOUT);
	pthread_join(taker, NULL);
	ck_assert(!pxt_command_end(segment, taken, 0));
	/* A late answer is not that of the next command. */
	ck_assert_int_eq(pthread_create(&taker, NULL, take_one, &next), 0);
	ck_assert_int_eq(pxt_command_ask(segment, PXT_COMMAND_SNAPSHOT,
					 in_ms(200)), ETIMEDOUT);
	pthread_join(taker, NULL);
	ck_assert_uint_ne(taken, next);
	ck_assert(!pxt_command_end(segment, taken, 0));
	ck_assert(!pxt_command_take(segment, &command, &taken));
}
END_TEST

START_TEST(a_stream_that_has_ended_is_told)
{
	pxt_store_relaxed(&segment->run, PXT_RUN_DEAD);
	ck_assert_int_eq(pxt_command_ask(segment, PXT_COMMAND_STOP,
					 in_ms(10000)), ENOENT);
	ck_assert(!pxt_command_is_there(segment));
}
END_TEST

enum { ASKERS = 6, TIMES = 300 };

/* Some do not wait long enough. */
static void *ask(void *arg)
{
	const enum pxt_command command = *(const int *)arg;
	_Atomic int *mine = &done[8 + command];

	for (int i = 0; i < TIMES; i++) {
		int err = pxt_command_ask(segment, command, i % 3 ?
					  in_ms(10000) : in_ms(0));

		if (err == 100 + (int)command)
			(*mine)++;
		else
			ck_assert_int_eq(err, ETIMEDOUT);
	}
	return NULL;
}

START_TEST(each_is_done_once_or_not_at_all)
{
	static const int commands[] = {
		PXT_COMMAND_START, PXT_COMMAND_STOP, PXT_COMMAND_FLUSH,
	};
	pthread_t controller, askers[ASKERS];

	ck_assert_int_eq(pthread_create(&controller, NULL, control, NULL), 0);
	for (int i = 0; i < ASKERS; i++)
		ck_assert_int_eq(pthread_create(&askers[i], NULL, ask,
					(void *)(uintptr_t)&commands[i % 3]), 0);
	for (int i = 0; i < ASKERS; i++)
		pthread_join(askers[i], NULL);
	ends = 1;
	pthread_join(controller, NULL);
	for (int i = 0; i < 3; i++) {
		const int command = commands[i];

		/* One that was taken when its asker stopped waiting is done. */
		ck_assert_int_ge(done[command], done[8 + command]);
		ck_assert_int_le(done[command], ASKERS / 3 * TIMES);
		ck_assert_int_ge(done[8 + command],
				 ASKERS / 3 * TIMES * 2 / 3);
	}
}
END_TEST

/* A traced process can store anything. */
START_TEST(any_word_is_survived)
{
	enum pxt_command command;
	uint64_t state = 11;
	uint32_t taken;

	for (int i = 0; i < 1000; i++) {
		pxt_store_relaxed(&segment->command,
				  (uint32_t)support_random(&state));
		if (pxt_command_take(segment, &command, &taken)) {
			ck_assert_uint_lt((unsigned)command, 16);
			ck_assert(pxt_command_end(segment, taken, EINVAL));
			ck_assert(!pxt_command_is_there(segment));
			pxt_store_relaxed(&segment->command, 0);
		}
		(void)pxt_command_ask(segment, PXT_COMMAND_STOP, 0);
	}
	/* For ever as if it were being done. */
	pxt_store_relaxed(&segment->command, 2);
	ck_assert_int_eq(pxt_command_ask(segment, PXT_COMMAND_STOP, in_ms(20)),
			 ETIMEDOUT);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("command");
	TCase *tc = tcase_create("command");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, the_result_comes_back);
	tcase_add_test(tc, what_nobody_takes_is_withdrawn);
	tcase_add_test(tc, a_snapshot_that_is_not_answered_is_withdrawn);
	tcase_add_test(tc, a_stream_that_has_ended_is_told);
	tcase_add_test(tc, each_is_done_once_or_not_at_all);
	tcase_add_test(tc, any_word_is_survived);
	suite_add_tcase(suite, tc);
	return support_run(suite);
}
