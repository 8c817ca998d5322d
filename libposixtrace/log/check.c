/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Checking a log: its blocks, and what ties everything together. */
#include "log/check.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "log/check-form.h"
#include "log/foreign.h"

/* The records of a block that was loaded. */
static void check_records(const struct pxt_check *check,
			  const struct pxt_log_block *block,
			  const unsigned char *bytes,
			  struct pxt_finder *finder)
{
	struct pxt_chunk_header header;
	struct pxt_cursor cursor;
	struct pxt_event event;
	uint64_t n = 0, at;

	memcpy(&header, bytes, sizeof(header));
	pxt_cursor_init(&cursor, &header, bytes + sizeof(header), header.used);
	at = block->offset + sizeof(header);
	while (pxt_cursor_next(&cursor, &event)) {
		if (!pxt_log_get_name(check->log, event.id) &&
		    !(check->unnamed[event.id / 8] & 1u << event.id % 8)) {
			check->unnamed[event.id / 8] |=
				(unsigned char)(1u << event.id % 8);
			pxt_fault(finder, at, "record: event type %u has no "
				  "name in the log", event.id);
		}
		at = block->offset + (uint64_t)(cursor.pos - bytes);
		n++;
	}
	if (cursor.pos != cursor.end)
		pxt_fault(finder, at, "record: cannot be one; %" PRIu64
			  " bytes of the block are not read", block->offset +
			  sizeof(header) + header.used - at);
	else if (n != header.count)
		pxt_fault(finder, block->offset + offsetof(
			  struct pxt_chunk_header, count), "block %" PRIu64
			  ": says it has %" PRIu32 " records, has %" PRIu64,
			  header.serial, header.count, n);
	else if (cursor.ticks != header.last)
		pxt_fault(finder, block->offset + offsetof(
			  struct pxt_chunk_header, last), "block %" PRIu64
			  ": its last record is not at the time it says",
			  header.serial);
}

static int check_block(const struct pxt_check *check,
		       const struct pxt_log_block *block, unsigned char *bytes,
		       struct pxt_finder *finder)
{
	int err = pxt_log_load(check->log, block, bytes);

	if (err == EBADMSG) {
		pxt_fault(finder, block->offset + sizeof(
			  struct pxt_chunk_header), "block %" PRIu64 ": the "
			  "checksum of its records is wrong; %" PRIu32
			  " events are not read", block->serial, block->count);
		return 0;
	}
	if (err)
		return err;
	check_records(check, block, bytes, finder);
	return 0;
}

static int by_offset(const void *a, const void *b)
{
	const struct pxt_log_block *x = *(const struct pxt_log_block *const *)a;
	const struct pxt_log_block *y = *(const struct pxt_log_block *const *)b;

	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static int by_serial(const void *a, const void *b)
{
	const struct pxt_log_block *x = *(const struct pxt_log_block *const *)a;
	const struct pxt_log_block *y = *(const struct pxt_log_block *const *)b;

	return x->serial < y->serial ? -1 : x->serial > y->serial;
}

/*
 * Blocks are adjacent.  Only a LOOP log has other bytes in between: the rest
 * of a block that was overwritten.
 */
static int check_gaps(const struct pxt_check *check,
		      const struct pxt_log_block **block, size_t n,
		      struct pxt_finder *finder)
{
	uint64_t end = check->head->block_start;
	int err;

	qsort(block, n, sizeof(*block), by_offset);
	for (size_t i = 0; i < n; i++) {
		err = pxt_check_index(check, block, n, &end, finder);
		if (err)
			return err;
		if (block[i]->offset > end &&
		    check->head->attr.log_policy != POSIX_TRACE_LOOP)
			pxt_fault(finder, end, "%" PRIu64 " bytes that are no "
				  "block", block[i]->offset - end);
		end = block[i]->offset + sizeof(struct pxt_chunk_header) +
		      block[i]->used;
	}
	return 0;
}

/*
 * What follows the last block: nothing, or a block that was cut off, or one
 * that was cleared (CLEAR-6).
 */
static int check_end(const struct pxt_check *check,
		     const struct pxt_log_block **block, size_t n,
		     struct pxt_finder *finder)
{
	struct pxt_chunk_header header;
	uint64_t end = check->head->block_start;
	size_t got;
	int err;

	if (n > 0)
		end = block[n - 1]->offset + sizeof(header) +
		      block[n - 1]->used;
	err = pxt_check_index(check, block, n, &end, finder);
	if (err || check->head->attr.log_policy == POSIX_TRACE_LOOP)
		return err;
	err = pxt_input_read(&check->input, &header, sizeof(header), end, &got);
	if (!err && got >= sizeof(header))
		pxt_foreign_header(check->head, &header);
	if (!err && got >= sizeof(header) && header.magic == PXT_CHUNK_MAGIC &&
	    header.identity == check->head->identity &&
	    header.epoch >= pxt_log_get_epoch(check->log))
		pxt_fault(finder, end, "a block begins here and is not whole");
	else if (!err && got > 0 && got < sizeof(header) &&
		 memcmp(&header, &(uint32_t){ pxt_log_magic(check->head) },
			got < 4 ? got : 4) == 0)
		pxt_fault(finder, end, "the file ends in the header of a "
			  "block");
	return err;
}

/* Report missing blocks; `where` says on which side of `offset`. */
static void report_missing(struct pxt_finder *finder, uint64_t offset,
			   uint64_t first, uint64_t last, const char *where)
{
	if (first == last)
		pxt_fault(finder, offset, "block %" PRIu64 " is missing%s",
			  first, where);
	else
		pxt_fault(finder, offset, "blocks %" PRIu64 " to %" PRIu64
			  " are missing%s", first, last, where);
}

static void check_serials(const struct pxt_check *check,
			  const struct pxt_log_block **block, size_t n,
			  struct pxt_finder *finder)
{
	const struct pxt_log_status *status = check->status;
	bool is_loop = check->head->attr.log_policy == POSIX_TRACE_LOOP;
	uint64_t newest = 0, after = 1;

	qsort(block, n, sizeof(*block), by_serial);
	/* A LOOP log may have lost any number of the first. */
	if (is_loop && n)
		after = status && status->last_serial == block[n - 1]->serial ?
			status->first_serial : block[0]->serial;
	for (size_t i = 0; i < n; i++) {
		if (block[i]->serial > after)
			report_missing(finder, block[i]->offset, after,
				     block[i]->serial - 1, " before this one");
		newest = block[i]->serial;
		after = newest + 1;
	}
	if (status && status->last_serial > newest)
		report_missing(finder, n ? block[n - 1]->offset : check->head->block_start,
			       newest + 1, status->last_serial,
			       n ? " behind this one" : "");
}

static int check_blocks(const struct pxt_check *check,
			struct pxt_finder *finder)
{
	size_t n;
	const struct pxt_log_block *blocks =
		pxt_log_get_blocks(check->log, &n);
	const struct pxt_log_block **order =
		malloc((n ? n : 1) * sizeof(*order));
	unsigned char *bytes = malloc(check->head->chunk_size);
	int err = order && bytes ? 0 : ENOMEM;

	if (!err) {
		for (size_t i = 0; i < n; i++)
			order[i] = &blocks[i];
		err = check_gaps(check, order, n, finder);
		err = err ? err : check_end(check, order, n, finder);
	}
	for (size_t i = 0; !err && i < n; i++)
		err = check_block(check, order[i], bytes, finder);
	if (!err)
		check_serials(check, order, n, finder);
	free(bytes);
	free(order);
	return err;
}

static bool go_on(const struct pxt_image *image, void *arg)
{
	(void)image;
	(void)arg;
	return true;
}

static int check_images(const struct pxt_check *check,
			struct pxt_finder *finder)
{
	int err = pxt_log_each_image(check->log, go_on, NULL);

	if (err != EBADMSG)
		return err;
	pxt_fault(finder, pxt_log_get_images(check->log)->offset, "images: "
		  "not all of what processes executed can be read; addresses "
		  "may have no names");
	return 0;
}

/* The front can be read, and has a head. */
static int check_rest(int fd, struct pxt_check *check,
		      struct pxt_finder *finder)
{
	int err = pxt_log_open_by_scan(fd, &check->log);

	if (err)
		return err;
	check->head = pxt_log_get_head(check->log);
	check->status = pxt_log_get_status(check->log);
	err = pxt_check_front(check, finder);
	if (!err)
		err = check_blocks(check, finder);
	if (!err)
		err = check_images(check, finder);
	if (check->status && !check->status->complete)
		pxt_fault(finder, PXT_LOG_STATUS, "the log was not completed: "
			  "its writer died or goes on");
	pxt_log_close(check->log);
	return err;
}

int pxt_log_check(int fd, struct pxt_finder *finder)
{
	struct pxt_check check = { 0 };
	int err = pxt_input_open(&check.input, fd);

	if (err)
		return err;
	check.front = calloc(1, sizeof(*check.front));
	check.unnamed = calloc(1, PXT_ID_SPACE / 8);
	err = check.front && check.unnamed ? 0 : ENOMEM;
	if (!err)
		err = pxt_input_read(&check.input, check.front,
				     sizeof(*check.front), 0, &check.size);
	if (!err)
		err = pxt_check_head(&check, finder);
	if (!err) {
		pxt_foreign_front(check.front);
		err = check_rest(fd, &check, finder);
	}
	free(check.front);
	free(check.unnamed);
	pxt_input_close(&check.input);
	return err;
}
