/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Where blocks go.
 *
 * APPEND puts one behind the other.  UNTIL_FULL does so up to a limit, and
 * cuts the chunk that does not fit.  LOOP goes round between block_start and
 * the limit: a block is overwritten when its first byte would be, and when
 * the writer begins a new lap before it, at the end of the file, for then it
 * is older than what is overwritten next.  So the live blocks are always the
 * newest ones without a gap, and what stays of a dead one has lost its
 * header or lies behind them with an older serial.
 *
 * A chunk larger than a quarter of a LOOP log goes in pieces, lest one chunk
 * push out most of what is there.  When writing fails between two pieces,
 * the first ones stay; log->progress remembers them for the next attempt.
 */
#include <errno.h>
#include <string.h>

#include "log/output.h"
#include "log/state.h"
#include "log/writer.h"

/* What a block will push out of a LOOP log. */
struct place {
	uint64_t offset;
	size_t n_evicted;
	size_t n_blocks;	/* of them, index blocks aside */
	uint64_t n_lost;
	uint64_t first_lost;
	uint64_t horizon;
};

static bool is_policy(const struct pxt_log *log, uint32_t policy)
{
	return log->head.attr.log_policy == policy;
}

static void count_lost(struct pxt_log *log, uint64_t n, uint64_t first)
{
	if (n == 0)
		return;
	log->lost += n;
	if (log->first_lost == 0 || first < log->first_lost)
		log->first_lost = first ? first : 1;
}

static void evict(struct place *place, const struct pxt_live *block)
{
	place->n_evicted++;
	if (block->count == 0)
		return;
	if (place->n_blocks == 0 || block->base < place->first_lost)
		place->first_lost = block->base;
	if (block->last > place->horizon)
		place->horizon = block->last;
	place->n_lost += block->count;
	place->n_blocks++;
}

/*
 * Where the next block of `len` bytes goes, and at whose expense if only the
 * first `written` of them are.
 */
static struct place find_place(const struct pxt_log *log, uint64_t len,
			       uint64_t written)
{
	const struct pxt_live_queue *live = &log->live;
	struct place place = { .offset = log->pos, .horizon = log->horizon };
	const struct pxt_live *block;

	if (!is_policy(log, POSIX_TRACE_LOOP))
		return place;
	if (place.offset + len > log->limit) {
		while (place.n_evicted < live->n) {
			block = pxt_live_at(live, place.n_evicted);
			if (block->offset < place.offset)
				break;
			evict(&place, block);
		}
		place.offset = PXT_LOG_BLOCKS;
	}
	while (place.n_evicted < live->n) {
		block = pxt_live_at(live, place.n_evicted);
		if (block->offset < place.offset ||
		    block->offset >= place.offset + written)
			break;
		evict(&place, block);
	}
	return place;
}

static void take_place(struct pxt_log *log, const struct place *place)
{
	for (size_t i = 0; i < place->n_evicted; i++)
		log->live_bytes -= pxt_live_at(&log->live, i)->len;
	log->n_live -= place->n_blocks;
	pxt_live_drop(&log->live, place->n_evicted);
	count_lost(log, place->n_lost, place->first_lost);
	log->horizon = place->horizon;
	if (place->n_blocks > 0)
		log->full = true;
}

int pxt_blocks_put(struct pxt_log *log, struct pxt_chunk_header *header,
		   const void *data, uint64_t *offset)
{
	static const char no_magic[8];
	const bool is_index = header->kind == PXT_KIND_INDEX;
	const uint32_t len = PXT_CHUNK_HEADER_SIZE + header->used;
	struct place place = find_place(log, len, len);
	size_t written;
	int err;

	if (is_policy(log, POSIX_TRACE_LOOP) &&
	    (err = pxt_live_reserve(&log->live)) != 0)
		return err;

	header->log_lost = log->lost + place.n_lost;
	header->log_horizon = place.horizon;
	header->epoch = log->epoch;
	header->identity = log->head.identity;
	pxt_log_block_seal(header, data);

	err = pxt_output_write2(log->fd, header, sizeof(*header), data,
				header->used, place.offset, &written);
	if (err) {
		if (written == 0)
			return err;
		/* No reader shall take the fragment for a block. */
		pxt_output_write(log->fd, no_magic, sizeof(no_magic),
				 place.offset);
		place = find_place(log, len, written);
		take_place(log, &place);
		return err;
	}
	take_place(log, &place);
	log->pos = place.offset + len;
	log->live_bytes += len;
	if (is_policy(log, POSIX_TRACE_LOOP))
		pxt_live_push(&log->live, (struct pxt_live){
			.offset = place.offset,
			.base = header->base,
			.last = header->last,
			.len = len,
			.count = is_index ? 0 : header->count,
		});
	*offset = place.offset;
	return 0;
}

/* Compress the records of a block into log->packed, if that makes it
 * smaller, and change its header accordingly. */
static bool pack(struct pxt_log *log, struct pxt_chunk_header *header,
		 const void *records)
{
	struct pxt_log_packed packed = { .size = header->used };
	size_t len, padded;

	if (!log->packer || header->used <= sizeof(packed))
		return false;
	len = pxt_pack(log->packer, records, header->used,
		       log->packed + sizeof(packed),
		       header->used - sizeof(packed));
	padded = (sizeof(packed) + len + 7) & ~(size_t)7;
	if (len == 0 || padded >= header->used)
		return false;
	packed.len = (uint32_t)len;
	memcpy(log->packed, &packed, sizeof(packed));
	memset(log->packed + sizeof(packed) + len, 0,
	       padded - sizeof(packed) - len);
	header->used = (uint32_t)padded;
	header->kind |= PXT_KIND_PACKED;
	return true;
}

/* Write one block; *piece has all members of the ring. */
static int write_piece(struct pxt_log *log,
		       const struct pxt_chunk_header *piece,
		       const void *records)
{
	struct pxt_chunk_header header = *piece;
	uint64_t offset;
	int err;

	header.serial = log->serial + 1;
	if (pack(log, &header, records))
		records = log->packed;
	err = pxt_blocks_put(log, &header, records, &offset);
	if (err)
		return err;
	log->serial++;
	log->n_live++;
	pxt_table_note(log, &header, offset);
	return 0;
}

/*
 * Move the cursor over the records that go into a block of at most `max`
 * bytes, and make *piece the header of that block.  False if not even one
 * does, or the next one is none.
 */
static bool cut(struct pxt_cursor *cursor, uint64_t max,
		struct pxt_chunk_header *piece)
{
	const unsigned char *start = cursor->pos;
	const struct pxt_chunk_header *whole = cursor->header;
	struct pxt_cursor ahead = *cursor;
	struct pxt_event event;

	*piece = *whole;
	if (cursor->end - start == whole->used &&
	    PXT_CHUNK_HEADER_SIZE + (uint64_t)whole->used <= max) {
		cursor->pos = cursor->end;
		return true;
	}
	piece->count = 0;
	while (pxt_cursor_next(&ahead, &event)) {
		size_t used = (size_t)(ahead.pos - start);

		if (PXT_CHUNK_HEADER_SIZE + (uint64_t)used > max)
			break;
		if (piece->count++ == 0)
			piece->base = event.ticks;
		piece->last = event.ticks;
		piece->used = (uint32_t)used;
		*cursor = ahead;
	}
	return piece->count > 0;
}

static bool is_begun(const struct pxt_log *log,
		     const struct pxt_chunk_header *header)
{
	return memcmp(&log->progress.chunk, header,
		      offsetof(struct pxt_chunk_header, serial)) == 0;
}

static void forget_progress(struct pxt_log *log)
{
	memset(&log->progress, 0, sizeof(log->progress));
}

/* What is still to be written of a chunk. */
static void init_rest(const struct pxt_log *log, struct pxt_cursor *rest,
		      const struct pxt_chunk_header *header,
		      const void *records)
{
	size_t done = log->progress.bytes;

	pxt_cursor_init(rest, header, (const char *)records + done,
			header->used - done);
}

void pxt_log_discard(struct pxt_log *log,
		     const struct pxt_chunk_header *header,
		     const void *records)
{
	uint64_t first = header->base;
	struct pxt_cursor rest;
	struct pxt_event event;

	if (!pxt_log_chunk_is_valid(header, log->head.chunk_size))
		return;
	if (!is_begun(log, header))
		forget_progress(log);
	init_rest(log, &rest, header, records);
	if (pxt_cursor_next(&rest, &event))
		first = event.ticks;
	if (header->count > log->progress.records)
		count_lost(log, header->count - log->progress.records, first);
	forget_progress(log);
}

uint64_t pxt_blocks_room(const struct pxt_log *log, uint64_t limit)
{
	if (is_policy(log, POSIX_TRACE_LOOP))
		return log->piece_max;
	return limit > log->pos ? limit - log->pos : 0;
}

static int add(struct pxt_log *log, const struct pxt_chunk_header *header,
	       const void *records, uint64_t limit)
{
	struct pxt_chunk_header piece;
	struct pxt_cursor rest, next;
	size_t taken;

	log->taken = 0;
	if (!is_begun(log, header))
		forget_progress(log);
	log->progress.chunk = *header;
	init_rest(log, &rest, header, records);
	for (next = rest; cut(&next, pxt_blocks_room(log, limit), &piece);
	     rest = next) {
		int err = write_piece(log, &piece, rest.pos);

		if (err)
			return err;
		log->progress.bytes += piece.used;
		log->progress.records += piece.count;
		if (next.pos == next.end)
			break;
	}
	taken = log->progress.bytes;
	if (taken < header->used) {
		pxt_log_discard(log, header, records);
		if (is_policy(log, POSIX_TRACE_UNTIL_FULL))
			log->full = true;
	}
	log->taken = taken;
	forget_progress(log);
	return 0;
}

int pxt_log_add_block(struct pxt_log *log,
		      const struct pxt_chunk_header *header,
		      const void *records)
{
	uint64_t limit = log->limit;
	char comm[PXT_COMM_SIZE + 1] = "";

	if (!pxt_log_chunk_is_valid(header, log->head.chunk_size))
		return EINVAL;
	if (is_policy(log, POSIX_TRACE_UNTIL_FULL)) {
		if (log->full) {
			log->taken = 0;
			pxt_log_discard(log, header, records);
			return 0;
		}
		limit -= PXT_LOG_END_ROOM;
	}
	/* Only TraceX would miss it, so an error is not the block's. */
	memcpy(comm, header->comm, sizeof(header->comm));
	pxt_log_add_thread(log, header->pid, header->tid, comm);
	return add(log, header, records, limit);
}

int pxt_log_add_end(struct pxt_log *log,
		    const struct pxt_chunk_header *header,
		    const void *records)
{
	if (!pxt_log_chunk_is_valid(header, log->head.chunk_size))
		return EINVAL;
	return add(log, header, records, log->limit);
}

size_t pxt_log_room(const struct pxt_log *log)
{
	if (!is_policy(log, POSIX_TRACE_UNTIL_FULL))
		return SIZE_MAX;
	if (log->full)
		return 0;
	return pxt_blocks_room(log, log->limit - PXT_LOG_END_ROOM);
}
