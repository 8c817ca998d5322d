/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Logs that were cut, damaged or overwritten, and files that never were logs of
 * the library. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "log/front.h"
#include "logfile.h"
#include "support.h"

static int fd;
static struct pxt_log *the_log;
static struct logfile_feed *feed;

static void create(uint32_t policy, uint64_t log_size, uint64_t seed)
{
	struct pxt_log_head head = logfile_head(policy, log_size);

	ck_assert_int_eq(pxt_log_create(fd, &head, &the_log), 0);
	feed = logfile_feed_new(the_log, seed);
}

static void destroy(void)
{
	logfile_destroy(the_log);
	free(feed);
}

static void setup(void)
{
	support_begin();
	fd = logfile_open("damage");
	create(POSIX_TRACE_APPEND, 0, 42);
}

static void teardown(void)
{
	destroy();
	close(fd);
	support_check_leaks();
}

static uint64_t file_size(void)
{
	struct stat st;

	ck_assert_int_eq(fstat(fd, &st), 0);
	return (uint64_t)st.st_size;
}

/* Invert some bits in the middle of the file. */
static void scribble(uint64_t offset, size_t len)
{
	unsigned char bytes[64];

	ck_assert_int_eq(pread(fd, bytes, len, (off_t)offset), (int)len);
	for (size_t i = 0; i < len; i++)
		bytes[i] ^= 0x5a;
	ck_assert_int_eq(pwrite(fd, bytes, len, (off_t)offset), (int)len);
}

static void write_some_events(size_t n)
{
	ck_assert_int_eq(pxt_log_add_name(the_log, 64, "a type"), 0);
	logfile_feed(feed, n);
	logfile_feed_end(feed);
}

static void expect(size_t n_events, size_t n_bad, uint64_t damaged)
{
	struct pxt_log_reader *reader;
	size_t bad;

	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	ck_assert_uint_eq(logfile_check(feed, reader, &bad), n_events);
	ck_assert_uint_eq(bad, n_bad);
	ck_assert_uint_eq(pxt_log_get_summary(reader)->damaged, damaged);
	pxt_log_close(reader);
}

/* Cut the blocks of a small log at every length. */
START_TEST(a_cut_log_opens_up_to_its_last_whole_block)
{
	struct pxt_log_reader *reader;
	size_t n_blocks, n_bad, n = 0, events = 0;
	uint64_t end = PXT_LOG_BLOCKS;

	for (int i = 0; i < 5; i++)
		write_some_events(20);
	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	pxt_log_get_blocks(reader, &n_blocks);
	pxt_log_close(reader);
	ck_assert_uint_gt(n_blocks, 15);

	for (uint64_t size = file_size(); size >= PXT_LOG_BLOCKS; size--) {
		ck_assert_int_eq(ftruncate(fd, (off_t)size), 0);
		ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
		events = logfile_check(feed, reader, &n_bad);
		pxt_log_get_blocks(reader, &n);
		if (n_bad > 0 || n > n_blocks || n + 1 < n_blocks ||
		    (n < n_blocks && end != size + 1))
			ck_abort_msg("%u blocks of %u events in %u bytes",
				     (unsigned)n, (unsigned)events,
				     (unsigned)size);
		end = PXT_LOG_BLOCKS;
		for (size_t i = 0; i < n; i++) {
			const struct pxt_log_block *block =
				&pxt_log_get_blocks(reader, &n)[i];
			uint64_t block_end = block->offset + block->used +
					     PXT_CHUNK_HEADER_SIZE;

			end = block_end > end ? block_end : end;
		}
		n_blocks = n;
		ck_assert_uint_eq(pxt_log_get_summary(reader)->events, events);
		pxt_log_close(reader);
	}
	ck_assert_uint_eq(events, 0);
}
END_TEST

/* Cut before the blocks: the log can be opened if its head is complete. */
START_TEST(a_log_cut_in_its_metadata_opens_if_the_head_is_whole)
{
	const uint64_t head_end = PXT_LOG_HEAD + sizeof(struct pxt_log_head);
	struct pxt_log_reader *reader;

	write_some_events(100);
	for (uint64_t size = PXT_LOG_BLOCKS; size > 0;
	     size -= size > head_end + 5 || size < head_end - 5 ?
		     size < 100 ? 1 : 97 : 1) {
		int err;

		ck_assert_int_eq(ftruncate(fd, (off_t)size), 0);
		err = pxt_log_open(fd, &reader);
		ck_assert_int_eq(err, size < head_end ? EINVAL : 0);
		if (err)
			continue;
		if (size >= PXT_LOG_NAMES + 65 * sizeof(struct pxt_log_name))
			ck_assert_str_eq(pxt_log_get_name(reader, 64),
					 "a type");
		ck_assert_int_eq(pxt_log_get_status(reader) != NULL,
				 size >= PXT_LOG_STATUS +
					 sizeof(struct pxt_log_status));
		pxt_log_close(reader);
	}
}
END_TEST

/* INV-7: changes of any bytes only reduce the number of events. */
START_TEST(random_changes_cost_no_more_than_what_they_hit)
{
	uint64_t random = 4711 + (uint64_t)_i;
	size_t n, n_bad;

	destroy();
	create(_i % 2 ? POSIX_TRACE_LOOP : POSIX_TRACE_APPEND, 60000, random);
	write_some_events(1500);
	n = logfile_check_whole(feed, fd);
	for (int round = 0; round < 100; round++) {
		struct pxt_log_reader *reader;
		uint64_t offset = support_random_below(&random, 20) == 0 ?
			support_random_below(&random, PXT_LOG_BLOCKS) :
			PXT_LOG_BLOCKS + support_random_below(&random,
					file_size() - PXT_LOG_BLOCKS - 64);
		size_t len = 1 + support_random_below(&random, 64);
		size_t got;
		int err;

		scribble(offset, len);
		err = pxt_log_open(fd, &reader);
		if (err) {
			ck_assert_int_eq(err, EINVAL);
			ck_assert_uint_lt(offset, PXT_LOG_HEAD +
					  sizeof(struct pxt_log_head));
			scribble(offset, len);
			continue;
		}
		got = logfile_check(feed, reader, &n_bad);
		ck_assert_uint_le(got, n);
		/* Each change damages at most two more blocks. */
		ck_assert_uint_ge(got + 2 * LOGFILE_CHUNK / PXT_HEAD_SIZE, n);
		n = got;
		pxt_log_close(reader);
	}
}
END_TEST

START_TEST(damage_in_the_middle_is_counted_and_costs_one_block)
{
	struct pxt_log_reader *reader;
	struct pxt_log_block hit;
	size_t n;

	destroy();
	create(_i ? POSIX_TRACE_LOOP : POSIX_TRACE_APPEND, 40000, 3);
	write_some_events(3000);
	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	hit = pxt_log_get_blocks(reader, &n)[n / 2];
	n = pxt_log_get_summary(reader)->events;
	pxt_log_close(reader);

	scribble(hit.offset + PXT_CHUNK_HEADER_SIZE + 50, 3);
	expect(n - hit.count, 1, 0);
	scribble(hit.offset + 20, 3);
	expect(n - hit.count, 0, 1);
	/* A length that points far beyond the file must not be followed. */
	scribble(hit.offset + 20, 3);
	scribble(hit.offset + offsetof(struct pxt_chunk_header, used), 4);
	expect(n - hit.count, 0, 1);
}
END_TEST

START_TEST(a_damaged_name_is_none)
{
	struct pxt_log_reader *reader;

	write_some_events(10);
	scribble(PXT_LOG_NAMES + 64 * sizeof(struct pxt_log_name) + 9, 1);
	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	ck_assert_ptr_null(pxt_log_get_name(reader, 64));
	ck_assert_uint_eq(pxt_log_get_summary(reader)->damaged, 1);
	pxt_log_close(reader);
}
END_TEST

START_TEST(missing_blocks_at_the_end_of_a_completed_log_are_counted)
{
	struct pxt_log_status status = logfile_status();

	write_some_events(500);
	ck_assert_int_eq(pxt_log_complete(the_log, &status, NULL, NULL, 0), 0);
	expect(500, 0, 0);
	ck_assert_int_eq(ftruncate(fd, PXT_LOG_BLOCKS), 0);
	expect(0, 0, 1);
}
END_TEST

/* LOG-5: blocks of an older log in the file are never read. */
START_TEST(a_stale_log_in_the_file_stays_unread)
{
	write_some_events(4000);
	ck_assert_int_eq(pxt_log_add_name(the_log, 99, "stale"), 0);
	destroy();
	create(_i ? POSIX_TRACE_LOOP : POSIX_TRACE_APPEND, 50000, 43);
	expect(0, 0, 0);
	write_some_events(300);
	expect(300, 0, 0);
}
END_TEST

START_TEST(a_stale_log_leaves_no_names_and_no_window)
{
	static struct pxt_txtb_entry window[PXT_TXTB_ENTRIES], zero;
	struct pxt_log_status status = logfile_status();
	struct pxt_event event = { .id = 64, .pid = 1, .tid = 1 };
	int64_t time_ns = 1000000;
	struct pxt_log_reader *reader;

	ck_assert_int_eq(pxt_log_add_name(the_log, 99, "stale"), 0);
	ck_assert_int_eq(pxt_log_complete(the_log, &status, &event, &time_ns,
					  1), 0);
	destroy();
	create(POSIX_TRACE_APPEND, 0, 44);
	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	ck_assert_ptr_null(pxt_log_get_name(reader, 99));
	ck_assert_uint_eq(pxt_log_get_summary(reader)->damaged, 0);
	ck_assert_int_eq(pxt_log_get_status(reader)->complete, 0);
	pxt_log_close(reader);
	ck_assert_int_eq(pread(fd, window, sizeof(window), PXT_TXTB_WINDOW),
			 sizeof(window));
	for (int i = 0; i < PXT_TXTB_ENTRIES; i++)
		ck_assert_mem_eq(&window[i], &zero, sizeof(zero));
}
END_TEST

START_TEST(space_allocated_ahead_is_skipped)
{
	static const char noise[4096] = "no block";

	/* A hole, then bytes that are no block, then another hole. */
	ck_assert_int_eq(ftruncate(fd, INT64_C(1) << 40), 0);
	ck_assert_int_eq(pwrite(fd, noise, sizeof(noise), INT64_C(1) << 35),
			 sizeof(noise));
	write_some_events(1000);
	ck_assert_int_eq(lseek(fd, 77, SEEK_SET), 77);
	expect(1000, 0, 0);
	ck_assert_int_eq(lseek(fd, 0, SEEK_CUR), 77);
	ck_assert_uint_eq(file_size(), UINT64_C(1) << 40);
}
END_TEST

/* If a status is incomplete, the one before is used. */
START_TEST(a_torn_status_leaves_its_predecessor)
{
	struct pxt_log_status status = logfile_status();
	const struct pxt_log_status *got;
	struct pxt_log_reader *reader;

	for (uint32_t i = 1; i < 6; i++) {
		uint64_t slot = PXT_LOG_STATUS + i % 2 * PXT_LOG_STATUS_SLOT;

		status.starts = i;
		ck_assert_int_eq(pxt_log_set_status(the_log, &status), 0);
		ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
		got = pxt_log_get_status(reader);
		ck_assert_uint_eq(got->starts, i);
		pxt_log_close(reader);

		scribble(slot + 40, 30);
		ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
		got = pxt_log_get_status(reader);
		ck_assert_ptr_nonnull(got);
		ck_assert_uint_eq(got->starts, i - 1);
		ck_assert_uint_eq(pxt_log_get_summary(reader)->damaged, 0);
		pxt_log_close(reader);
		scribble(slot + 40, 30);
	}
	scribble(PXT_LOG_STATUS, 8);
	scribble(PXT_LOG_STATUS + PXT_LOG_STATUS_SLOT, 8);
	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	ck_assert_ptr_null(pxt_log_get_status(reader));
	ck_assert_uint_eq(pxt_log_get_summary(reader)->damaged, 1);
	pxt_log_close(reader);
}
END_TEST

/* A log is not complete because its status says something unknown. */
START_TEST(a_status_of_an_unknown_kind_leaves_its_predecessor)
{
	struct pxt_log_status status = logfile_status();
	const struct pxt_log_status *got;
	struct pxt_log_reader *reader;

	status.starts = 1;
	ck_assert_int_eq(pxt_log_set_status(the_log, &status), 0);
	status.starts = 2;
	status.complete = PXT_LOG_HANDED_OVER + 1;
	ck_assert_int_eq(pxt_log_set_status(the_log, &status), 0);
	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	got = pxt_log_get_status(reader);
	ck_assert_ptr_nonnull(got);
	ck_assert_uint_eq(got->starts, 1);
	ck_assert_uint_eq(got->complete, PXT_LOG_OPEN);
	pxt_log_close(reader);
}
END_TEST

/* Rewrite the head with a right checksum, so that only the changed value is
 * wrong. */
static int open_with(void (*change)(struct pxt_log_head *head))
{
	struct pxt_log_head head = *pxt_log_head(the_log);
	struct pxt_log_reader *reader = NULL;
	int err;

	change(&head);
	pxt_log_head_seal(&head);
	ck_assert_int_eq(pwrite(fd, &head, sizeof(head), PXT_LOG_HEAD),
			 sizeof(head));
	err = pxt_log_open(fd, &reader);
	pxt_log_close(reader);
	return err;
}

static void nothing(struct pxt_log_head *head) { (void)head; }
static void magic(struct pxt_log_head *head) { head->magic[6]++; }
static void version(struct pxt_log_head *head) { head->version++; }
static void order(struct pxt_log_head *head) { head->byte_order = 0x04030201; }
static void pointer(struct pxt_log_head *head) { head->pointer_size = 5; }
static void small(struct pxt_log_head *head) { head->chunk_size = 128; }
static void large(struct pxt_log_head *head) { head->chunk_size = UINT32_MAX; }
static void ids(struct pxt_log_head *head) { head->id_space *= 2; }
static void set(struct pxt_log_head *head) { head->set_size = 8; }
static void start(struct pxt_log_head *head) { head->block_start = 0; }
static void limit(struct pxt_log_head *head) { head->block_limit = 4096; }
static void policy(struct pxt_log_head *head) { head->attr.log_policy = 77; }

static void host(struct pxt_log_head *head)
{
	memset(head->host, 'h', sizeof(head->host));
}

/* LOG-6, trap 51. */
START_TEST(a_head_that_says_impossible_things_is_refused)
{
	static void (*const wrong[])(struct pxt_log_head *) = {
		magic, version, order, pointer, small, large, ids, set, start,
		limit, policy, host,
	};

	ck_assert_int_eq(open_with(nothing), 0);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		ck_assert_int_eq(open_with(wrong[i]), EINVAL);
}
END_TEST

/* A traced process may write anything into its chunks. */
START_TEST(records_that_are_none_are_written_or_counted)
{
	struct pxt_chunk_header header = {
		.magic = PXT_CHUNK_MAGIC, .lease = 1, .pid = 1, .tid = 2,
		.base = 1000, .last = 5000, .count = 10,
		.kind = PXT_KIND_EVENTS,
	};
	uint64_t random = 1;
	static uint64_t records[480];

	destroy();
	create(_i ? POSIX_TRACE_UNTIL_FULL : POSIX_TRACE_LOOP, 8192, 1);
	for (int round = 0; round < 500; round++) {
		struct pxt_log_reader *reader;

		for (size_t i = 0; i < 480; i++)
			records[i] = support_random(&random) >>
				     support_random_below(&random, 64);
		header.used = (uint32_t)(8 * (20 + support_random_below(
							&random, 460)));
		header.lease++;
		ck_assert_int_eq(pxt_log_add_block(the_log, &header, records),
				 0);
		if (round % 50 > 0)
			continue;
		ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
		ck_assert_uint_eq(pxt_log_get_summary(reader)->damaged, 0);
		ck_assert_uint_le(pxt_log_bytes(the_log), 8192);
		pxt_log_close(reader);
	}
	ck_assert_uint_gt(pxt_log_lost(the_log), 0);
}
END_TEST

/* INV-7: headers with right checksums that contradict each other. */
START_TEST(hostile_headers_lead_nowhere)
{
	uint64_t random = 100 + (uint64_t)_i, offset = PXT_LOG_BLOCKS;
	struct pxt_chunk_header *chunk = calloc(1, LOGFILE_CHUNK);
	const struct pxt_log_block *blocks;
	const struct pxt_anchor *anchors;
	struct pxt_log_reader *reader;
	size_t n, n_anchors;

	for (int i = 0; i < 300; i++) {
		uint64_t wild = support_random(&random) >>
				support_random_below(&random, 64);

		*chunk = (struct pxt_chunk_header){
			.magic = PXT_CHUNK_MAGIC, .lease = 1,
			.used = 8 * (uint32_t)(2 + wild % 90),
			.base = support_random_below(&random, wild + 1),
			.last = wild, .count = 1, .kind = PXT_KIND_EVENTS,
			.serial = 1 + (i % 3 ? (uint64_t)i : wild % UINT64_MAX),
			.anchor_ticks = wild, .anchor_ns = ~wild,
			.log_lost = wild, .log_horizon = wild >> 20,
			.epoch = 1 + (i == 5),
			.identity = pxt_log_head(the_log)->identity,
		};
		pxt_log_block_seal(chunk, chunk + 1);
		ck_assert_int_gt(pwrite(fd, chunk, sizeof(*chunk) + chunk->used,
					(off_t)offset), 0);
		offset += 8 * (1 + support_random_below(&random, 100));
	}
	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	blocks = pxt_log_get_blocks(reader, &n);
	ck_assert_uint_gt(n, 0);
	ck_assert_uint_le(n, 300);
	for (size_t i = 0; i < n; i++) {
		int err = pxt_log_load(reader, &blocks[i], chunk);

		ck_assert(err == 0 || err == EBADMSG);
		for (size_t k = 0; k < i; k++)
			if (blocks[k].serial == blocks[i].serial)
				ck_abort_msg("two blocks with one serial");
	}
	anchors = pxt_log_get_anchors(reader, &n_anchors);
	ck_assert_uint_le(n_anchors, n + 2);
	ck_assert_uint_eq(anchors[0].ticks, LOGFILE_START);
	for (size_t i = 1; i < n_anchors; i++)
		ck_assert(anchors[i].ticks > anchors[i - 1].ticks &&
			  anchors[i].ns > anchors[i - 1].ns);
	pxt_log_close(reader);
	free(chunk);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log-damage");
	TCase *tc = tcase_create("log-damage");

	tcase_add_checked_fixture(tc, setup, teardown);
	suite_add_tcase(suite, tc);
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, a_cut_log_opens_up_to_its_last_whole_block);
	tcase_add_test(tc,
		       a_log_cut_in_its_metadata_opens_if_the_head_is_whole);
	tcase_add_loop_test(tc, random_changes_cost_no_more_than_what_they_hit,
			    0, 10);
	tcase_add_loop_test(tc,
		damage_in_the_middle_is_counted_and_costs_one_block, 0, 2);
	tcase_add_test(tc, a_damaged_name_is_none);
	tcase_add_test(tc,
		missing_blocks_at_the_end_of_a_completed_log_are_counted);
	tcase_add_loop_test(tc, a_stale_log_in_the_file_stays_unread, 0, 2);
	tcase_add_test(tc, a_stale_log_leaves_no_names_and_no_window);
	tcase_add_test(tc, space_allocated_ahead_is_skipped);
	tcase_add_test(tc, a_torn_status_leaves_its_predecessor);
	tcase_add_test(tc, a_status_of_an_unknown_kind_leaves_its_predecessor);
	tcase_add_test(tc, a_head_that_says_impossible_things_is_refused);
	tcase_add_loop_test(tc, records_that_are_none_are_written_or_counted,
			    0, 2);
	tcase_add_loop_test(tc, hostile_headers_lead_nowhere, 0, 20);
	return support_run(suite);
}
