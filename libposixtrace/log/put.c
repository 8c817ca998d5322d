/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Decides where blocks go, and writes them.
 *
 * APPEND writes one after the other, UNTIL_FULL does so up to a limit.  LOOP
 * writes in a ring between block_start and the limit.  A block is overwritten
 * when its first byte would be, and also when the writer begins a new lap
 * before it, at the end of the file, because it is then older than what is
 * overwritten next.  So the live blocks are always the newest ones without a
 * gap; what remains of an overwritten one has lost its header, or has an older
 * serial and is after them.
 *
 * Adjacent blocks are written by one call, because blocks do not begin at a
 * page, and each write would have to read and complete a page.  Bytes are
 * written in order, so a call that fails or is killed half-way has written the
 * first blocks.  Therefore each header says what has been overwritten up to its
 * own block, and after a failure the log uses that.
 */
#include <errno.h>
#include <string.h>

#include "log/output.h"
#include "log/state.h"

/* For less, allocating takes longer than it saves. */
enum { CLAIM_LEAST = 256 << 10 };

/* The place of a block, and what it overwrites in a LOOP log. */
struct place {
	uint64_t offset;
	uint64_t end;		/* the place of the next one */
	size_t first;		/* live blocks that others overwrite */
	size_t n_evicted;
	size_t n_blocks;	/* of them, without index blocks */
	uint64_t n_lost;
	uint64_t first_lost;
	uint64_t horizon;
};

static bool is_loop(const struct pxt_log *log)
{
	return log->head.attr.log_policy == POSIX_TRACE_LOOP;
}

static uint32_t length(const struct pxt_put *put)
{
	return PXT_CHUNK_HEADER_SIZE + put->header->used;
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

/* The next block to be overwritten, or NULL. */
static const struct pxt_live *oldest(const struct pxt_log *log,
				     const struct place *place)
{
	size_t i = place->first + place->n_evicted;

	return i < log->live.n ? pxt_live_at(&log->live, i) : NULL;
}

/*
 * Find the place of a block of `len` bytes after `before`, and which blocks it
 * overwrites if only its first `written` bytes are written.
 */
static struct place find_place(const struct pxt_log *log,
			       const struct place *before, uint64_t len,
			       uint64_t written)
{
	struct place place = {
		.offset = before->end,
		.first = before->first + before->n_evicted,
		.horizon = before->horizon,
	};
	const struct pxt_live *block;

	if (is_loop(log) && place.offset + len > log->limit) {
		while ((block = oldest(log, &place)) &&
		       block->offset >= place.offset)
			evict(&place, block);
		place.offset = PXT_LOG_BLOCKS;
	}
	place.end = place.offset + len;
	while ((block = oldest(log, &place)) &&
	       block->offset >= place.offset &&
	       block->offset < place.offset + written)
		evict(&place, block);
	return place;
}

/* The state of the log after its newest block. */
static struct place next_place(const struct pxt_log *log)
{
	return (struct place){ .end = log->pos, .horizon = log->horizon };
}

/* Find adjacent places; returns their number: after the end of a LOOP log the
 * others need another write. */
static size_t find_places(const struct pxt_log *log, const struct pxt_put *put,
			  size_t n, struct place *place)
{
	const struct place before = next_place(log);
	size_t i;

	place[0] = find_place(log, &before, length(put), length(put));
	for (i = 1; i < n; i++) {
		const uint32_t len = length(&put[i]);

		if (is_loop(log) && place[i - 1].end + len > log->limit)
			break;
		place[i] = find_place(log, &place[i - 1], len, len);
	}
	return i;
}

static void seal(const struct pxt_log *log, struct pxt_put *put, size_t n,
		 const struct place *place)
{
	/* What a recovering process has refused is found again if that is
	 * killed: only the status that completes the log counts it. */
	uint64_t lost = log->lost - log->refused;

	for (size_t i = 0; i < n; i++) {
		struct pxt_chunk_header *header = put[i].header;

		lost += place[i].n_lost;
		header->log_lost = lost;
		header->log_horizon = place[i].horizon;
		header->epoch = log->epoch;
		header->identity = log->head.identity;
		pxt_log_block_seal(header, put[i].data);
	}
}

static int write_all(const struct pxt_log *log, const struct pxt_put *put,
		     size_t n, uint64_t offset, size_t *written)
{
	struct iovec iov[2 * PXT_PUT_MOST];
	uint64_t len = 0;

	for (size_t i = 0; i < n; i++) {
		len += length(&put[i]);
		iov[2 * i] = (struct iovec){ put[i].header,
					     PXT_CHUNK_HEADER_SIZE };
		iov[2 * i + 1] = (struct iovec){ (void *)put[i].data,
						 put[i].header->used };
	}
	if (log->claims && len >= CLAIM_LEAST)
		pxt_output_claim(&log->file, offset, len);
	return pxt_output_writev(&log->file, iov, (int)(2 * n), offset, written);
}

/* Remove what a block has overwritten; `place` is the first one found that is
 * not used yet. */
static void take_place(struct pxt_log *log, const struct place *place)
{
	for (size_t i = 0; i < place->n_evicted; i++) {
		log->live_bytes -= pxt_live_at(&log->live, i)->len;
		log->reported -= pxt_live_at(&log->live, i)->reported;
	}
	log->n_live -= place->n_blocks;
	pxt_live_drop(&log->live, place->n_evicted);
	pxt_log_lose_events(log, place->n_lost, place->first_lost);
	log->horizon = place->horizon;
	if (place->n_blocks > 0)
		log->full = true;
}

/* A block has been written. */
static void settle(struct pxt_log *log, struct pxt_put *put,
		   const struct place *place)
{
	const struct pxt_chunk_header *header = put->header;
	const uint32_t len = length(put);

	take_place(log, place);
	put->offset = place->offset;
	log->pos = place->end;
	if (log->reached < log->pos)
		log->reached = log->pos;
	log->live_bytes += len;
	log->reported += log->reporting;
	if (is_loop(log))
		pxt_live_push(&log->live, (struct pxt_live){
			.offset = place->offset,
			.base = header->base,
			.last = header->last,
			.len = len,
			.count = header->kind == PXT_KIND_INDEX ?
				 0 : header->count,
			.reported = log->reporting,
		});
}

/*
 * Only `written` bytes of the next block are in the file: remove them from its end, or
 * make sure that no reader takes them for a block.
 */
static void spoil(struct pxt_log *log, const struct pxt_put *put,
		  size_t written)
{
	static const char no_magic[8];
	const struct place before = next_place(log);
	const struct place place = find_place(log, &before, length(put),
					      written);

	if (!pxt_output_cut(&log->file, place.offset, place.offset + written))
		pxt_output_write(&log->file, no_magic, sizeof(no_magic), place.offset);
	take_place(log, &place);
}

int pxt_log_put_blocks(struct pxt_log *log, struct pxt_put *put, size_t n,
		       size_t *done)
{
	struct place place[PXT_PUT_MOST];
	size_t written, i;
	int err;

	*done = 0;
	if (is_loop(log) && (err = pxt_live_reserve(&log->live, n)) != 0)
		return err;
	n = find_places(log, put, n, place);
	seal(log, put, n, place);
	err = write_all(log, put, n, place[0].offset, &written);
	for (i = 0; i < n && written >= length(&put[i]); i++) {
		settle(log, &put[i], &place[i]);
		written -= length(&put[i]);
	}
	*done = i;
	if (err && written > 0)
		spoil(log, &put[i], written);
	return err;
}
