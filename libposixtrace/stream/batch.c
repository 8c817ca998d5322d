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

bool pxt_batch_add(struct pxt_batch *batch, bool held)
{
	struct pxt_piece *piece = pxt_batch_place(batch);

	if (!held && (has(batch, piece->chunk) ||
		      !pxt_piece_acquire(batch->view, piece)))
		return false;
	batch->bytes += batch->view->chunk_size;
	batch->n++;
	return true;
}

bool pxt_batch_is_full(const struct pxt_batch *batch)
{
	return batch->n == batch->most ||
	       batch->bytes + batch->view->chunk_size > PXT_BATCH_BYTES;
}

/*
 * Make a piece's header describe only the records after `floor` and `horizon`,
 * and their number.  Returns where they begin.  The header of a whole chunk is
 * complete already.
 */
static const void *trim(const struct pxt_view *view, struct pxt_piece *piece,
			uint64_t floor, uint64_t horizon)
{
	struct pxt_chunk_header *header = &piece->header;
	const unsigned char *records = (void *)(pxt_chunk(view, piece->chunk) + 1);
	const unsigned char *begin = records + piece->from;
	struct pxt_cursor cursor;
	struct pxt_event event;
	uint64_t late = 0, first = 0;

	header->used = piece->to - piece->from;
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
		struct pxt_piece *piece = &batch->piece[i];
		struct pxt_chunk_header *header = &piece->header;
		const void *records = trim(view, piece, floor, horizon);

		if (header->count == 0 || header->used == 0)
			continue;
		pxt_batch_anchor(view, header);
		pxt_comms_renew(&batch->comms, view, piece);
		batch->chunk[batch->n_chunks++] = (struct pxt_log_chunk){
			.header = header,
			.records = records,
		};
	}
}

void pxt_batch_finish(struct pxt_batch *batch)
{
	for (uint32_t i = 0; i < batch->n; i++)
		pxt_piece_release(batch->view, &batch->piece[i]);
	batch->n = batch->bytes = 0;
}
