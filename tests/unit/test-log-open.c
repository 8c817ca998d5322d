/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Opening a log: the order of its blocks, and opening it without them. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "logfile.h"
#include "support.h"

static struct pxt_log *create(int fd)
{
	struct pxt_log_head head = logfile_head(POSIX_TRACE_APPEND, 0);
	struct pxt_log *log;

	ck_assert_int_eq(pxt_log_create(fd, &head, &log), 0);
	ck_assert_int_eq(pxt_log_add_name(log, PXT_ID_USER, "name"), 0);
	return log;
}

/* By base, then serial. */
static void check_order(const struct pxt_log_block *blocks, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (blocks[i - 1].base > blocks[i].base ||
		    (blocks[i - 1].base == blocks[i].base &&
		     blocks[i - 1].serial >= blocks[i].serial))
			ck_abort_msg("block %zu of %zu is out of order", i, n);
}

/* Keep the chunks of two threads back, and add them after all others. */
static struct {
	struct pxt_chunk_header header;
	_Alignas(8) unsigned char records[LOGFILE_CHUNK];
} kept[2000];
static size_t n_kept;

static void add_or_keep(struct logfile_feed *feed,
			const struct pxt_chunk_header *header,
			const void *records)
{
	if (header->lane >= LOGFILE_LANES / 2) {
		ck_assert_int_eq(pxt_log_add_block(feed->log, header, records),
				 0);
		return;
	}
	ck_assert_uint_lt(n_kept, sizeof(kept) / sizeof(kept[0]));
	kept[n_kept].header = *header;
	memcpy(kept[n_kept++].records, records, header->used);
}

/* Threads whose chunks are full, and written, much later than those of others. */
START_TEST(blocks_far_from_their_place_are_sorted)
{
	int fd = logfile_open("index-order");
	struct pxt_log *log = create(fd);
	const struct pxt_log_status status = logfile_status();
	struct logfile_feed *feed = logfile_feed_new(log, 13);
	const struct pxt_log_block *blocks;
	struct pxt_log_reader *reader;
	size_t n;

	feed->add = add_or_keep;
	logfile_feed(feed, 60000);
	logfile_feed_end(feed);
	ck_assert_uint_gt(n_kept, 100);
	for (size_t i = 0; i < n_kept; i++)
		ck_assert_int_eq(pxt_log_add_block(log, &kept[i].header,
						   kept[i].records), 0);
	ck_assert_int_eq(pxt_log_complete(log, &status, NULL, NULL, 0), 0);
	logfile_destroy(log);
	ck_assert_uint_eq(logfile_check_whole(feed, fd), feed->n);
	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	blocks = pxt_log_get_blocks(reader, &n);
	ck_assert_uint_gt(n, n_kept);
	check_order(blocks, n);
	pxt_log_close(reader);
	free(feed);
	close(fd);
}
END_TEST

START_TEST(the_front_is_read_without_blocks)
{
	int fd = logfile_open("index-front"), written;
	struct pxt_log *log = create(fd);
	const struct pxt_log_status status = logfile_status();
	struct logfile_feed *feed = logfile_feed_new(log, 14);
	struct pxt_log_reader *front, *whole;
	size_t n;

	logfile_feed(feed, 1000);
	logfile_feed_end(feed);
	ck_assert_int_eq(pxt_log_complete(log, &status, NULL, NULL, 0), 0);
	logfile_destroy(log);
	ck_assert_int_eq(pxt_log_open_front(fd, &front), 0);
	ck_assert_int_eq(pxt_log_open(fd, &whole), 0);
	ck_assert_mem_eq(pxt_log_get_head(front), pxt_log_get_head(whole),
			 sizeof(struct pxt_log_head));
	ck_assert_mem_eq(pxt_log_get_status(front), pxt_log_get_status(whole),
			 sizeof(struct pxt_log_status));
	ck_assert_str_eq(pxt_log_get_name(front, PXT_ID_USER), "name");
	pxt_log_get_blocks(whole, &n);
	ck_assert_uint_gt(n, 0);
	pxt_log_get_blocks(front, &n);
	ck_assert_uint_eq(n, 0);
	pxt_log_close(front);
	pxt_log_close(whole);
	written = logfile_reopen(fd, O_WRONLY);
	ck_assert_int_eq(pxt_log_open_front(written, &front), EINVAL);
	close(written);
	free(feed);
	close(fd);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log-open");
	TCase *tc = support_case(suite, "log-open");

	tcase_add_test(tc, blocks_far_from_their_place_are_sorted);
	tcase_add_test(tc, the_front_is_read_without_blocks);
	return support_run(suite);
}
