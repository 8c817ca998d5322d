/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Continuing a log that its writer left incomplete, as recovery does. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "log/front.h"
#include "logfile.h"
#include "support.h"

static int fd;
static struct pxt_log *the_log;
static struct logfile_feed *feed;

static void setup(void)
{
	struct pxt_log_head head = logfile_head(POSIX_TRACE_APPEND, 0);

	support_begin();
	fd = logfile_open("resume");
	ck_assert_int_eq(pxt_log_create(fd, &head, &the_log), 0);
	feed = logfile_feed_new(the_log, 42);
}

static void teardown(void)
{
	logfile_destroy(the_log);
	free(feed);
	close(fd);
	support_check_leaks();
}

static void write_some_events(size_t n)
{
	ck_assert_int_eq(pxt_log_add_name(the_log, 64, "a type"), 0);
	logfile_feed(feed, n);
	logfile_feed_end(feed);
}

/* Set the serial of the last block to the highest number. */
static void overstate_serial(void)
{
	unsigned char bytes[LOGFILE_CHUNK];
	struct pxt_chunk_header *header = (void *)bytes;
	const struct pxt_log_block *block;
	struct pxt_log_reader *reader;
	size_t n;

	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	block = pxt_log_get_blocks(reader, &n);
	ck_assert_uint_gt(n, 2);
	block += n - 1;
	ck_assert_int_eq(pxt_log_load(reader, block, bytes), 0);
	header->serial = UINT64_MAX;
	pxt_log_block_seal(header, header + 1);
	ck_assert_int_gt(pwrite(fd, bytes, sizeof(*header) + header->used,
				(off_t)block->offset), 0);
	pxt_log_close(reader);
}

/* A recovered log must be complete; otherwise the segment would be removed for
 * nothing. */
START_TEST(a_log_of_hostile_serials_is_completed_or_refused)
{
	struct pxt_log_status status = logfile_status();
	struct pxt_chunk_header *chunk = calloc(1, LOGFILE_CHUNK);
	struct pxt_log_reader *reader;
	struct pxt_log *log;

	write_some_events(2000);
	overstate_serial();
	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	ck_assert_int_eq(pxt_log_resume(fd, reader, &log), 0);
	pxt_log_close(reader);
	*chunk = (struct pxt_chunk_header){
		.magic = PXT_CHUNK_MAGIC, .lease = 1, .used = 16,
		.base = feed->ticks + 1, .last = feed->ticks + 1, .count = 1,
		.kind = PXT_KIND_EVENTS,
	};
	ck_assert_int_eq(pxt_log_add_block(log, chunk, chunk + 1), 0);
	ck_assert_int_eq(pxt_log_complete(log, &status, NULL, NULL, 0), 0);
	logfile_destroy(log);
	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	ck_assert_ptr_nonnull(pxt_log_get_status(reader));
	ck_assert_uint_eq(pxt_log_get_status(reader)->complete, 1);
	pxt_log_close(reader);
	free(chunk);
}
END_TEST

START_TEST(a_status_with_an_absurd_count_is_not_continued)
{
	struct pxt_log_status status = logfile_status();
	struct pxt_log_reader *reader;
	struct pxt_log *log;

	ck_assert_int_eq(pxt_log_set_status(the_log, &status), 0);
	for (int i = 0; i < 2; i++) {
		off_t at = PXT_LOG_STATUS + i * PXT_LOG_STATUS_SLOT;

		ck_assert_int_eq(pread(fd, &status, sizeof(status), at),
				 sizeof(status));
		status.sequence = INT64_MAX - 1;
		pxt_log_status_seal(&status);
		ck_assert_int_eq(pwrite(fd, &status, sizeof(status), at),
				 sizeof(status));
	}
	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	ck_assert_int_eq(pxt_log_resume(fd, reader, &log), EINVAL);
	pxt_log_close(reader);
}
END_TEST

/* The number of threads with a slot; *has: does this thread have one? */
static unsigned count_threads(uint32_t object, bool *has)
{
	struct pxt_txtb_slot slot[PXT_TXTB_SLOTS];
	unsigned n = 0;

	*has = false;
	ck_assert_int_eq(pread(fd, slot, sizeof(slot), PXT_TXTB_REGISTRY),
			 sizeof(slot));
	for (int i = 0; i < PXT_TXTB_SLOTS; i++)
		if (slot[i].type == PXT_TXTB_THREAD) {
			n++;
			*has |= slot[i].object == object;
		}
	return n;
}

/* The blocks of the thread are gone, so another thread may get its number. */
START_TEST(a_thread_that_is_not_found_again_leaves_its_slot)
{
	struct pxt_log_reader *reader;
	struct pxt_log *log;
	unsigned n;
	bool has;

	write_some_events(2000);
	ck_assert_int_eq(pxt_log_add_thread(the_log, 77, 7777, "gone"), 0);
	n = count_threads(7777, &has);
	ck_assert(has);
	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	ck_assert_int_eq(pxt_log_resume(fd, reader, &log), 0);
	pxt_log_close(reader);
	logfile_destroy(log);
	ck_assert_uint_eq(count_threads(7777, &has), n - 1);
	ck_assert(!has);
}
END_TEST

/* Complete a LOOP log that its writer left after `n` events, as a recovery does,
 * with an image. */
static void complete_loop(int loop_fd, size_t n)
{
	struct pxt_log_status status = logfile_status();
	struct pxt_image image = {
		.magic = PXT_IMAGE_MAGIC, .size = sizeof(image), .pid = 99,
	};
	struct pxt_log_reader *reader;
	struct pxt_log *log;

	ck_assert_int_eq(pxt_log_open(loop_fd, &reader), 0);
	ck_assert_uint_eq(pxt_log_get_summary(reader)->events +
			  pxt_log_get_summary(reader)->lost, n);
	ck_assert_int_eq(pxt_log_resume(loop_fd, reader, &log), 0);
	pxt_log_close(reader);
	ck_assert_int_eq(pxt_log_add_images(log, &image, sizeof(image)), 0);
	ck_assert_int_eq(pxt_log_complete(log, &status, NULL, NULL, 0), 0);
	logfile_destroy(log);
}

/* All that the log had before it was continued is there, by either way. */
static void continue_loop(uint64_t size, size_t n)
{
	struct pxt_log_head head = logfile_head(POSIX_TRACE_LOOP, size);
	int (*const open_by[])(int, struct pxt_log_reader **) = {
		pxt_log_open, pxt_log_open_by_scan,
	};
	int loop_fd = logfile_open("resume-loop");
	struct logfile_feed *loop_feed;
	struct pxt_log_reader *reader;
	struct pxt_log *log;

	ck_assert_int_eq(pxt_log_create(loop_fd, &head, &log), 0);
	loop_feed = logfile_feed_new(log, n);
	logfile_feed(loop_feed, n);
	logfile_feed_end(loop_feed);
	logfile_destroy(log);
	complete_loop(loop_fd, n);
	for (int i = 0; i < 2; i++) {
		const struct pxt_log_summary *summary;
		size_t bad;

		ck_assert_int_eq(open_by[i](loop_fd, &reader), 0);
		summary = pxt_log_get_summary(reader);
		ck_assert_uint_eq(summary->damaged, 0);
		ck_assert_uint_eq(logfile_check(loop_feed, reader, &bad),
				  summary->events);
		ck_assert_uint_eq(bad, 0);
		ck_assert_uint_eq(summary->events + summary->lost, n);
		pxt_log_close(reader);
	}
	free(loop_feed);
	close(loop_fd);
}

/* Wherever the writer was in its ring, at the end of which an index may be. */
START_TEST(a_loop_log_keeps_its_oldest_blocks)
{
	for (size_t n = 500; n < 4000; n += 67)
		continue_loop(32 << 10, n);
	/* With an index, which is at the end of some of these. */
	for (uint64_t size = 512 << 10; size < 768 << 10; size += 2 << 10)
		continue_loop(size, 20000);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log-resume");
	TCase *tc = tcase_create("log-resume");

	tcase_add_checked_fixture(tc, setup, teardown);
	suite_add_tcase(suite, tc);
	tcase_add_test(tc, a_log_of_hostile_serials_is_completed_or_refused);
	tcase_add_test(tc,
		a_status_with_an_absurd_count_is_not_continued);
	tcase_add_test(tc, a_thread_that_is_not_found_again_leaves_its_slot);
	/* Some three million events, ten times as slow under ThreadSanitizer. */
	tc = tcase_create("log-resume-loop");
	tcase_set_timeout(tc, 240);
	tcase_add_checked_fixture(tc, setup, teardown);
	suite_add_tcase(suite, tc);
	tcase_add_test(tc, a_loop_log_keeps_its_oldest_blocks);
	return support_run(suite);
}
