/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Pieces of chunks that are written to the log together, straight from the
 * segment.
 *
 * They are acquired until all have been written.  Meanwhile no writer overwrites
 * them, and they stay in the queue or in their lane, so that they can be found
 * if this process is killed (rescue.h).  A batch is small compared with the
 * stream, because writers might wait for the room that it keeps.
 */
#ifndef PXT_STREAM_BATCH_H
#define PXT_STREAM_BATCH_H

#include "log/writer.h"
#include "ring/collect.h"
#include "ring/parts.h"
#include "stream/comm.h"

enum {
	PXT_BATCH_PIECES = 64,
	/* A larger batch does not make writing faster, and data read for its
	 * checksum should still be in the cache when it is copied. */
	PXT_BATCH_BYTES = 1 << 20,
};

struct pxt_batch {
	const struct pxt_view *view;
	uint32_t n, most;		/* pieces */
	uint32_t bytes;			/* of chunks */
	size_t n_chunks;
	struct pxt_comms comms;
	struct pxt_piece piece[PXT_BATCH_PIECES];	/* acquired */
	/* Of the piece that is being prepared. */
	uint32_t at;
	bool has_parts;
	struct pxt_parts parts;
	/* The parts of them that go into the log: pxt_batch_prepare(). */
	struct pxt_log_chunk chunk[PXT_BATCH_PIECES];
	struct pxt_chunk_header header[PXT_BATCH_PIECES];
	/* Where in the segment each of them ends. */
	struct pxt_batch_end {
		const struct pxt_piece *piece;
		uint32_t to;
	} end[PXT_BATCH_PIECES];
};

void pxt_batch_init(struct pxt_batch *batch, const struct pxt_view *view);

/* Where the next piece is put.  The batch is not full. */
static inline struct pxt_piece *pxt_batch_place(struct pxt_batch *batch)
{
	return &batch->piece[batch->n];
}

/*
 * Add the piece in that place.  If the caller has not acquired it (`held`), it
 * is acquired now.  False: nothing of it is unread, or it is gone.
 */
bool pxt_batch_add(struct pxt_batch *batch, bool held);
bool pxt_batch_is_full(const struct pxt_batch *batch);

/*
 * Make the next chunks for the log of the pieces, one for each writer of each,
 * without events up to `floor`, and without events up to `horizon`, which count
 * as overwritten.  False: there are none left.
 */
bool pxt_batch_prepare(struct pxt_batch *batch, uint64_t floor,
		       uint64_t horizon);

/*
 * Chunk `i` of those that were prepared is in the log.  A LOOP log may overwrite it
 * by the next one, so the segment must say before that that it has been read: a
 * recovery would find no block that tells.
 */
void pxt_batch_note_written(const struct pxt_batch *batch, size_t i);

/* All has been written: release it, and start a new batch. */
void pxt_batch_finish(struct pxt_batch *batch);

/* Add a clock anchor of this moment. */
void pxt_batch_anchor(const struct pxt_view *view,
		      struct pxt_chunk_header *header);

#endif
