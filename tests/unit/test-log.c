/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Logs: the events that were written are read, with every policy and every kind
 * of file. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "log/check.h"
#include "logfile.h"
#include "support.h"

static struct pxt_log *create(int fd, uint32_t policy, uint64_t log_size)
{
	struct pxt_log_head head = logfile_head(policy, log_size);
	struct pxt_log *log;

	ck_assert_int_eq(pxt_log_create(fd, &head, &log), 0);
	return log;
}

static struct pxt_log_reader *open_log(int fd)
{
	struct pxt_log_reader *reader;

	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	return reader;
}

START_TEST(head_names_and_status_come_back)
{
	int fd = logfile_open("metadata");
	struct pxt_log *log = create(fd, POSIX_TRACE_APPEND, 1000);
	struct pxt_log_status status = logfile_status(), expected = status;
	struct pxt_log_reader *reader;
	const struct pxt_log_status *got;
	char longest[PXT_EVENT_NAME_SIZE];

	memset(longest, 'n', PXT_EVENT_NAME_SIZE - 1);
	longest[PXT_EVENT_NAME_SIZE - 1] = '\0';
	ck_assert_int_eq(pxt_log_add_name(log, 1, "first"), 0);
	ck_assert_int_eq(pxt_log_add_name(log, PXT_ID_SPACE - 1, longest), 0);
	ck_assert_int_eq(pxt_log_complete(log, &status, NULL, NULL, 0), 0);

	reader = open_log(fd);
	ck_assert_mem_eq(pxt_log_get_head(reader), pxt_log_head(log),
			 sizeof(struct pxt_log_head));
	ck_assert_str_eq(pxt_log_get_head(reader)->host, "host");
	ck_assert_str_eq(pxt_log_get_name(reader, 1), "first");
	ck_assert_str_eq(pxt_log_get_name(reader, PXT_ID_SPACE - 1), longest);
	ck_assert_ptr_null(pxt_log_get_name(reader, 0));
	ck_assert_ptr_null(pxt_log_get_name(reader, 2));
	ck_assert_ptr_null(pxt_log_get_name(reader, PXT_ID_SPACE));

	/* ST-1, SHUT-6: the caller's values, and those that the log adds. */
	got = pxt_log_get_status(reader);
	expected.complete = 1;
	expected.epoch = 1;
	expected.identity = got->identity;
	expected.log_full = POSIX_TRACE_NOT_FULL;
	expected.log_overrun = POSIX_TRACE_NO_OVERRUN;
	expected.sequence = 2;
	expected.crc = got->crc;
	ck_assert_mem_eq(got, &expected, sizeof(expected));
	ck_assert_uint_eq(pxt_log_get_summary(reader)->damaged, 0);
	pxt_log_close(reader);
	logfile_destroy(log);
	close(fd);
}
END_TEST

START_TEST(append_keeps_every_event)
{
	int fd = logfile_open("append");
	/* LOGA-1: the size does not matter. */
	struct pxt_log *log = create(fd, POSIX_TRACE_APPEND, 1);
	struct logfile_feed *feed = logfile_feed_new(log, 1);

	ck_assert_uint_eq(pxt_log_room(log), SIZE_MAX);
	logfile_feed(feed, 50000);
	logfile_feed_end(feed);
	ck_assert_uint_eq(feed->n_added, 50000);
	ck_assert_uint_eq(logfile_check_whole(feed, fd), 50000);
	ck_assert_uint_eq(pxt_log_lost(log), 0);
	ck_assert(!pxt_log_is_overrun(log));
	ck_assert(!pxt_log_is_full(log));
	free(feed);
	logfile_destroy(log);
	close(fd);
}
END_TEST

/* Log sizes that are no multiple of a block, some less than a chunk. */
static const uint64_t log_sizes[] = {
	0, 4096, 4100, 5000, 8191, 12345, 16384, 20001, 33333, 65536, 70000,
};

#define N_LOG_SIZES	(sizeof(log_sizes) / sizeof(log_sizes[0]))

/* Check that the lengths of the blocks add up, and that they are contiguous. */
static uint64_t check_extent(const struct pxt_log_reader *reader, uint64_t size)
{
	uint64_t bytes = 0;
	size_t n;
	const struct pxt_log_block *blocks = pxt_log_get_blocks(reader, &n);

	for (size_t i = 0; i < n; i++) {
		uint64_t len = PXT_CHUNK_HEADER_SIZE + blocks[i].used;

		bytes += len;
		if (blocks[i].offset < PXT_LOG_BLOCKS ||
		    blocks[i].offset + len > PXT_LOG_BLOCKS + size)
			ck_abort_msg("a block is out of bounds");
	}
	ck_assert_uint_le(bytes, size);
	return bytes;
}

/* LOGL-1, LOG-1: after any number of wraps the log has the newest events. */
START_TEST(loop_keeps_the_newest_events)
{
	int fd = logfile_open("loop");
	struct pxt_log *log = create(fd, POSIX_TRACE_LOOP, log_sizes[_i]);
	uint64_t size = pxt_log_head(log)->attr.log_size;
	struct logfile_feed *feed = logfile_feed_new(log, (uint64_t)_i);
	struct pxt_log_status status = logfile_status();

	ck_assert_uint_ge(size, 4096);
	ck_assert_uint_ge(size, log_sizes[_i]);
	feed->data_max = 1 + (size_t)_i * 20;
	for (int round = 0; round < 60; round++) {
		const struct pxt_log_summary *summary;
		struct pxt_log_reader *reader;
		size_t n, n_bad;

		logfile_feed(feed, 100 + support_random_below(&feed->random,
							      500));
		logfile_feed_end(feed);
		if (round % 3 == 0)
			ck_assert_int_eq(pxt_log_set_status(log, &status), 0);
		reader = open_log(fd);
		summary = pxt_log_get_summary(reader);
		n = logfile_check(feed, reader, &n_bad);
		ck_assert_uint_eq(n_bad, 0);
		ck_assert_uint_eq(summary->damaged, 0);
		ck_assert_uint_eq(n + summary->lost, feed->n);
		ck_assert_uint_eq(summary->lost, pxt_log_lost(log));
		ck_assert_uint_eq(check_extent(reader, size),
				  pxt_log_bytes(log));
		ck_assert_int_eq(pxt_log_is_full(log), summary->lost > 0);
		if (summary->lost > 0) {
			/* A chunk is cut into quarters, so the log is at least
			 * half full. */
			ck_assert_uint_gt(pxt_log_bytes(log), size / 2);
			ck_assert_uint_eq(pxt_log_first_lost(log),
					  feed->events[0].ticks);
		}
		for (size_t i = 0; i < feed->n; i++) {
			if (!feed->events[i].seen &&
			    feed->events[i].ticks > summary->horizon)
				ck_abort_msg("a newest event is missing");
		}
		pxt_log_close(reader);
	}
	ck_assert_uint_gt(pxt_log_lost(log), 0);
	free(feed);
	logfile_destroy(log);
	close(fd);
}
END_TEST

/* The log is _i bytes smaller than five blocks. */
START_TEST(a_block_may_end_at_the_limit_but_not_behind)
{
	const uint32_t len = 824;
	int fd = logfile_open("limit");
	struct pxt_log *log = create(fd, POSIX_TRACE_LOOP,
				     5 * len - (uint64_t)_i);
	uint64_t size = pxt_log_head(log)->attr.log_size;
	static uint64_t records[(824 - PXT_CHUNK_HEADER_SIZE) / 8];
	struct pxt_chunk_header header = {
		.magic = PXT_CHUNK_MAGIC, .lease = 1, .pid = 1, .tid = 2,
		.used = sizeof(records), .base = 1000, .last = 1000,
		.count = 1, .kind = PXT_KIND_EVENTS,
	};
	struct pxt_log_reader *reader;

	pxt_record_put((unsigned char *)records, 1000, 0, 64,
		       sizeof(records) - PXT_HEAD_SIZE);
	for (int i = 0; i < 5; i++)
		ck_assert_int_eq(pxt_log_add_block(log, &header, records), 0);
	ck_assert_uint_eq(size, 5 * len - (uint64_t)_i);
	ck_assert_uint_eq(pxt_log_bytes(log), _i ? 4 * len : 5 * len);
	ck_assert_uint_eq(pxt_log_lost(log), _i ? 1 : 0);
	reader = open_log(fd);
	ck_assert_uint_eq(check_extent(reader, size), pxt_log_bytes(log));
	pxt_log_close(reader);
	logfile_destroy(log);
	close(fd);
}
END_TEST

/* LOGU-1, LOG-2: the first events, then none, then the end. */
START_TEST(until_full_keeps_the_first_events_and_room_for_the_end)
{
	int fd = logfile_open("until-full");
	struct pxt_log *log = create(fd, POSIX_TRACE_UNTIL_FULL,
				     log_sizes[_i]);
	uint64_t size = pxt_log_head(log)->attr.log_size;
	struct logfile_feed *feed = logfile_feed_new(log, (uint64_t)_i);
	struct pxt_log_reader *reader;
	size_t n, n_bad, room;
	bool gap = false;

	do {
		room = pxt_log_room(log);
		logfile_feed(feed, 100);
		logfile_feed_end(feed);
		ck_assert_uint_le(pxt_log_room(log), room);
		n = logfile_check_whole(feed, fd);
		ck_assert_uint_eq(n + pxt_log_lost(log), feed->n);
	} while (!pxt_log_is_full(log));
	ck_assert_uint_eq(pxt_log_room(log), 0);
	logfile_feed(feed, 1000);
	logfile_feed_end(feed);
	ck_assert_uint_eq(logfile_check_whole(feed, fd), n);
	ck_assert(pxt_log_is_overrun(log));
	/* The rest is too small for another record and the end. */
	ck_assert_uint_ge(pxt_log_bytes(log) + PXT_LOG_END_ROOM +
			  PXT_CHUNK_HEADER_SIZE + pxt_record_size(64), size);

	logfile_feed(feed, 1);
	for (int lane = 0; lane < LOGFILE_LANES; lane++) {
		if (feed->lanes[lane].header.count == 1)
			ck_assert_int_eq(pxt_log_add_end(log,
				&feed->lanes[lane].header,
				feed->lanes[lane].records), 0);
	}
	reader = open_log(fd);
	ck_assert_uint_eq(logfile_check(feed, reader, &n_bad), n + 1);
	ck_assert_uint_eq(pxt_log_get_summary(reader)->horizon, 0);
	check_extent(reader, size);
	pxt_log_close(reader);
	ck_assert(feed->events[feed->n - 1].seen);
	/* For each thread the first events, and none after a missing one. */
	for (int lane = 0; lane < LOGFILE_LANES; lane++) {
		gap = false;
		for (size_t i = 0; i + 1 < feed->n; i++) {
			if (feed->events[i].lane != (uint32_t)lane)
				continue;
			if (gap && feed->events[i].seen)
				ck_abort_msg("an event behind a gap");
			gap |= !feed->events[i].seen;
		}
		ck_assert(gap);
	}
	free(feed);
	logfile_destroy(log);
	close(fd);
}
END_TEST

static void found(void *context, uint64_t offset, bool is_fault,
		  const char *text)
{
	(void)context;
	/* The tests write neither names nor a "complete" status. */
	if (is_fault && !strstr(text, "not completed") &&
	    !strstr(text, "has no name"))
		ck_abort_msg("at %" PRIu64 ": %s", offset, text);
}

/* The check of all bytes accepts what a clear has left (CLEAR-6). */
static void check_nothing_is_wrong(struct pxt_log *log, int fd)
{
	struct pxt_log_status status = logfile_status();
	struct pxt_finder finder = { .found = found };

	ck_assert_int_eq(pxt_log_set_status(log, &status), 0);
	ck_assert_int_eq(pxt_log_check(fd, &finder), 0);
}

START_TEST(clear_forgets_blocks_and_losses)
{
	static const uint32_t policies[] = {
		POSIX_TRACE_LOOP, POSIX_TRACE_UNTIL_FULL, POSIX_TRACE_APPEND,
	};
	int fd = logfile_open("clear");
	struct pxt_log *log = create(fd, policies[_i], 10000);
	struct logfile_feed *feed = logfile_feed_new(log, 5);
	struct logfile_feed *again;

	logfile_feed(feed, 3000);
	logfile_feed_end(feed);
	ck_assert_int_eq(pxt_log_clear(log), 0);
	ck_assert_uint_eq(pxt_log_lost(log), 0);
	ck_assert(!pxt_log_is_full(log));
	ck_assert_uint_eq(logfile_check_whole(feed, fd), 0);
	check_nothing_is_wrong(log, fd);

	again = logfile_feed_new(log, 6);
	logfile_feed(again, 50);
	logfile_feed_end(again);
	ck_assert_uint_eq(logfile_check_whole(again, fd), 50);
	check_nothing_is_wrong(log, fd);
	free(again);
	free(feed);
	logfile_destroy(log);
	close(fd);
}
END_TEST

START_TEST(anchors_of_head_blocks_and_status_rise)
{
	int fd = logfile_open("anchors");
	struct pxt_log *log = create(fd, POSIX_TRACE_APPEND, 0);
	struct logfile_feed *feed = logfile_feed_new(log, 7);
	struct pxt_log_status status = logfile_status();
	const struct pxt_anchor *anchors;
	struct pxt_log_reader *reader;
	size_t n;

	logfile_feed(feed, 50000);
	logfile_feed_end(feed);
	status.anchor_ticks = feed->ticks + 1000;
	status.anchor_ns = 5000000000 + (feed->ticks - LOGFILE_START) / 2 + 500;
	ck_assert_int_eq(pxt_log_set_status(log, &status), 0);
	reader = open_log(fd);
	anchors = pxt_log_get_anchors(reader, &n);
	ck_assert_uint_gt(n, 5);
	ck_assert_uint_eq(anchors[0].ticks, LOGFILE_START);
	ck_assert_uint_eq(anchors[0].ns, 5000000000);
	ck_assert_uint_eq(anchors[n - 1].ticks, status.anchor_ticks);
	ck_assert_uint_eq(anchors[n - 1].ns, status.anchor_ns);
	for (size_t i = 1; i < n; i++) {
		ck_assert_uint_gt(anchors[i].ticks, anchors[i - 1].ticks);
		ck_assert_uint_gt(anchors[i].ns, anchors[i - 1].ns);
		if (i + 1 < n)
			ck_assert_uint_ge(anchors[i].ns - anchors[i - 1].ns,
					  1000000);
	}
	pxt_log_close(reader);
	free(feed);
	logfile_destroy(log);
	close(fd);
}
END_TEST

/* LOG-5, trap 47 to 49: any regular file that is open for writing. */
START_TEST(any_way_of_opening_a_file_for_writing_will_do)
{
	static const int flags[] = {
		O_WRONLY, O_RDWR, O_WRONLY | O_APPEND, O_RDWR | O_APPEND,
		O_WRONLY | O_DSYNC,
	};
	int fd = logfile_open("flags");
	int writing = logfile_reopen(fd, flags[_i]);
	struct logfile_feed *feed;
	struct pxt_log *log;

	ck_assert_int_eq(ftruncate(fd, 1000000), 0);
	ck_assert_int_eq(lseek(writing, 12345, SEEK_SET), 12345);
	log = create(writing, POSIX_TRACE_APPEND, 0);
	feed = logfile_feed_new(log, 8);
	logfile_feed(feed, 1000);
	logfile_feed_end(feed);
	ck_assert_int_eq(lseek(writing, 0, SEEK_CUR), 12345);
	close(writing);
	logfile_feed(feed, 1000);
	logfile_feed_end(feed);

	ck_assert_int_eq(lseek(fd, 0, SEEK_END), 1000000);
	ck_assert_int_eq(lseek(fd, 77, SEEK_SET), 77);
	ck_assert_uint_eq(logfile_check_whole(feed, fd), 2000);
	ck_assert_int_eq(lseek(fd, 0, SEEK_CUR), 77);
	free(feed);
	logfile_destroy(log);
	close(fd);
}
END_TEST

/* CRLOG-E1 to E3. */
START_TEST(other_files_are_refused_with_their_error)
{
	struct pxt_log_head head = logfile_head(POSIX_TRACE_APPEND, 0);
	int fd = logfile_open("refused"), reading, pipes[2], full, null, path;
	struct pxt_log *log = NULL;

	reading = logfile_reopen(fd, O_RDONLY);
	path = logfile_reopen(fd, O_PATH);
	full = open("/dev/full", O_WRONLY | O_CLOEXEC);
	null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	ck_assert_int_eq(pipe2(pipes, O_CLOEXEC), 0);
	close(fd);
	ck_assert_int_eq(pxt_log_create(fd, &head, &log), EBADF);
	ck_assert_int_eq(pxt_log_create(-1, &head, &log), EBADF);
	ck_assert_int_eq(pxt_log_create(reading, &head, &log), EBADF);
	ck_assert_int_eq(pxt_log_create(path, &head, &log), EBADF);
	ck_assert_int_eq(pxt_log_create(pipes[0], &head, &log), EBADF);
	ck_assert_int_eq(pxt_log_create(pipes[1], &head, &log), EINVAL);
	ck_assert_int_eq(pxt_log_create(full, &head, &log), ENOSPC);
	ck_assert_int_eq(pxt_log_create(null, &head, &log), EINVAL);
	ck_assert_ptr_null(log);
	close(reading);
	close(path);
	close(full);
	close(null);
	close(pipes[0]);
	close(pipes[1]);
}
END_TEST

/* OPEN-E1. */
START_TEST(only_logs_can_be_opened)
{
	struct pxt_log_reader *reader = NULL;
	int fd = logfile_open("no-log"), writing, pipes[2];
	char noise[300000];
	uint64_t random = 9;

	ck_assert_int_eq(pxt_log_open(fd, &reader), EINVAL);
	for (size_t i = 0; i < sizeof(noise); i++)
		noise[i] = (char)support_random(&random);
	ck_assert_int_eq(write(fd, noise, sizeof(noise)), sizeof(noise));
	ck_assert_int_eq(pxt_log_open(fd, &reader), EINVAL);
	ck_assert_int_eq(pxt_log_open(-1, &reader), EINVAL);
	writing = logfile_reopen(fd, O_WRONLY);
	ck_assert_int_eq(pxt_log_open(writing, &reader), EINVAL);
	ck_assert_int_eq(pipe2(pipes, O_CLOEXEC), 0);
	ck_assert_int_eq(pxt_log_open(pipes[0], &reader), EINVAL);
	ck_assert_ptr_null(reader);
	close(pipes[0]);
	close(pipes[1]);
	close(writing);
	close(fd);
}
END_TEST

START_TEST(what_is_no_chunk_is_not_written)
{
	int fd = logfile_open("no-chunk");
	struct pxt_log *log = create(fd, POSIX_TRACE_APPEND, 0);
	struct logfile_feed *feed = logfile_feed_new(log, 11);
	struct pxt_chunk_header good, bad;

	logfile_feed(feed, 40);
	good = feed->lanes[1].header;
	ck_assert_uint_gt(good.count, 0);
#define REFUSED(change) do { \
		bad = good; \
		change; \
		ck_assert_int_eq(pxt_log_add_block(log, &bad, \
				 feed->lanes[1].records), EINVAL); \
		pxt_log_discard(log, &bad, feed->lanes[1].records); \
	} while (0)
	REFUSED(bad.magic++);
	REFUSED(bad.used = LOGFILE_CHUNK);
	REFUSED(bad.used -= 1);
	REFUSED(bad.used = 0; bad.count = 0);
	REFUSED(bad.count = bad.used / PXT_HEAD_SIZE + 1);
	REFUSED(bad.last = bad.base - 1);
	REFUSED(bad.kind = 7);
#undef REFUSED
	ck_assert_uint_eq(pxt_log_lost(log), 0);
	ck_assert_uint_eq(logfile_check_whole(feed, fd), 0);
	free(feed);
	logfile_destroy(log);
	close(fd);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log");
	TCase *tc = support_case(suite, "log");

	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, head_names_and_status_come_back);
	tcase_add_test(tc, append_keeps_every_event);
	tcase_add_loop_test(tc, loop_keeps_the_newest_events, 0, N_LOG_SIZES);
	tcase_add_loop_test(tc, a_block_may_end_at_the_limit_but_not_behind, 0,
			    9);
	tcase_add_loop_test(tc,
		until_full_keeps_the_first_events_and_room_for_the_end, 0,
		N_LOG_SIZES);
	tcase_add_loop_test(tc, clear_forgets_blocks_and_losses, 0, 3);
	tcase_add_test(tc, anchors_of_head_blocks_and_status_rise);
	tcase_add_loop_test(tc, any_way_of_opening_a_file_for_writing_will_do,
			    0, 5);
	tcase_add_test(tc, other_files_are_refused_with_their_error);
	tcase_add_test(tc, only_logs_can_be_opened);
	tcase_add_test(tc, what_is_no_chunk_is_not_written);
	return support_run(suite);
}
