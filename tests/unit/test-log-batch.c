/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Writing several chunks by one call (pxt_log_add_blocks()) has the same result
 * as writing one after the other, also if the write is short, fails in the
 * middle, or is the last of a killed process.
 *
 * The program is linked with --wrap for the call.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "log/check.h"
#include "log/compress.h"
#include "logfile.h"
#include "support.h"

enum { MOST = 80 };

/* The behaviour of the file, and the calls it got. */
static struct {
	size_t step;		/* maximum bytes of a call; 0: all */
	bool interrupts;	/* only every other call is short */
	int64_t room;		/* bytes of blocks until ENOSPC; < 0: no limit */
	bool dead;		/* after that no write succeeds */
	unsigned calls;		/* calls with more than one block or piece */
	int most;		/* maximum number of pieces in a call */
	uint64_t bytes;		/* pieces in the last of these calls */
} file;

static ssize_t take(int fd, const struct iovec *iov, int n, off_t at)
{
	static bool interrupted;
	size_t len = 0, done = 0;

	for (int i = 0; i < n; i++)
		len += iov[i].iov_len;
	if (n > 1) {
		file.calls++;
		file.most = n > file.most ? n : file.most;
		file.bytes = len;
	}
	interrupted = file.interrupts && !interrupted;
	if (interrupted) {
		errno = EINTR;
		return -1;
	}
	if (file.step && len > file.step)
		len = file.step;
	/* The eight bytes that invalidate an incomplete block always have
	 * room. */
	if (file.room >= 0 && at >= PXT_LOG_BLOCKS && (len != 8 || file.dead)) {
		if (len > 0 && file.room == 0) {
			errno = ENOSPC;
			return -1;
		}
		if (len > (uint64_t)file.room)
			len = (size_t)file.room;
		file.room -= (int64_t)len;
	}
	for (int i = 0; i < n && done < len; i++) {
		size_t part = iov[i].iov_len < len - done ? iov[i].iov_len :
			      len - done;

		if (pwrite(fd, iov[i].iov_base, part, at + (off_t)done) !=
		    (ssize_t)part)
			abort();
		done += part;
	}
	return (ssize_t)done;
}

ssize_t __wrap_pwritev(int fd, const struct iovec *iov, int n, off_t at);
ssize_t __wrap_pwritev64(int fd, const struct iovec *iov, int n, off_t at);

ssize_t __wrap_pwritev(int fd, const struct iovec *iov, int n, off_t at)
{
	return take(fd, iov, n, at);
}

ssize_t __wrap_pwritev64(int fd, const struct iovec *iov, int n, off_t at)
{
	return take(fd, iov, n, at);
}

static int fd;
static struct pxt_log *the_log;
static struct logfile_feed *feed;

/* Chunks that were gathered. */
static struct pxt_log_chunk chunks[MOST];
static struct pxt_chunk_header headers[MOST];
static _Alignas(8) unsigned char bytes[MOST][LOGFILE_CHUNK];
static size_t n_chunks, most;
static unsigned n_batches;
static uint64_t given_up;		/* events of chunks that failed */

/* Add chunks until one is refused; returns how many were added. */
static size_t add_until_refused(struct pxt_log_chunk *chunk, size_t n, int *err)
{
	size_t done, sum = 0;

	*err = 0;
	while (sum < n && !*err) {
		*err = pxt_log_add_blocks(the_log, &chunk[sum], n - sum, &done);
		ck_assert(done > 0 || *err);
		sum += done;
	}
	return sum;
}

/* Add the gathered chunks, and discard those that fail. */
static void add_gathered(void)
{
	size_t i = 0;
	int err;

	n_batches += n_chunks > 0;
	for (;;) {
		i += add_until_refused(&chunks[i], n_chunks - i, &err);
		if (!err)
			break;
		ck_assert_int_eq(err, ENOSPC);
		ck_assert_uint_lt(i, n_chunks);
		pxt_log_discard(the_log, chunks[i].header, chunks[i].records);
		given_up += chunks[i++].header->count;
	}
	n_chunks = 0;
}

static void gather(struct logfile_feed *from,
		   const struct pxt_chunk_header *header, const void *records)
{
	(void)from;
	headers[n_chunks] = *header;
	chunks[n_chunks].header = &headers[n_chunks];
	memcpy(bytes[n_chunks], records, header->used);
	chunks[n_chunks].records = bytes[n_chunks];
	chunks[n_chunks].taken = 0;
	if (++n_chunks == most)
		add_gathered();
}

static void setup(void)
{
	support_begin();
	memset(&file, 0, sizeof(file));
	file.room = -1;
	n_chunks = 0;
	given_up = 0;
	fd = logfile_open("batch");
}

static void teardown(void)
{
	free(feed);
	logfile_destroy(the_log);
	close(fd);
	support_check_leaks();
}

static void create(uint32_t policy, uint64_t log_size, size_t gathered,
		   uint64_t seed)
{
	struct pxt_log_head head = logfile_head(policy, log_size);

	ck_assert_int_eq(pxt_log_create(fd, &head, &the_log), 0);
	feed = logfile_feed_new(the_log, seed);
	feed->add = gather;
	most = gathered;
	file.calls = 0;
	file.most = 0;
}

static void write_names(void)
{
	char name[16];

	for (unsigned i = 0; i < 100; i++) {
		snprintf(name, sizeof(name), "event-%u", i);
		ck_assert_int_eq(pxt_log_add_name(the_log, PXT_ID_USER + i,
						  name), 0);
	}
}

static void found(void *context, uint64_t offset, bool is_fault,
		  const char *text)
{
	(void)context;
	/* The tests do not write a "complete" status. */
	if (is_fault && !strstr(text, "not completed"))
		ck_abort_msg("at %u: %s", (unsigned)offset, text);
}

/* The check of all bytes finds no fault. */
static void check(void)
{
	struct pxt_log_status status = logfile_status();
	struct pxt_finder finder = { .found = found };
	struct pxt_log_reader *reader;

	ck_assert_int_eq(pxt_log_set_status(the_log, &status), 0);
	ck_assert_int_eq(pxt_log_check(fd, &finder), 0);
	ck_assert_int_eq(pxt_log_open_by_scan(fd, &reader), 0);
	ck_assert_uint_eq(pxt_log_get_summary(reader)->lost,
			  pxt_log_lost(the_log));
	pxt_log_close(reader);
}

/* Feed events until the next batch has been added. */
static void feed_batch(void)
{
	for (unsigned n = n_batches; n_batches == n;)
		logfile_feed(feed, 1);
}

/* Were all events of the chunk found in the last check of the log? */
static bool all_seen(const struct pxt_log_chunk *chunk)
{
	struct pxt_cursor cursor;
	struct pxt_event event;

	pxt_cursor_init(&cursor, chunk->header, chunk->records,
			chunk->header->used);
	while (pxt_cursor_next(&cursor, &event))
		if (!feed->events[event.address].seen)
			return false;
	return true;
}

static void end(void)
{
	logfile_feed_end(feed);
	add_gathered();
}

START_TEST(many_chunks_take_one_write)
{
	create(POSIX_TRACE_APPEND, 0, 16, 1);
	write_names();
	file.calls = 0;
	feed_batch();
	ck_assert_uint_eq(file.calls, 1);
	ck_assert_int_eq(file.most, 2 * 16);
	for (int i = 0; i < 16; i++)
		ck_assert_uint_eq(chunks[i].taken, chunks[i].header->used);
	end();
	ck_assert_uint_eq(logfile_check_whole(feed, fd), feed->n);
	check();
}
END_TEST

/* The caller may gather any number of chunks, but the length of a write is
 * limited. */
START_TEST(a_write_has_a_bound)
{
	create(POSIX_TRACE_APPEND, 0, MOST, 2);
	write_names();
	logfile_feed(feed, 20000);
	end();
	ck_assert_int_le(file.most, 2 * 64);
	ck_assert_uint_gt(file.calls, 2);
	ck_assert_uint_eq(logfile_check_whole(feed, fd), feed->n);
	check();
}
END_TEST

static const struct {
	uint32_t policy;
	uint64_t size;
	size_t n;
} kinds[] = {
	{ POSIX_TRACE_APPEND, 0, 30000 },	/* several index blocks */
	{ POSIX_TRACE_UNTIL_FULL, 300000, 15000 },
	{ POSIX_TRACE_LOOP, 20000, 15000 },	/* chunks are written in pieces */
	{ POSIX_TRACE_LOOP, 100000, 30000 },	/* most batches wrap */
	{ POSIX_TRACE_LOOP, 600001, 40000 },	/* with an index */
};

enum { N_KINDS = sizeof(kinds) / sizeof(*kinds) };

static const size_t sizes[] = { 1, 2, 7, 16, MOST };

enum { N_SIZES = sizeof(sizes) / sizeof(*sizes) };

/* Logs of every kind, written in batches of every size, have all events;
 * missing ones are counted. */
START_TEST(batches_of_any_size_make_the_same_log)
{
	size_t kind = (size_t)_i / N_SIZES, n;

	create(kinds[kind].policy, kinds[kind].size,
	       sizes[(size_t)_i % N_SIZES], 3);
	write_names();
	for (size_t left = kinds[kind].n; left > 0; left -= 5000) {
		logfile_feed(feed, 5000);
		add_gathered();
		check();
	}
	end();
	n = logfile_check_whole(feed, fd);
	ck_assert_uint_eq(n + pxt_log_lost(the_log), feed->n);
	if (kinds[kind].policy == POSIX_TRACE_APPEND)
		ck_assert_uint_eq(n, feed->n);
	else
		ck_assert_uint_gt(pxt_log_lost(the_log), 0);
	check();
}
END_TEST

/* The newest header has the number of lost events, even if no status does. */
static void check_losses(void)
{
	struct pxt_log_reader *reader;

	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	ck_assert_uint_eq(pxt_log_get_summary(reader)->lost,
			  pxt_log_lost(the_log));
	ck_assert_uint_eq(pxt_log_get_summary(reader)->horizon,
			  pxt_log_horizon(the_log));
	pxt_log_close(reader);
}

/* A batch begins where the previous one ended, so most of the wraps are in the
 * middle of a batch. */
START_TEST(a_batch_wraps_at_the_end_of_a_loop)
{
	const uint64_t size = 20 * LOGFILE_CHUNK + 8 * (uint64_t)_i;
	unsigned laps = 0;
	uint64_t lost;

	create(POSIX_TRACE_LOOP, size, 5, 4 + (uint64_t)_i);
	write_names();
	for (int i = 0; i < 60; i++) {
		lost = pxt_log_lost(the_log);
		feed_batch();
		laps += pxt_log_lost(the_log) > lost;
		check_losses();
		/* Overwriting removes block by block, and no more. */
		ck_assert_uint_le(pxt_log_bytes(the_log), size);
		if (pxt_log_lost(the_log) > 0)
			ck_assert_uint_ge(pxt_log_bytes(the_log),
					  size - 2 * LOGFILE_CHUNK);
		check();
	}
	ck_assert_uint_gt(laps, 20);
	end();
	ck_assert_uint_eq(logfile_check_whole(feed, fd) +
			  pxt_log_lost(the_log), feed->n);
}
END_TEST

START_TEST(short_and_interrupted_writes_are_continued)
{
	size_t kind = (size_t)_i % N_KINDS;
	static const size_t steps[] = { 1000, 4096, 4100, 30001 };

	create(kinds[kind].policy, kinds[kind].size, 16, 5);
	write_names();
	file.step = steps[_i % 4];
	file.interrupts = _i % 2;
	logfile_feed(feed, 20000);
	end();
	ck_assert_uint_eq(logfile_check_whole(feed, fd) +
			  pxt_log_lost(the_log), feed->n);
	check();
}
END_TEST

/*
 * The file takes a number of bytes and then none for some time.  The blocks
 * before that are in the log, the one that failed is discarded, and later ones
 * are tried.
 */
START_TEST(a_batch_that_fails_in_the_middle_keeps_what_is_whole)
{
	uint64_t random = (uint64_t)_i;
	size_t kind = (size_t)_i % N_KINDS, n;
	unsigned failures = 0;

	create(kinds[kind].policy, kinds[kind].size, 9, 6 + (uint64_t)_i);
	write_names();
	for (int i = 0; i < 40; i++) {
		uint64_t before = given_up;

		file.room = (int64_t)support_random_below(&random,
						9 * LOGFILE_CHUNK);
		feed_batch();
		file.room = -1;
		failures += given_up > before;
		check();
		n = logfile_check_whole(feed, fd);
		ck_assert_uint_le(n + pxt_log_lost(the_log), feed->n);
		/* Later batches succeed again. */
		feed_batch();
		check();
	}
	if (kinds[kind].policy != POSIX_TRACE_UNTIL_FULL)
		ck_assert_uint_gt(failures, 10);
	end();
	ck_assert_uint_eq(logfile_check_whole(feed, fd) +
			  pxt_log_lost(the_log), feed->n);
}
END_TEST

/* After a single failure, only the chunk that failed is lost. */
START_TEST(one_failure_costs_one_chunk)
{
	uint64_t lens[MOST], sum = 0;
	size_t k = (size_t)_i / 3;
	int64_t where;
	int err;

	create(POSIX_TRACE_APPEND, 0, MOST, 7);
	write_names();
	while (n_chunks < 8)
		logfile_feed(feed, 1);
	for (size_t i = 0; i < 8; i++)
		lens[i] = PXT_CHUNK_HEADER_SIZE + chunks[i].header->used;
	for (size_t i = 0; i < k; i++)
		sum += lens[i];
	/* Before the block, in its header, in its records. */
	where = _i % 3 == 0 ? 0 : _i % 3 == 1 ? 100 : 2000;
	file.room = (int64_t)sum + where;
	ck_assert_uint_eq(add_until_refused(chunks, 8, &err), k);
	ck_assert_int_eq(err, ENOSPC);
	ck_assert_uint_eq(pxt_log_blocks(the_log), k);
	ck_assert_uint_eq(pxt_log_lost(the_log), 0);
	file.room = -1;
	logfile_check_whole(feed, fd);
	/* If it is tried again, everything is in the log. */
	ck_assert_uint_eq(add_until_refused(&chunks[k], 8 - k, &err), 8 - k);
	n_chunks = 0;
	end();
	ck_assert_uint_eq(logfile_check_whole(feed, fd), feed->n);
	check();
}
END_TEST

/*
 * The process is killed in the middle: the file has a part of the batch, and no
 * one invalidated the incomplete block.  The log opens with the complete
 * blocks, and a later process can continue it.
 */
START_TEST(a_batch_that_was_cut_off_leaves_its_first_blocks)
{
	size_t kind = (size_t)_i % N_KINDS, done, n, n_bad;
	bool has_room = kinds[kind].size == 0 ||
			kinds[kind].size > 20 * LOGFILE_CHUNK;
	uint64_t random = 8 + (uint64_t)_i;
	struct pxt_log_reader *reader;
	struct pxt_log *resumed;
	int err;

	create(kinds[kind].policy, kinds[kind].size, MOST, 8 + (uint64_t)_i);
	write_names();
	if (kinds[kind].policy != POSIX_TRACE_UNTIL_FULL)
		logfile_feed(feed, 10000);
	add_gathered();
	while (n_chunks < 9)
		logfile_feed(feed, 1);
	file.room = (int64_t)support_random_below(&random, 8 * LOGFILE_CHUNK);
	file.dead = true;
	done = add_until_refused(chunks, 9, &err);
	file.room = -1;
	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	n = logfile_check(feed, reader, &n_bad);
	ck_assert_uint_gt(n + (done == 0), 0);
	ck_assert_uint_le(n_bad, pxt_log_get_torn(reader) ? 1 : 0);
	for (size_t i = 0; has_room && i < done; i++)
		ck_assert(all_seen(&chunks[i]));
	ck_assert_int_eq(pxt_log_resume(fd, reader, &resumed), 0);
	pxt_log_close(reader);
	logfile_destroy(the_log);
	the_log = resumed;
	ck_assert_uint_eq(add_until_refused(&chunks[done], 9 - done, &err),
			  9 - done);
	logfile_check_whole(feed, fd);
	for (size_t i = done; has_room && i < 9; i++)
		ck_assert(all_seen(&chunks[i]));
}
END_TEST

START_TEST(compressed_blocks_go_along_one_by_one)
{
	struct pxt_log_head head = logfile_head(POSIX_TRACE_APPEND, 0);

	if (pxt_compress_check() != 0)
		return;
	head.attr.compression = 1;
	ck_assert_int_eq(pxt_log_create(fd, &head, &the_log), 0);
	feed = logfile_feed_new(the_log, 9);
	feed->add = gather;
	most = 16;
	write_names();
	logfile_feed(feed, 10000);
	end();
	ck_assert_uint_eq(logfile_check_whole(feed, fd), feed->n);
	check();
}
END_TEST

/* An invalid chunk is reported, and those before and after it are written. */
START_TEST(a_chunk_that_is_none_stops_nothing)
{
	int err;

	create(POSIX_TRACE_APPEND, 0, MOST, 10);
	write_names();
	while (n_chunks < 6)
		logfile_feed(feed, 1);
	chunks[3].header->count = 0;
	ck_assert_uint_eq(add_until_refused(chunks, 6, &err), 3);
	ck_assert_int_eq(err, EINVAL);
	ck_assert_uint_eq(add_until_refused(&chunks[4], 2, &err), 2);
	ck_assert_uint_eq(pxt_log_blocks(the_log), 5);
	ck_assert_uint_lt(logfile_check_whole(feed, fd), feed->n);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log-batch");
	TCase *tc = tcase_create("log-batch");

	tcase_add_checked_fixture(tc, setup, teardown);
	suite_add_tcase(suite, tc);
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, many_chunks_take_one_write);
	tcase_add_test(tc, a_write_has_a_bound);
	tcase_add_loop_test(tc, batches_of_any_size_make_the_same_log, 0,
			    N_KINDS * N_SIZES);
	tcase_add_loop_test(tc, a_batch_wraps_at_the_end_of_a_loop, 0, 8);
	tcase_add_loop_test(tc,
		short_and_interrupted_writes_are_continued, 0, 12);
	tcase_add_loop_test(tc,
		a_batch_that_fails_in_the_middle_keeps_what_is_whole, 0, 10);
	tcase_add_loop_test(tc, one_failure_costs_one_chunk, 0, 24);
	tcase_add_loop_test(tc,
		a_batch_that_was_cut_off_leaves_its_first_blocks, 0, 15);
	tcase_add_test(tc, compressed_blocks_go_along_one_by_one);
	tcase_add_test(tc, a_chunk_that_is_none_stops_nothing);
	return support_run(suite);
}
