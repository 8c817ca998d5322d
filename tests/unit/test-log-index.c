/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The index of a log: opening with it finds the same as reading the whole file,
 * and a wrong index has no effect.  Also compressed blocks, logs larger than 4
 * GiB, and seeking.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <posixtrace.h>

#include "log/compress.h"
#include "log/state.h"
#include "logfile.h"
#include "support.h"

static struct pxt_log *create(int fd, uint32_t policy, uint64_t size,
			      uint32_t level)
{
	struct pxt_log_head head = logfile_head(policy, size);
	struct pxt_log *log;

	head.attr.compression = level;
	ck_assert_int_eq(pxt_log_create(fd, &head, &log), 0);
	for (unsigned id = PXT_ID_USER; id < PXT_ID_USER + 100; id++)
		ck_assert_int_eq(pxt_log_add_name(log, id, "name"), 0);
	return log;
}

static void complete(struct pxt_log *log)
{
	struct pxt_log_status status = logfile_status();

	status.anchor_ticks = UINT64_C(1) << 46;
	status.anchor_ns = UINT64_C(1) << 45;
	ck_assert_int_eq(pxt_log_complete(log, &status, NULL, NULL, 0), 0);
}

static void write_at(int fd, const void *data, size_t len, uint64_t offset)
{
	ck_assert_int_eq(pwrite(fd, data, len, (off_t)offset), (ssize_t)len);
}

static void read_at(int fd, void *data, size_t len, uint64_t offset)
{
	ck_assert_int_eq(pread(fd, data, len, (off_t)offset), (ssize_t)len);
}

/* The newest index pointer of the file; sequence 0: there is none. */
static struct pxt_log_pointer pointer_of(int fd)
{
	struct pxt_log_pointer one, other;

	read_at(fd, &one, sizeof(one), PXT_LOG_POINTER);
	read_at(fd, &other, sizeof(other),
		PXT_LOG_POINTER + PXT_LOG_STATUS_SLOT);
	return one.sequence > other.sequence ? one : other;
}

static void forget_index(int fd)
{
	static const char zeros[2 * PXT_LOG_STATUS_SLOT];

	write_at(fd, zeros, sizeof(zeros), PXT_LOG_POINTER);
}

static bool blocks_are_equal(const struct pxt_log_block *a,
			     const struct pxt_log_block *b)
{
	return a->offset == b->offset && a->serial == b->serial &&
	       a->base == b->base && a->last == b->last && a->pid == b->pid &&
	       a->tid == b->tid && a->used == b->used &&
	       a->count == b->count && a->kind == b->kind &&
	       a->is_packed == b->is_packed && a->lane == b->lane &&
	       a->anchor.ticks == b->anchor.ticks &&
	       a->anchor.ns == b->anchor.ns;
}

/* Opening with and without the index gives the same result. */
static void compare(int fd)
{
	struct pxt_log_reader *by_index, *by_scan;
	const struct pxt_log_block *a, *b;
	const struct pxt_anchor *x, *y;
	size_t n, m;

	ck_assert_uint_ne(pointer_of(fd).sequence, 0);
	ck_assert_int_eq(pxt_log_open(fd, &by_index), 0);
	forget_index(fd);
	ck_assert_int_eq(pxt_log_open(fd, &by_scan), 0);
	a = pxt_log_get_blocks(by_index, &n);
	b = pxt_log_get_blocks(by_scan, &m);
	ck_assert_uint_eq(n, m);
	for (size_t i = 0; i < n; i++)
		if (!blocks_are_equal(&a[i], &b[i]))
			ck_abort_msg("block %zu differs", i);
	x = pxt_log_get_anchors(by_index, &n);
	y = pxt_log_get_anchors(by_scan, &m);
	ck_assert_uint_eq(n, m);
	ck_assert_mem_eq(x, y, n * sizeof(*x));
	ck_assert_mem_eq(pxt_log_get_summary(by_index),
			 pxt_log_get_summary(by_scan),
			 sizeof(struct pxt_log_summary));
	pxt_log_close(by_index);
	pxt_log_close(by_scan);
}

static const struct {
	uint32_t policy;
	uint64_t size;
	size_t n;
} kinds[] = {
	{ POSIX_TRACE_APPEND, 0, 10000 },
	{ POSIX_TRACE_APPEND, 0, 60000 },
	{ POSIX_TRACE_UNTIL_FULL, 700000, 60000 },
	{ POSIX_TRACE_LOOP, 600000, 8000 },	/* does not wrap */
	{ POSIX_TRACE_LOOP, 600000, 12500 },	/* wraps just once */
	{ POSIX_TRACE_LOOP, 600001, 60000 },
	{ POSIX_TRACE_LOOP, 1234560, 100000 },
};

enum { N_KINDS = sizeof(kinds) / sizeof(kinds[0]) };

START_TEST(the_index_leads_to_what_the_file_has)
{
	int fd = logfile_open("index");
	uint32_t level = (unsigned)_i >= N_KINDS &&
			 pxt_compress_check() == 0 ? 1 : 0;
	size_t kind = (size_t)_i % N_KINDS, n;
	struct pxt_log *log = create(fd, kinds[kind].policy, kinds[kind].size,
				     level);
	struct logfile_feed *feed = logfile_feed_new(log, (uint64_t)_i);

	logfile_feed(feed, kinds[kind].n);
	logfile_feed_end(feed);
	/* LOG-1: index blocks count as part of the log's size. */
	if (kinds[kind].size)
		ck_assert_uint_le((uint64_t)lseek(fd, 0, SEEK_END),
				  PXT_LOG_BLOCKS + kinds[kind].size);
	complete(log);
	logfile_destroy(log);
	n = logfile_check_whole(feed, fd);
	ck_assert_uint_gt(n, 0);
	if (kinds[kind].policy == POSIX_TRACE_APPEND)
		ck_assert_uint_eq(n, feed->n);
	compare(fd);
	ck_assert_uint_eq(logfile_check_whole(feed, fd), n);
	free(feed);
	close(fd);
}
END_TEST

/* A log that was not completed: its last blocks are not in the index. */
START_TEST(what_came_after_the_index_is_found)
{
	int fd = logfile_open("index-tail");
	struct pxt_log *log = create(fd, POSIX_TRACE_APPEND, 0, 0);
	struct logfile_feed *feed = logfile_feed_new(log, 5);

	for (int i = 0; i < 40; i++) {
		logfile_feed(feed, 500);
		logfile_feed_end(feed);
		ck_assert_uint_eq(logfile_check_whole(feed, fd), feed->n);
	}
	logfile_destroy(log);
	compare(fd);
	free(feed);
	close(fd);
}
END_TEST

/* The same in a log that wraps, with the writer stopped at any point. */
START_TEST(what_a_loop_log_has_is_found_without_its_end)
{
	int fd = logfile_open("index-loop");
	struct pxt_log *log = create(fd, POSIX_TRACE_LOOP, 600000, 0);
	struct pxt_log_status status = logfile_status();
	struct logfile_feed *feed = logfile_feed_new(log, (uint64_t)_i);

	status.complete = 0;
	for (int i = 0; i < 150; i++) {
		struct pxt_log_pointer pointer;

		logfile_feed(feed, 400);
		logfile_feed_end(feed);
		if (i % 4 == 0)
			ck_assert_int_eq(pxt_log_set_status(log, &status), 0);
		pointer = pointer_of(fd);
		if (i < 20)
			continue;
		compare(fd);
		write_at(fd, &pointer, sizeof(pointer),
			 PXT_LOG_POINTER + (pointer.sequence + 1) % 2 *
			 PXT_LOG_STATUS_SLOT);
	}
	logfile_destroy(log);
	free(feed);
	close(fd);
}
END_TEST

/* The writer died after it invalidated the oldest block and before it wrote the
 * new one. */
START_TEST(what_a_loop_log_lost_last_is_not_found)
{
	int fd = logfile_open("index-spoilt");
	struct pxt_log *log = create(fd, POSIX_TRACE_LOOP, 600000, 0);
	struct pxt_log_status status = logfile_status();
	struct logfile_feed *feed = logfile_feed_new(log, 9);
	const struct pxt_log_block *blocks, *oldest;
	struct pxt_log_reader *reader;
	size_t n;

	status.complete = 0;
	logfile_feed(feed, (size_t)(20000 + 700 * _i));
	logfile_feed_end(feed);
	ck_assert_int_eq(pxt_log_set_status(log, &status), 0);
	logfile_destroy(log);
	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	oldest = blocks = pxt_log_get_blocks(reader, &n);
	for (size_t i = 1; i < n; i++)
		if (blocks[i].serial < oldest->serial)
			oldest = &blocks[i];
	write_at(fd, "", 1, oldest->offset);
	pxt_log_close(reader);
	compare(fd);
	free(feed);
	close(fd);
}
END_TEST

START_TEST(a_cleared_log_has_nothing_of_the_old_index)
{
	int fd = logfile_open("index-clear");
	struct pxt_log *log = create(fd, POSIX_TRACE_APPEND, 0, 0);
	struct logfile_feed *feed = logfile_feed_new(log, 6);
	size_t before;

	logfile_feed(feed, 20000);
	logfile_feed_end(feed);
	ck_assert_uint_ne(pointer_of(fd).sequence, 0);
	ck_assert_int_eq(pxt_log_clear(log), 0);
	before = feed->n;
	logfile_feed(feed, 100);
	logfile_feed_end(feed);
	complete(log);
	ck_assert_uint_eq(logfile_check_whole(feed, fd), 100);
	logfile_feed(feed, 20000);
	logfile_feed_end(feed);
	complete(log);
	ck_assert_uint_eq(logfile_check_whole(feed, fd), feed->n - before);
	compare(fd);
	logfile_destroy(log);
	free(feed);
	close(fd);
}
END_TEST

/* A wrong word in the index, with or without a matching checksum. */
START_TEST(a_wrong_index_costs_no_event)
{
	int fd = logfile_open("index-wrong");
	uint32_t policy = _i % 2 ? POSIX_TRACE_LOOP : POSIX_TRACE_APPEND;
	struct pxt_log *log = create(fd, policy, 900000, 0);
	struct logfile_feed *feed = logfile_feed_new(log, 7);
	uint64_t seed = (uint64_t)_i;
	struct pxt_log_pointer pointer;
	size_t n;

	logfile_feed(feed, 30000);
	logfile_feed_end(feed);
	complete(log);
	logfile_destroy(log);
	n = logfile_check_whole(feed, fd);
	pointer = pointer_of(fd);
	for (int round = 0; round < 20; round++) {
		unsigned char saved[4096], spoilt[4096];
		uint64_t at = support_random_below(&seed, sizeof(saved));

		read_at(fd, saved, sizeof(saved), pointer.offset);
		memcpy(spoilt, saved, sizeof(saved));
		spoilt[at] ^= (unsigned char)(1 + support_random_below(&seed,
								       255));
		write_at(fd, spoilt, sizeof(spoilt), pointer.offset);
		ck_assert_uint_eq(logfile_check_whole(feed, fd), n);
		write_at(fd, saved, sizeof(saved), pointer.offset);
	}
	free(feed);
	close(fd);
}
END_TEST

/* As above, with right checksums. */
START_TEST(a_forged_index_gives_errors_and_no_crash)
{
	int fd = logfile_open("index-forged");
	uint32_t policy = _i % 2 ? POSIX_TRACE_LOOP : POSIX_TRACE_APPEND;
	struct pxt_log *log = create(fd, policy, 900000, 0);
	struct logfile_feed *feed = logfile_feed_new(log, 8);
	uint64_t seed = 1000 + (uint64_t)_i;
	struct pxt_log_pointer pointer;

	logfile_feed(feed, 30000);
	logfile_feed_end(feed);
	complete(log);
	logfile_destroy(log);
	pointer = pointer_of(fd);
	for (int round = 0; round < 60; round++) {
		struct {
			struct pxt_chunk_header header;
			struct pxt_log_entry entries[62];
		} saved, forged;
		struct pxt_log_reader *reader;
		uint64_t *words = (uint64_t *)&forged;
		size_t at, n_bad;

		read_at(fd, &saved, sizeof(saved), pointer.offset);
		forged = saved;
		/* Not word 0, which has the length that the CRC covers. */
		at = 1 + support_random_below(&seed, sizeof(forged) / 8 - 1);
		words[at] = round % 2 ? support_random(&seed) :
			    words[at] + 8 * support_random_below(&seed, 1000);
		pxt_log_block_seal(&forged.header, forged.entries);
		write_at(fd, &forged, sizeof(forged), pointer.offset);
		ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
		logfile_check(feed, reader, &n_bad);
		pxt_log_close(reader);
		write_at(fd, &saved, sizeof(saved), pointer.offset);
	}
	free(feed);
	close(fd);
}
END_TEST

/* As if 5 GiB had been written: the file has a hole there. */
START_TEST(a_log_grows_past_four_gibibytes)
{
	int fd = logfile_open("index-large");
	struct pxt_log *log = create(fd, POSIX_TRACE_APPEND, 0, 0);
	struct logfile_feed *feed = logfile_feed_new(log, 9);

	logfile_feed(feed, 10000);
	log->pos += UINT64_C(5) << 30;
	logfile_feed(feed, 10000);
	log->pos += UINT64_C(6) << 30;
	logfile_feed(feed, 10000);
	logfile_feed_end(feed);
	complete(log);
	logfile_destroy(log);
	ck_assert_int_gt(lseek(fd, 0, SEEK_END), INT64_C(11) << 30);
	ck_assert_uint_eq(logfile_check_whole(feed, fd), feed->n);
	compare(fd);
	ck_assert_uint_eq(logfile_check_whole(feed, fd), feed->n);
	free(feed);
	close(fd);
}
END_TEST

START_TEST(compressed_blocks_come_back_and_damage_is_noticed)
{
	int fd = logfile_open("packed");
	struct pxt_log *log;
	struct logfile_feed *feed;
	struct pxt_log_reader *reader;
	uint64_t seed = 11, size;

	if (pxt_compress_check() != 0) {
		close(fd);
		return;
	}
	log = create(fd, POSIX_TRACE_APPEND, 0, 3);
	feed = logfile_feed_new(log, 10);
	logfile_feed(feed, 20000);
	logfile_feed_end(feed);
	complete(log);
	logfile_destroy(log);
	ck_assert_uint_eq(logfile_check_whole(feed, fd), feed->n);
	size = (uint64_t)lseek(fd, 0, SEEK_END) - PXT_LOG_BLOCKS;
	ck_assert_uint_lt(size, feed->n * (16 + feed->data_max / 2));
	for (int round = 0; round < 100; round++) {
		uint64_t at = PXT_LOG_BLOCKS + support_random_below(&seed, size);
		unsigned char byte, spoilt;
		size_t n_bad;

		read_at(fd, &byte, 1, at);
		spoilt = (unsigned char)~byte;
		write_at(fd, &spoilt, 1, at);
		ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
		logfile_check(feed, reader, &n_bad);
		ck_assert_uint_le(n_bad, 1);
		pxt_log_close(reader);
		write_at(fd, &byte, 1, at);
	}
	free(feed);
	close(fd);
}
END_TEST

/* The size in the frame differs from the size before it. */
START_TEST(forged_compressed_blocks_are_refused)
{
	static const struct pxt_log_packed wrong[] = {
		{ 0, 0 }, { 8, 4000 }, { 3960, UINT32_MAX }, { UINT32_MAX, 50 },
		{ 1 << 20, 50 }, { 160, 60 }, { 3967, 60 },
	};
	int fd = logfile_open("packed-forged");
	struct pxt_log_reader *reader;
	struct logfile_feed *feed;
	struct pxt_log *log;

	if (pxt_compress_check() != 0) {
		close(fd);
		return;
	}
	log = create(fd, POSIX_TRACE_APPEND, 0, 3);
	feed = logfile_feed_new(log, 12);
	logfile_feed(feed, 300);
	logfile_feed_end(feed);
	complete(log);
	logfile_destroy(log);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		unsigned char bytes[LOGFILE_CHUNK];
		struct pxt_chunk_header *header = (void *)bytes;
		size_t n_bad;

		read_at(fd, bytes, sizeof(bytes), PXT_LOG_BLOCKS);
		ck_assert(header->kind & PXT_KIND_PACKED);
		memcpy(header + 1, &wrong[i], sizeof(wrong[i]));
		pxt_log_block_seal(header, header + 1);
		write_at(fd, bytes, sizeof(*header) + header->used,
			 PXT_LOG_BLOCKS);
		ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
		logfile_check(feed, reader, &n_bad);
		ck_assert_uint_eq(n_bad, 1);
		pxt_log_close(reader);
	}
	free(feed);
	close(fd);
}
END_TEST

static bool next(trace_id_t trid, struct posix_trace_event_info *info)
{
	char data[128];
	size_t len;
	int unavailable;

	ck_assert_int_eq(posix_trace_getnext_event(trid, info, data,
			sizeof(data), &len, &unavailable), 0);
	return !unavailable;
}

static bool is_before(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec < b->tv_sec ||
	       (a->tv_sec == b->tv_sec && a->tv_nsec < b->tv_nsec);
}

/* From any time on, the same events follow as when all are read. */
START_TEST(seeking_leads_to_where_reading_does)
{
	enum { N = 20000 };
	static struct posix_trace_event_info all[N + 16];
	int fd = logfile_open("seek");
	struct pxt_log *log = create(fd, POSIX_TRACE_APPEND, 0, 0);
	struct logfile_feed *feed = logfile_feed_new(log, 13);
	uint64_t seed = 14;
	size_t n = 0;
	trace_id_t trid;

	/* A block spans as much time as its chunk was open. */
	logfile_feed(feed, N);
	logfile_feed_end(feed);
	complete(log);
	logfile_destroy(log);
	ck_assert_int_eq(posix_trace_open(fd, &trid), 0);
	while (next(trid, &all[n]))
		n++;
	ck_assert_uint_eq(n, N);
	for (int round = 0; round < 150; round++) {
		struct timespec time = all[support_random_below(&seed, n)]
				       .posix_timestamp;
		struct posix_trace_event_info info;
		size_t at = 0;

		time.tv_nsec += (long)support_random_below(&seed, 3) - 1;
		if (time.tv_nsec < 0 || time.tv_nsec > 999999999)
			continue;
		while (at < n && is_before(&all[at].posix_timestamp, &time))
			at++;
		ck_assert_int_eq(posixtrace_seek(trid, &time), 0);
		for (int i = 0; i < 20 && at < n; i++, at++) {
			ck_assert(next(trid, &info));
			ck_assert_ptr_eq(info.posix_prog_address,
					 all[at].posix_prog_address);
		}
		if (at == n)
			ck_assert(!next(trid, &info));
	}
	ck_assert_int_eq(posixtrace_seek(trid, &(struct timespec){ 0, -1 }),
			 EINVAL);
	ck_assert_int_eq(posixtrace_seek(trid, NULL), EINVAL);
	ck_assert_int_eq(posixtrace_seek(trid, &(struct timespec){
			sizeof(time_t) < 8 ? INT32_MAX : INT64_MAX, 0 }), 0);
	ck_assert(!next(trid, &all[0]));
	ck_assert_int_eq(posixtrace_seek(trid, &(struct timespec){
			sizeof(time_t) < 8 ? INT32_MIN : INT64_MIN, 0 }), 0);
	ck_assert(next(trid, &all[0]));
	ck_assert_int_eq(posix_trace_close(trid), 0);
	ck_assert_int_eq(posixtrace_seek(trid, &(struct timespec){ 0, 0 }),
			 EINVAL);
	free(feed);
	close(fd);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log-index");
	TCase *tc = support_case(suite, "log-index");

	tcase_set_timeout(tc, 60);
	tcase_add_loop_test(tc, the_index_leads_to_what_the_file_has, 0,
			    2 * N_KINDS);
	tcase_add_test(tc, what_came_after_the_index_is_found);
	tcase_add_loop_test(tc, what_a_loop_log_has_is_found_without_its_end, 0,
			    4);
	tcase_add_loop_test(tc, what_a_loop_log_lost_last_is_not_found, 0, 20);
	tcase_add_test(tc, a_cleared_log_has_nothing_of_the_old_index);
	tcase_add_loop_test(tc, a_wrong_index_costs_no_event, 0, 2);
	tcase_add_loop_test(tc, a_forged_index_gives_errors_and_no_crash, 0, 2);
	tcase_add_test(tc, a_log_grows_past_four_gibibytes);
	tcase_add_test(tc, compressed_blocks_come_back_and_damage_is_noticed);
	tcase_add_test(tc, forged_compressed_blocks_are_refused);

	/* Unchecked, because the process keeps its control block after opening
	 * a stream. */
	tc = tcase_create("seek");
	tcase_add_test(tc, seeking_leads_to_where_reading_does);
	suite_add_tcase(suite, tc);
	return support_run(suite);
}
