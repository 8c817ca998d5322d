/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * From chunks to blocks.
 *
 * A chunk that can be written unchanged becomes a block as it is, and those
 * that follow it are written by the same call (put.c).  The others are written
 * one by one: blocks are compressed, UNTIL_FULL cuts the chunk that does not
 * fit, and a chunk larger than a quarter of a LOOP log is split, so that one
 * chunk does not overwrite most of the log.  When writing fails between two
 * pieces, the first ones stay; log->progress remembers them for the next
 * attempt.
 */
#include <errno.h>
#include <string.h>

#include "log/state.h"
#include "log/writer.h"

static bool is_policy(const struct pxt_log *log, uint32_t policy)
{
	return log->head.attr.log_policy == policy;
}

void pxt_log_lose_events(struct pxt_log *log, uint64_t n, uint64_t first)
{
	if (n == 0)
		return;
	log->lost += n;
	if (log->first_lost == 0 || first < log->first_lost)
		log->first_lost = first ? first : 1;
	if (log->first_unreported == 0 || first < log->first_unreported)
		log->first_unreported = first ? first : 1;
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

/* The block of the next serial is in the file. */
static void note_block(struct pxt_log *log, const struct pxt_put *put)
{
	log->serial++;
	log->n_live++;
	pxt_newest_note(log, put->header, put->offset);
	pxt_log_table_note(log, put->header, put->offset);
}

/* Write one block; *piece has all members of the ring. */
static int write_piece(struct pxt_log *log,
		       const struct pxt_chunk_header *piece,
		       const void *records)
{
	struct pxt_chunk_header header = *piece;
	struct pxt_put put = { .header = &header, .data = records };
	size_t done;
	int err;

	header.serial = log->serial + 1;
	if (pack(log, &header, records))
		put.data = log->packed;
	err = pxt_log_put_blocks(log, &put, 1, &done);
	if (!err)
		note_block(log, &put);
	return err;
}

/*
 * Advance the cursor over the records for a block of at most `max` bytes, and
 * make *piece the header of that block.  False if there is no room for one, or
 * the next one is invalid.
 */
static bool cut(struct pxt_cursor *cursor, uint64_t max,
		struct pxt_chunk_header *piece)
{
	const unsigned char *start = cursor->pos;
	const struct pxt_chunk_header *whole = cursor->header;
	struct pxt_cursor ahead = *cursor;
	struct pxt_event event;

	*piece = *whole;
	if ((size_t)(cursor->end - start) == whole->used &&
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
	if (pxt_place_is_known(piece->lease))
		piece->lease -= (uint64_t)(cursor->end - cursor->pos) / 8;
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
	if (header->count > log->progress.records) {
		uint64_t n = header->count - log->progress.records;

		pxt_log_lose_events(log, n, first);
		if (log->resumed)
			log->refused += n;
	}
	forget_progress(log);
}

uint64_t pxt_log_room_for(const struct pxt_log *log, uint64_t limit)
{
	if (is_policy(log, POSIX_TRACE_LOOP))
		return log->piece_max;
	return limit > log->pos ? limit - log->pos : 0;
}

/* *taken: the number of bytes of the records that are in the log. */
static int add(struct pxt_log *log, const struct pxt_chunk_header *header,
	       const void *records, uint64_t limit, size_t *taken)
{
	struct pxt_chunk_header piece;
	struct pxt_cursor rest, next;

	*taken = 0;
	if (!is_begun(log, header))
		forget_progress(log);
	log->progress.chunk = *header;
	init_rest(log, &rest, header, records);
	for (next = rest; cut(&next, pxt_log_room_for(log, limit), &piece);
	     rest = next) {
		int err = write_piece(log, &piece, rest.pos);

		if (err)
			return err;
		log->progress.bytes += piece.used;
		log->progress.records += piece.count;
		if (next.pos == next.end)
			break;
	}
	*taken = log->progress.bytes;
	if (*taken < header->used) {
		pxt_log_discard(log, header, records);
		if (is_policy(log, POSIX_TRACE_UNTIL_FULL))
			log->full = true;
	}
	forget_progress(log);
	return 0;
}

/* Where blocks that are not the last one end. */
static uint64_t limit_of(const struct pxt_log *log)
{
	return is_policy(log, POSIX_TRACE_UNTIL_FULL) ?
	       log->limit - PXT_LOG_END_ROOM : log->limit;
}

static bool takes_no_more(const struct pxt_log *log)
{
	return is_policy(log, POSIX_TRACE_UNTIL_FULL) && log->full;
}

/* Only TraceX needs it, so an error does not concern the block. */
static void add_thread(struct pxt_log *log,
		       const struct pxt_chunk_header *header)
{
	char comm[PXT_COMM_SIZE + 1] = "";

	memcpy(comm, header->comm, sizeof(header->comm));
	pxt_log_add_thread(log, header->pid, header->tid, comm);
}

static int add_one(struct pxt_log *log, const struct pxt_chunk_header *header,
		   const void *records, size_t *taken)
{
	if (!pxt_log_chunk_is_valid(header, log->head.chunk_size))
		return EINVAL;
	if (takes_no_more(log)) {
		*taken = 0;
		pxt_log_discard(log, header, records);
		return 0;
	}
	add_thread(log, header);
	return add(log, header, records, limit_of(log), taken);
}

int pxt_log_add_block(struct pxt_log *log,
		      const struct pxt_chunk_header *header,
		      const void *records)
{
	size_t taken;

	return add_one(log, header, records, &taken);
}

int pxt_log_add_gap(struct pxt_log *log,
		    const struct pxt_chunk_header *header,
		    const void *records, uint64_t of_log)
{
	size_t taken;
	int err;

	log->reporting = of_log;
	err = add_one(log, header, records, &taken);
	log->reporting = 0;
	if (!err && of_log)
		log->first_unreported = 0;
	return err;
}

uint64_t pxt_log_unreported(const struct pxt_log *log, uint64_t *first)
{
	*first = log->first_unreported;
	return log->lost > log->reported ? log->lost - log->reported : 0;
}

int pxt_log_add_last_gap(struct pxt_log *log,
			 const struct pxt_chunk_header *header,
			 const void *records, uint64_t of_log)
{
	const uint64_t limit = log->limit - PXT_LOG_END_ROOM / 2;
	struct pxt_chunk_header gap = *header;
	int err;

	if (!is_policy(log, POSIX_TRACE_UNTIL_FULL) ||
	    pxt_log_room_for(log, limit) < PXT_CHUNK_HEADER_SIZE + gap.used)
		return ENOSPC;
	log->reporting = of_log;
	err = write_piece(log, &gap, records);
	log->reporting = 0;
	return err;
}

/*
 * The number of chunks that become blocks unchanged, adjacent to each other.
 * In a LOOP log they do not overwrite more than a single chunk may.
 */
static size_t count_uncut(const struct pxt_log *log,
			  const struct pxt_log_chunk *chunk, size_t n)
{
	uint64_t room = pxt_log_room_for(log, limit_of(log)), len = 0;
	size_t most = pxt_log_table_room(log), i;

	if (log->packer || takes_no_more(log))
		return 0;
	if (most > PXT_PUT_MOST)
		most = PXT_PUT_MOST;
	for (i = 0; i < n && i < most; i++) {
		const struct pxt_chunk_header *header = chunk[i].header;

		len += PXT_CHUNK_HEADER_SIZE + (uint64_t)header->used;
		if (len > room || is_begun(log, header) ||
		    !pxt_log_chunk_is_valid(header, log->head.chunk_size))
			break;
	}
	return i;
}

static int add_run(struct pxt_log *log, struct pxt_log_chunk *chunk, size_t n,
		   size_t *done)
{
	struct pxt_put put[PXT_PUT_MOST];
	int err;

	forget_progress(log);
	for (size_t i = 0; i < n; i++) {
		add_thread(log, chunk[i].header);
		chunk[i].header->serial = log->serial + 1 + i;
		put[i].header = chunk[i].header;
		put[i].data = chunk[i].records;
	}
	err = pxt_log_put_blocks(log, put, n, done);
	for (size_t i = 0; i < *done; i++) {
		chunk[i].taken = chunk[i].header->used;
		note_block(log, &put[i]);
	}
	return err;
}

int pxt_log_add_blocks(struct pxt_log *log, struct pxt_log_chunk *chunk,
		       size_t n, size_t *done)
{
	const size_t whole = count_uncut(log, chunk, n);
	int err;

	if (whole > 0)
		return add_run(log, chunk, whole, done);
	*done = 0;
	if (n == 0)
		return 0;
	err = add_one(log, chunk->header, chunk->records, &chunk->taken);
	*done = !err;
	return err;
}

int pxt_log_add_end(struct pxt_log *log,
		    const struct pxt_chunk_header *header,
		    const void *records)
{
	size_t taken;

	if (!pxt_log_chunk_is_valid(header, log->head.chunk_size))
		return EINVAL;
	return add(log, header, records, log->limit, &taken);
}

size_t pxt_log_room(const struct pxt_log *log)
{
	if (!is_policy(log, POSIX_TRACE_UNTIL_FULL))
		return SIZE_MAX;
	return log->full ? 0 : pxt_log_room_for(log, limit_of(log));
}
