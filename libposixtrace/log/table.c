/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The index of a log that is being written: an index block with the contents of
 * many block headers follows them, so that a reader need not go from header to
 * header through the whole file.
 *
 * Index blocks are stored between the others and count towards the size of the
 * log.  Each points to the one before it, and a word at the front of the file
 * to the newest.  A log too small to benefit has none.
 */
#include <stdlib.h>
#include <string.h>

#include "log/output.h"
#include "log/state.h"

enum {
	/* A LOOP log has an index if this many blocks fit. */
	LOOP_LEAST = 128,
};

static bool is_worth_it(const struct pxt_log_head *head)
{
	return head->attr.log_policy != POSIX_TRACE_LOOP ||
	       head->attr.log_size / LOOP_LEAST >= head->chunk_size;
}

void pxt_log_table_init(struct pxt_log *log)
{
	uint32_t fits = (log->head.chunk_size - PXT_CHUNK_HEADER_SIZE) /
			sizeof(struct pxt_log_entry);

	if (is_worth_it(&log->head))
		log->table.max = fits < PXT_LOG_INDEX_MOST ?
				 fits : PXT_LOG_INDEX_MOST;
}

void pxt_log_table_clear(struct pxt_log *log)
{
	log->table.n = 0;
	log->table.newest = 0;
	log->table.is_broken = false;
}

size_t pxt_log_table_room(const struct pxt_log *log)
{
	if (log->table.max == 0 || log->table.is_broken)
		return SIZE_MAX;
	return log->table.max - log->table.n;
}

/* Store where the newest index block is; the other slot keeps the old value. */
static int write_pointer(struct pxt_log *log, uint64_t offset)
{
	struct pxt_log_pointer pointer = {
		.identity = log->head.identity,
		.epoch = log->epoch,
		.offset = offset,
		.serial = log->serial,
		.sequence = log->table.sequence + 1,
	};
	uint64_t slot = (pointer.sequence + 1) % 2;

	pxt_log_pointer_seal(&pointer);
	log->table.sequence++;
	return pxt_output_write(&log->file, &pointer, sizeof(pointer),
				PXT_LOG_POINTER + slot * PXT_LOG_STATUS_SLOT);
}

/* Errors are ignored: the log can be read without an index. */
static void write_index(struct pxt_log *log)
{
	struct pxt_table *table = &log->table;
	struct pxt_chunk_header header = {
		.magic = PXT_CHUNK_MAGIC,
		.used = (uint32_t)(table->n * sizeof(*table->entries)),
		.lease = 1,
		.thread = table->newest,
		.count = table->n,
		.kind = PXT_KIND_INDEX,
		.serial = log->serial,
	};
	struct pxt_put put = { .header = &header, .data = table->entries };
	uint64_t limit = log->limit;
	size_t done;

	if (log->head.attr.log_policy == POSIX_TRACE_UNTIL_FULL)
		limit -= PXT_LOG_END_ROOM;
	if (sizeof(header) + header.used > pxt_log_room_for(log, limit) ||
	    pxt_log_put_blocks(log, &put, 1, &done) != 0) {
		table->is_broken = true;
		return;
	}
	table->newest = put.offset;
	table->n = 0;
	if (write_pointer(log, put.offset) != 0)
		table->is_broken = true;
}

void pxt_log_table_note(struct pxt_log *log,
			const struct pxt_chunk_header *header, uint64_t offset)
{
	struct pxt_table *table = &log->table;

	if (table->max == 0 || table->is_broken)
		return;
	if (!table->entries)
		table->entries = calloc(table->max, sizeof(*table->entries));
	if (!table->entries) {
		table->is_broken = true;
		return;
	}
	table->entries[table->n++] = (struct pxt_log_entry){
		.offset = offset,
		.base = header->base,
		.last = header->last,
		.anchor_ticks = header->anchor_ticks,
		.anchor_ns = header->anchor_ns,
		.used = header->used,
		.count = header->count,
		.pid = header->pid,
		.tid = header->tid,
		.kind = header->kind,
		.lane = header->lane,
	};
	if (table->n == table->max)
		write_index(log);
}
