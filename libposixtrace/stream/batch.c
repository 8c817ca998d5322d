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
	batch->n = batch->bytes = batch->at = 0;
	batch->has_parts = false;
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
 * Where the records after `floor` and `horizon` begin.  Times in a piece do not
 * fall.
 */
static uint32_t trim(const struct pxt_view *view,
		     const struct pxt_piece *piece, uint64_t floor,
		     uint64_t horizon)
{
	const unsigned char *records = (void *)(pxt_chunk(view, piece->chunk) + 1);
	uint64_t late = 0, first = 0;
	uint32_t begin = piece->from;
	struct pxt_cursor cursor;
	struct pxt_event event;

	if (piece->header.base > floor && piece->header.base > horizon)
		return begin;
	pxt_cursor_init_ring(&cursor, &piece->header, records, begin,
			     piece->to);
	while (pxt_cursor_next(&cursor, &event) &&
	       (event.ticks <= floor || event.ticks <= horizon)) {
		begin = (uint32_t)(cursor.pos - records);
		if (event.ticks > floor && late++ == 0)
			first = event.ticks;
	}
	/* Lost as if they had been overwritten. */
	if (late)
		pxt_collect_omit(view, piece, begin, late, first, horizon);
	return begin;
}

void pxt_batch_anchor(const struct pxt_view *view,
		      struct pxt_chunk_header *header)
{
	struct pxt_anchor anchor = pxt_segment_anchor(view);

	header->anchor_ticks = anchor.ticks;
	header->anchor_ns = anchor.ns;
}

/* Begin a piece.  True: it is complete, a chunk with one writer. */
static bool begin_piece(struct pxt_batch *batch, struct pxt_piece *piece,
			uint64_t floor, uint64_t horizon)
{
	const struct pxt_view *view = batch->view;
	const uint32_t begin = trim(view, piece, floor, horizon);

	if (piece->full && begin == 0 && !piece->header.serial)
		return true;
	pxt_parts_begin(&batch->parts, piece,
			(void *)(pxt_chunk(view, piece->chunk) + 1), begin);
	batch->has_parts = true;
	return false;
}

static void add_chunk(struct pxt_batch *batch, const struct pxt_piece *piece,
		      uint32_t from)
{
	const struct pxt_view *view = batch->view;
	struct pxt_chunk_header *header = &batch->header[batch->n_chunks];

	if (header->count == 0 || header->used == 0)
		return;
	header->lease = pxt_place(piece->chunk, piece->lease,
				  from + header->used);
	pxt_batch_anchor(view, header);
	pxt_comms_renew(&batch->comms, view, piece, from, header);
	batch->end[batch->n_chunks] = (struct pxt_batch_end){
		.piece = piece,
		.to = from + header->used,
	};
	batch->chunk[batch->n_chunks++] = (struct pxt_log_chunk){
		.header = header,
		.records = (unsigned char *)(pxt_chunk(view, piece->chunk) + 1) +
			   from,
	};
}

bool pxt_batch_prepare(struct pxt_batch *batch, uint64_t floor,
		       uint64_t horizon)
{
	batch->n_chunks = 0;
	pxt_comms_forget(&batch->comms);
	while (batch->at < batch->n && batch->n_chunks < PXT_BATCH_PIECES) {
		struct pxt_piece *piece = &batch->piece[batch->at];
		struct pxt_chunk_header *header =
			&batch->header[batch->n_chunks];
		uint32_t from = 0;

		if (!batch->has_parts &&
		    begin_piece(batch, piece, floor, horizon)) {
			*header = piece->header;
			add_chunk(batch, piece, 0);
			batch->at++;
		} else if (pxt_parts_next(&batch->parts, header, &from)) {
			add_chunk(batch, piece, from);
		} else {
			batch->has_parts = false;
			batch->at++;
		}
	}
	return batch->n_chunks > 0;
}

void pxt_batch_note_written(const struct pxt_batch *batch, size_t i)
{
	const struct pxt_piece *piece = batch->end[i].piece;

	if (batch->view->attr.log_policy == POSIX_TRACE_LOOP)
		pxt_chunk_mark_read(batch->view, piece->chunk, piece->lease,
				    batch->end[i].to);
}

void pxt_batch_finish(struct pxt_batch *batch)
{
	for (uint32_t i = 0; i < batch->n; i++)
		pxt_piece_release(batch->view, &batch->piece[i]);
	batch->n = batch->bytes = batch->at = 0;
}
