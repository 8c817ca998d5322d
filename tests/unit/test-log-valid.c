/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The invariants of a log while it is written (log/valid.c) hold for each kind
 * of log, and a violation is found.
 */
#include <stdlib.h>
#include <unistd.h>

#include "log/state.h"
#include "logfile.h"
#include "support.h"

static struct pxt_log *the_log;
static int fd;

static void begin(uint32_t policy)
{
	struct pxt_log_head head = logfile_head(policy, 200000);
	struct logfile_feed *feed;

	support_begin();
	fd = logfile_open("valid");
	ck_assert_int_eq(pxt_log_create(fd, &head, &the_log), 0);
	ck_assert(pxt_log_is_valid(the_log));
	feed = logfile_feed_new(the_log, 1);
	logfile_feed(feed, 20000);
	free(feed);
	ck_assert_uint_gt(the_log->n_live, 1);
	ck_assert(pxt_log_is_valid(the_log));
}

/* A LOOP log that has wrapped. */
static void setup(void)
{
	begin(POSIX_TRACE_LOOP);
	ck_assert(the_log->full);
}

static void teardown(void)
{
	logfile_destroy(the_log);
	close(fd);
	support_check_leaks();
}

/* The log is not valid while this number has another value. */
#define FAULTY(member, value) do { \
	__typeof__(member) saved = (member); \
	(member) = (value); \
	ck_assert(!pxt_log_is_valid(the_log)); \
	(member) = saved; \
} while (0)

START_TEST(numbers_are_within_their_limits)
{
	FAULTY(the_log->pos, PXT_LOG_BLOCKS - 1);
	FAULTY(the_log->pos, the_log->limit + 1);
	FAULTY(the_log->serial, the_log->n_live - 1);
	FAULTY(the_log->table.n, the_log->table.max + 1);
}
END_TEST

START_TEST(queue_of_blocks_is_a_circular_array)
{
	FAULTY(the_log->live.capacity, the_log->live.capacity - 1);
	FAULTY(the_log->live.n, the_log->live.capacity + 1);
	FAULTY(the_log->live.first, the_log->live.capacity);
}
END_TEST

START_TEST(live_blocks_add_up)
{
	FAULTY(the_log->live_bytes, the_log->live_bytes + 1);
	FAULTY(the_log->n_live, the_log->n_live - 1);
	FAULTY(the_log->live.n, the_log->live.n - 1);
	FAULTY(the_log->live.blocks[the_log->live.first].reported,
	       the_log->reported + 1);
}
END_TEST

START_TEST(blocks_are_contiguous)
{
	struct pxt_live *blocks = the_log->live.blocks;
	const size_t mask = the_log->live.capacity - 1;
	struct pxt_live *one = &blocks[(the_log->live.first + 1) & mask];
	struct pxt_live *last = &blocks[(the_log->live.first +
					 the_log->live.n - 1) & mask];

	FAULTY(one->offset, PXT_LOG_BLOCKS - 8);
	FAULTY(one->offset, the_log->limit);
	FAULTY(one->offset, one->offset - 8);
	FAULTY(last->offset, last->offset - 8);
}
END_TEST

START_TEST(other_logs_keep_no_blocks)
{
	teardown();
	begin(_i == 0 ? POSIX_TRACE_APPEND : POSIX_TRACE_UNTIL_FULL);
	FAULTY(the_log->live.n, 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log-valid");
	TCase *tc = tcase_create("log-valid");

	tcase_add_checked_fixture(tc, setup, teardown);
	suite_add_tcase(suite, tc);
	tcase_add_test(tc, numbers_are_within_their_limits);
	tcase_add_test(tc, queue_of_blocks_is_a_circular_array);
	tcase_add_test(tc, live_blocks_add_up);
	tcase_add_test(tc, blocks_are_contiguous);
	tcase_add_loop_test(tc, other_logs_keep_no_blocks, 0, 2);
	return support_run(suite);
}
