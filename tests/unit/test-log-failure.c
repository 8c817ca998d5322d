/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Logs in a file that takes no more bytes (FLUSH-E2).  A write that fails is
 * reported, leaves no block, and can be repeated.  With RLIMIT_FSIZE, a write
 * that begins below the limit also fails in the middle, at the limit.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "logfile.h"
#include "support.h"

static const uint32_t policies[] = {
	POSIX_TRACE_APPEND, POSIX_TRACE_LOOP, POSIX_TRACE_UNTIL_FULL,
};

static int fd;
static struct pxt_log *the_log;
static struct logfile_feed *feed;

static void setup(void)
{
	support_begin();
	fd = logfile_open("failure");
	signal(SIGXFSZ, SIG_IGN);
}

static void teardown(void)
{
	free(feed);
	logfile_destroy(the_log);
	close(fd);
	support_check_leaks();
}

static void create(uint32_t policy, uint64_t log_size)
{
	struct pxt_log_head head = logfile_head(policy, log_size);

	ck_assert_int_eq(pxt_log_create(fd, &head, &the_log), 0);
	feed = logfile_feed_new(the_log, 10);
}

START_TEST(a_log_that_cannot_begin_returns_the_error)
{
	struct pxt_log_head head = logfile_head(POSIX_TRACE_APPEND, 0);

	for (uint64_t limit = 0; limit < PXT_LOG_NAMES; limit += 5000) {
		int err;

		logfile_limit_size(limit);
		err = pxt_log_create(fd, &head, &the_log);
		logfile_limit_size(RLIM_INFINITY);
		ck_assert_int_eq(err, EFBIG);
		ck_assert_ptr_null(the_log);
	}
}
END_TEST

/* _i / 2 selects the policy; LOOP writes in pieces.  If _i is odd, the space of
 * the file is allocated before. */
START_TEST(a_failed_write_can_be_repeated_without_loss)
{
	struct pxt_chunk_header *header;
	size_t n, failures = 0;

	create(policies[_i / 2], 15000);
	if (_i % 2)
		ck_assert_int_eq(ftruncate(fd, 400000), 0);
	feed->data_max = 40;
	header = &feed->lanes[0].header;
	/* Add one chunk of one thread; the others have nothing to add. */
	while (header->used < 3900) {
		logfile_feed(feed, 1);
		for (int lane = 1; lane < LOGFILE_LANES; lane++)
			feed->lanes[lane].header.used = 0;
	}
	n = header->count;
	for (uint64_t limit = PXT_LOG_BLOCKS + 1; limit < PXT_LOG_BLOCKS + 5000;
	     limit += 1 + support_random_below(&feed->random, 300)) {
		struct pxt_log_reader *reader;
		size_t n_bad;
		int err;

		logfile_limit_size(limit);
		err = pxt_log_add_block(the_log, header,
					feed->lanes[0].records);
		logfile_limit_size(RLIM_INFINITY);
		if (err == 0)
			break;
		ck_assert_int_eq(err, EFBIG);
		failures++;
		ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
		ck_assert_uint_lt(logfile_check(feed, reader, &n_bad), n);
		ck_assert_uint_eq(n_bad, 0);
		ck_assert_uint_eq(pxt_log_get_summary(reader)->damaged, 0);
		pxt_log_close(reader);
	}
	ck_assert_uint_gt(failures, 5);
	ck_assert_uint_eq(logfile_check_whole(feed, fd), n);
	ck_assert_uint_eq(pxt_log_lost(the_log), 0);

	/* A discarded chunk counts as lost, except the part that was
	 * written. */
	header->lease++;
	logfile_limit_size(PXT_LOG_BLOCKS + pxt_log_bytes(the_log) + 3900);
	ck_assert_int_eq(pxt_log_add_block(the_log, header,
					   feed->lanes[0].records), EFBIG);
	logfile_limit_size(RLIM_INFINITY);
	pxt_log_discard(the_log, header, feed->lanes[0].records);
	if (policies[_i / 2] == POSIX_TRACE_LOOP)
		ck_assert_uint_lt(pxt_log_lost(the_log), n);
	else
		ck_assert_uint_eq(pxt_log_lost(the_log), n);
	ck_assert_uint_gt(pxt_log_lost(the_log), 0);
}
END_TEST

/* The number of events in open chunks. */
static size_t n_open(void)
{
	size_t n = 0;

	for (int lane = 0; lane < LOGFILE_LANES; lane++)
		n += feed->lanes[lane].header.count;
	return n;
}

/* After a failure, repeat the write or discard the chunk; all other events must
 * be accounted for. */
static void settle(const struct pxt_chunk_header *header, const void *records,
		   bool again)
{
	struct pxt_log_reader *reader;
	size_t n, n_bad;

	if (again)
		ck_assert_int_eq(pxt_log_add_block(the_log, header, records),
				 0);
	else
		pxt_log_discard(the_log, header, records);
	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	n = logfile_check(feed, reader, &n_bad);
	ck_assert_uint_eq(n_bad, 0);
	ck_assert_uint_ge(n + pxt_log_lost(the_log),
			  feed->n - n_open() + header->count);
	pxt_log_close(reader);
}

/* Events that an incomplete write has overwritten are gone, and must be counted
 * as lost. */
START_TEST(failures_in_a_log_that_wraps_lose_nothing_uncounted)
{
	uint64_t random = (uint64_t)_i;
	size_t failures = 0;

	create(POSIX_TRACE_LOOP, 30000 + (uint64_t)_i);
	for (int round = 0; round < 300; round++) {
		uint32_t lane = (uint32_t)support_random_below(&random,
							LOGFILE_LANES);
		struct pxt_chunk_header *header = &feed->lanes[lane].header;
		uint64_t limit = PXT_LOG_BLOCKS +
				 support_random_below(&random, 30000);
		int err;

		logfile_feed(feed, 50);
		if (header->count == 0)
			continue;
		logfile_limit_size(limit);
		err = pxt_log_add_block(the_log, header,
					feed->lanes[lane].records);
		logfile_limit_size(RLIM_INFINITY);
		if (err) {
			failures++;
			ck_assert_int_eq(err, EFBIG);
			settle(header, feed->lanes[lane].records, round % 2);
		}
		header->count = 0;
		header->used = 0;
		header->lease++;
		if (round % 10 < 9)
			continue;
		logfile_feed_end(feed);
		ck_assert_uint_eq(logfile_check_whole(feed, fd) +
				  pxt_log_lost(the_log), feed->n);
	}
	ck_assert_uint_gt(failures, 50);
	ck_assert_uint_gt(pxt_log_lost(the_log), 0);
}
END_TEST

START_TEST(a_chunk_that_failed_is_forgotten_with_the_next_one)
{
	struct pxt_log_reader *reader;
	size_t n_bad;

	create(POSIX_TRACE_LOOP, 15000);
	while (feed->lanes[0].header.used < 3900) {
		logfile_feed(feed, 1);
		feed->lanes[2].header.used = 0;
		feed->lanes[3].header.used = 0;
	}
	/* The first piece is written, the second is not. */
	logfile_limit_size(PXT_LOG_BLOCKS + pxt_log_bytes(the_log) + 3900);
	ck_assert_int_eq(pxt_log_add_block(the_log, &feed->lanes[0].header,
					   feed->lanes[0].records), EFBIG);
	logfile_limit_size(RLIM_INFINITY);
	ck_assert_int_eq(pxt_log_add_block(the_log, &feed->lanes[1].header,
					   feed->lanes[1].records), 0);
	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	logfile_check(feed, reader, &n_bad);
	ck_assert_uint_eq(pxt_log_get_summary(reader)->damaged, 0);
	pxt_log_close(reader);
	for (size_t i = 0; i < feed->n; i++) {
		if (feed->events[i].lane == 1 && !feed->events[i].seen)
			ck_abort_msg("not all of the next chunk is there");
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log-failure");
	TCase *tc = tcase_create("log-failure");

	tcase_add_checked_fixture(tc, setup, teardown);
	suite_add_tcase(suite, tc);
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, a_log_that_cannot_begin_returns_the_error);
	tcase_add_loop_test(tc, a_failed_write_can_be_repeated_without_loss, 0,
			    6);
	tcase_add_loop_test(tc,
		failures_in_a_log_that_wraps_lose_nothing_uncounted, 0, 8);
	tcase_add_test(tc,
		       a_chunk_that_failed_is_forgotten_with_the_next_one);
	return support_run(suite);
}
