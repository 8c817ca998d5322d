/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Pieces of chunks that are written to the log; see batch.h. */
#include "stream/batch.h"

#include "ring/chunk.h"

void pxt_batch_init(struct pxt_batch *batch, const struct pxt_view *view)
{
	/* As many as wake the flush thread; see mark_of() in flush.c. */
	uint32_t most = view->n_full / 4;

	batch->view = view;
	batch->n = batch->bytes = 0;
	batch->most = most < 1 ? 1 :
		      most > PXT_BATCH_PIECES ? PXT_BATCH_PIECES : most;
}

/* Duplicates occur only in a corrupted queue. */
static bool has(const struct pxt_batch *batch, uint32_t chunk)
{
	for (uint32_t i = 0; i < batch->n; i++)
		if (batch->piece[i].chunk == chunk)
			return true;
	return false;
}

bool pxt_batch_add(struct pxt_batch *batch, const struct pxt_piece *piece)
{
	const struct pxt_view *view = batch->view;
	struct pxt_piece *rest = &batch->piece[batch->n];
	enum pxt_pin pin;
	uint32_t read;

	if (has(batch, piece->chunk))
		return false;
	pin = pxt_chunk_pin(view, piece->chunk, piece->lease);
	if (!pin)
		return false;
	/* Its owner may have kept it pinned, and hands the pin over. */
	if (piece->pin == PXT_PIN_HELD)
		pin = PXT_PIN_HELD;
	read = pxt_state_read(pxt_load_relaxed(&view->states[piece->chunk]));
	if (read >= piece->to || piece->from >= piece->to) {
		pxt_chunk_unpin(view, piece->chunk, piece->lease, pin, read);
		return false;
	}
	*rest = *piece;
	rest->pin = pin;
	if (read > rest->from)
		rest->from = read;
	batch->bytes += view->chunk_size;
	batch->n++;
	return true;
}

bool pxt_batch_is_full(const struct pxt_batch *batch)
{
	return batch->n == batch->most ||
	       batch->bytes + batch->view->chunk_size > PXT_BATCH_BYTES;
}

/*
 * Make the header describe only the records after `floor` and `horizon`, and
 * their number.  Returns where they begin.  The header of a whole chunk is
 * complete already.
 */
static const void *trim(const struct pxt_view *view,
			const struct pxt_piece *piece, uint64_t floor,
			uint64_t horizon, struct pxt_chunk_header *header)
{
	const unsigned char *records = (void *)(pxt_chunk(view, piece->chunk) + 1);
	const unsigned char *begin = records + piece->from;
	struct pxt_cursor cursor;
	struct pxt_event event;
	uint64_t late = 0, first = 0;

	if (piece->full && piece->from == 0 && header->base > floor &&
	    header->base > horizon)
		return begin;
	pxt_cursor_init(&cursor, header, begin, header->used);
	header->count = 0;
	while (pxt_cursor_next(&cursor, &event)) {
		if (event.ticks > floor && event.ticks > horizon) {
			header->count++;
		} else {
			begin = cursor.pos;
			if (event.ticks > floor && late++ == 0)
				first = event.ticks;
		}
		header->last = event.ticks;
	}
	/* Lost as if they had been overwritten. */
	if (late)
		pxt_collect_omit(view, piece, (uint32_t)(begin - records),
				 late, first, horizon);
	/* Records that cannot be decoded are left out. */
	header->used = (uint32_t)(cursor.pos - begin);
	return begin;
}

uint64_t pxt_piece_last(const struct pxt_view *view,
			const struct pxt_piece *piece)
{
	const unsigned char *records = (void *)(pxt_chunk(view, piece->chunk) + 1);
	struct pxt_event event = { .ticks = piece->header.base };
	struct pxt_cursor cursor;

	pxt_cursor_init(&cursor, &piece->header, records + piece->from,
			piece->to - piece->from);
	while (pxt_cursor_next(&cursor, &event))
		;
	return event.ticks;
}

void pxt_piece_spare_stop(const struct pxt_view *view, struct pxt_piece *piece)
{
	const unsigned char *records = (void *)(pxt_chunk(view, piece->chunk) + 1);
	const unsigned char *stop = NULL, *before;
	struct pxt_event event = { .ticks = piece->header.base };
	struct pxt_cursor cursor;

	records += piece->from;
	pxt_cursor_init(&cursor, &piece->header, records,
			piece->to - piece->from);
	piece->header.last = event.ticks;
	while (before = cursor.pos, pxt_cursor_next(&cursor, &event)) {
		if (event.id == POSIX_TRACE_STOP)
			stop = before;
		else if (event.id == POSIX_TRACE_START)
			stop = NULL;
		if (!stop)
			piece->header.last = event.ticks;
	}
	if (stop)
		piece->to = piece->from + (uint32_t)(stop - records);
}

void pxt_batch_anchor(const struct pxt_view *view,
		      struct pxt_chunk_header *header)
{
	struct pxt_anchor anchor = pxt_segment_anchor(view);

	header->anchor_ticks = anchor.ticks;
	header->anchor_ns = anchor.ns;
}

void pxt_batch_prepare(struct pxt_batch *batch, uint64_t floor,
		       uint64_t horizon)
{
	const struct pxt_view *view = batch->view;

	batch->n_chunks = 0;
	pxt_comms_forget(&batch->comms);
	for (uint32_t i = 0; i < batch->n; i++) {
		const struct pxt_piece *piece = &batch->piece[i];
		struct pxt_log_chunk *chunk = &batch->chunk[batch->n_chunks];

		chunk->header = piece->header;
		chunk->header.used = piece->to - piece->from;
		chunk->records = trim(view, piece, floor, horizon,
				      &chunk->header);
		if (chunk->header.count == 0 || chunk->header.used == 0)
			continue;
		pxt_batch_anchor(view, &chunk->header);
		pxt_comms_renew(&batch->comms, view, piece, &chunk->header);
		batch->n_chunks++;
	}
}

void pxt_batch_finish(struct pxt_batch *batch)
{
	for (uint32_t i = 0; i < batch->n; i++) {
		const struct pxt_piece *piece = &batch->piece[i];

		pxt_chunk_unpin(batch->view, piece->chunk, piece->lease,
				piece->pin, piece->to);
	}
	batch->n = batch->bytes = 0;
}
