/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Finds the blocks of a log by its own index (table.c): opening the log costs
 * one read for some hundred blocks instead of one for each.
 *
 * A chain of index blocks leads from the newest to the first; blocks written
 * after the newest index block are found by going from header to header.
 * Nothing of the index is trusted: if the chain is broken, or does not lead to
 * as many blocks as the status says, the file is scanned; and a block that is
 * not where its entry says is detected when it is loaded.
 *
 * In a LOOP log a block exists if its first byte has not been overwritten:
 * those of the newest lap, and those of the lap before it that begin after the
 * writer's position.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/crc32c.h"
#include "log/foreign.h"
#include "log/index.h"

enum {
	INDEX_SIZE_MOST = PXT_CHUNK_HEADER_SIZE +
			  PXT_LOG_INDEX_MOST * sizeof(struct pxt_log_entry),
};

struct lookup {
	const struct pxt_input *input;
	const struct pxt_log_head *head;
	const struct pxt_log_status *status;
	uint64_t end;			/* blocks end before this */
	struct pxt_chunk_header *index;	/* room for the largest block */
};

static bool is_loop(const struct lookup *lookup)
{
	return lookup->head->attr.log_policy == POSIX_TRACE_LOOP;
}

static int read_header(const struct lookup *lookup, uint64_t offset,
		       struct pxt_chunk_header *header)
{
	size_t got;
	int err;

	if (offset < lookup->head->block_start || offset % 8 != 0 ||
	    offset > lookup->end ||
	    lookup->end - offset < sizeof(*header))
		return ENOENT;
	err = pxt_input_read(lookup->input, header, sizeof(*header), offset,
			     &got);
	if (err)
		return err;
	if (got < sizeof(*header))
		return ENOENT;
	pxt_foreign_header(lookup->head, header);
	return header->used <= lookup->end - offset - sizeof(*header) ?
	       0 : ENOENT;
}

static bool entry_is_valid(const struct lookup *lookup,
			   const struct pxt_log_entry *entry)
{
	return entry->offset >= lookup->head->block_start && entry->offset % 8 == 0 &&
	       entry->used <= lookup->head->chunk_size -
			      PXT_CHUNK_HEADER_SIZE &&
	       entry->offset < lookup->end &&
	       entry->used + PXT_CHUNK_HEADER_SIZE <=
	       lookup->end - entry->offset &&
	       entry->base <= entry->last && entry->count > 0 &&
	       (entry->kind & PXT_KIND_PACKED ||
		entry->count <= entry->used / PXT_HEAD_SIZE);
}

/*
 * Read the index block that ends with this serial into lookup->index, in one
 * read.  *has_data: it is complete and its checksum is right.
 */
static int read_index(struct lookup *lookup, uint64_t offset, uint64_t serial,
		      bool *has_data)
{
	struct pxt_chunk_header *header = lookup->index;
	size_t want = lookup->head->chunk_size, got;
	int err;

	if (offset < lookup->head->block_start || offset % 8 != 0 ||
	    offset > lookup->end || lookup->end - offset < sizeof(*header))
		return ENOENT;
	if (want > lookup->end - offset)
		want = (size_t)(lookup->end - offset);
	if (want > INDEX_SIZE_MOST)
		want = INDEX_SIZE_MOST;
	err = pxt_input_read(lookup->input, header, want, offset, &got);
	if (err)
		return err;
	if (got < sizeof(*header))
		return ENOENT;
	pxt_foreign_header(lookup->head, header);
	if (!pxt_log_index_is_valid(header, lookup->head) ||
	    header->used > lookup->end - offset - sizeof(*header) ||
	    header->epoch != lookup->status->epoch ||
	    header->serial != serial)
		return ENOENT;
	*has_data = header->used <= got - sizeof(*header) &&
		    header->data_crc == pxt_crc32c(0, header + 1, header->used);
	if (*has_data)
		pxt_foreign_entries(lookup->head, (void *)(header + 1),
				    header->count);
	return 0;
}

/* Add the blocks in lookup->index, newest first. */
static int add_entries(struct lookup *lookup, struct pxt_scan *scan)
{
	const struct pxt_chunk_header *header = lookup->index;
	const struct pxt_log_entry *entries = (const void *)(header + 1);
	struct pxt_chunk_header block = { .epoch = lookup->status->epoch };
	int err = 0;

	for (uint32_t i = header->count; i > 0 && !err; i--) {
		const struct pxt_log_entry *entry = &entries[i - 1];

		if (!entry_is_valid(lookup, entry))
			return ENOENT;
		block.serial = header->serial - header->count + i;
		block.base = entry->base;
		block.last = entry->last;
		block.used = entry->used;
		block.count = entry->count;
		block.pid = entry->pid;
		block.tid = entry->tid;
		block.kind = entry->kind;
		block.lane = entry->lane;
		block.anchor_ticks = entry->anchor_ticks;
		block.anchor_ns = entry->anchor_ns;
		err = pxt_scan_add(scan, &block, entry->offset);
	}
	return err;
}

/*
 * Follow the chain back.  Serials fall at each step and index blocks do not
 * overlap, so it ends, and has no more entries than fit into the file.  In a
 * LOOP log it ends where it was overwritten or is too old; in others with the
 * first block.
 */
static int follow_chain(struct lookup *lookup, struct pxt_scan *scan,
			const struct pxt_log_pointer *pointer)
{
	const struct pxt_chunk_header *header = lookup->index;
	uint64_t offset = pointer->offset, serial = pointer->serial;
	uint64_t limit = lookup->end;
	unsigned laps = 0;

	while (offset != 0) {
		bool has_data;
		int err = read_index(lookup, offset, serial, &has_data);

		if (err == ENOENT && scan->n > 0 && is_loop(lookup))
			return 0;
		if (!err && (offset >= limit ||
			     sizeof(*header) + header->used > limit - offset)) {
			if (is_loop(lookup) && laps++ == 1)
				return 0;
			err = is_loop(lookup) ? 0 : ENOENT;
		}
		if (!err)
			err = has_data ? add_entries(lookup, scan) : ENOENT;
		if (err)
			return err;
		limit = offset;
		offset = header->thread;
		serial -= header->count;
	}
	return serial == 0 ? 0 : ENOENT;
}

static void reverse(struct pxt_scan *scan)
{
	for (size_t i = 0; i < scan->n / 2; i++) {
		struct pxt_log_block *a = &scan->blocks[i];
		struct pxt_log_block *b = &scan->blocks[scan->n - 1 - i];
		struct pxt_log_block one = *a;

		*a = *b;
		*b = one;
	}
}

/* Add the block with this serial, if it is there, and advance *offset.  Image
 * blocks may precede it. */
static int add_next(struct lookup *lookup, struct pxt_scan *scan,
		    uint64_t serial, uint64_t *offset)
{
	struct pxt_chunk_header header;
	int err;

	while (!(err = read_header(lookup, *offset, &header)) &&
	       pxt_log_index_is_valid(&header, lookup->head) &&
	       pxt_log_is_images(&header))
		*offset += sizeof(header) + header.used;
	if (err)
		return err;
	if (!pxt_log_block_is_valid(&header, lookup->head) ||
	    header.epoch != lookup->status->epoch || header.serial != serial)
		return ENOENT;
	err = pxt_scan_add(scan, &header, *offset);
	*offset += sizeof(header) + header.used;
	return err;
}

/*
 * Add what was written after the newest index block, and advance *offset.  If a
 * LOOP log was not completed, the status knows the blocks up to the last flush,
 * and there may be more.
 */
static int follow_blocks(struct lookup *lookup, struct pxt_scan *scan,
			 uint64_t *offset)
{
	const struct pxt_log_status *status = lookup->status;

	while (!status->complete ||
	       scan->newest.serial < status->last_serial) {
		uint64_t serial = scan->newest.serial + 1, at = *offset;
		int err = add_next(lookup, scan, serial, offset);

		if (err == ENOENT && is_loop(lookup)) {
			*offset = lookup->head->block_start;
			err = add_next(lookup, scan, serial, offset);
		}
		if (err == ENOENT && !status->complete &&
		    scan->newest.serial >= status->last_serial) {
			*offset = at;
			return 0;
		}
		if (err)
			return err;
	}
	return 0;
}

/* Discard blocks that a LOOP log has overwritten; the writer's position is
 * `pos`. */
static int drop_overwritten(struct lookup *lookup, struct pxt_scan *scan,
			    uint64_t pos)
{
	struct pxt_log_block *blocks = scan->blocks;
	size_t first = scan->n - 1;
	bool is_last_lap = false;

	while (first > 0) {
		uint64_t offset = blocks[first - 1].offset;

		if (offset > blocks[first].offset) {
			if (is_last_lap)
				break;
			is_last_lap = true;
		}
		if (is_last_lap && offset < pos)
			break;
		first--;
	}
	/* A write that failed half-way leaves some overwritten without a new
	 * header. */
	for (; first + 1 < scan->n; first++) {
		struct pxt_chunk_header header;
		int err = read_header(lookup, blocks[first].offset, &header);

		if (err && err != ENOENT)
			return err;
		if (!err && pxt_log_block_is_valid(&header, lookup->head) &&
		    header.serial == blocks[first].serial)
			break;
	}
	scan->n -= first;
	memmove(blocks, blocks + first, scan->n * sizeof(*blocks));
	return 0;
}

/* Read the newest header, if its block was in the index. */
static int read_newest(struct lookup *lookup, struct pxt_scan *scan)
{
	const struct pxt_log_block *block = &scan->blocks[scan->n - 1];
	struct pxt_chunk_header header;
	int err = read_header(lookup, block->offset, &header);

	if (err)
		return err;
	if (!pxt_log_block_is_valid(&header, lookup->head) ||
	    header.serial != block->serial)
		return ENOENT;
	scan->newest = header;
	return 0;
}

/*
 * Did the writer stop when it had just wrapped?  Then blocks after the newest
 * are lost as well, and only a scan finds how many.
 */
static bool is_at_turn(const struct lookup *lookup)
{
	struct pxt_chunk_header header;

	return read_header(lookup, lookup->head->block_start, &header) != 0 ||
	       !(pxt_log_block_is_valid(&header, lookup->head) ||
		 pxt_log_index_is_valid(&header, lookup->head));
}

static int find_blocks(struct lookup *lookup, struct pxt_scan *scan,
		       const struct pxt_log_pointer *pointer)
{
	struct pxt_chunk_header header;
	uint64_t offset;
	int err = follow_chain(lookup, scan, pointer);

	if (!err)
		err = read_header(lookup, pointer->offset, &header);
	if (err)
		return err;
	reverse(scan);
	offset = pointer->offset + sizeof(header) + header.used;
	if (!lookup->status->complete && !is_loop(lookup))
		err = pxt_scan_run(scan, lookup->input, lookup->head, offset);
	else
		err = follow_blocks(lookup, scan, &offset);
	if (!err && scan->newest.serial == 0)
		err = ENOENT;
	if (!err && scan->newest.serial == pointer->serial)
		err = read_newest(lookup, scan);
	if (!err && is_loop(lookup) && !lookup->status->complete &&
	    is_at_turn(lookup))
		err = ENOENT;
	if (!err && is_loop(lookup))
		err = drop_overwritten(lookup, scan, offset);
	return err;
}

int pxt_lookup(struct pxt_scan *scan, const struct pxt_input *input,
	       const struct pxt_log_head *head,
	       const struct pxt_log_status *status,
	       const struct pxt_log_pointer *pointer)
{
	struct lookup lookup = {
		.input = input,
		.head = head,
		.status = status,
		.end = pxt_scan_end(input, head),
	};
	int err;

	if (!status || !pointer || pointer->epoch != status->epoch ||
	    (status->complete && status->last_serial < pointer->serial))
		return ENOENT;
	lookup.index = malloc(head->chunk_size);
	if (!lookup.index)
		return ENOMEM;
	err = find_blocks(&lookup, scan, pointer);
	if (err) {
		free(scan->blocks);
		*scan = (struct pxt_scan){ .epoch = status->epoch };
	}
	free(lookup.index);
	return err;
}
