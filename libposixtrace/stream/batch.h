/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Pieces of chunks that go into the log together, straight from the segment.
 *
 * They are pinned until all have been written: meanwhile nobody overwrites
 * them, and they stay in the queue or in their lane, so that nothing is out of
 * sight if we are killed (rescue.h).  So a batch is small against the stream,
 * or writers would wait for the room that it keeps.
 */
#ifndef PXT_STREAM_BATCH_H
#define PXT_STREAM_BATCH_H

#include "log/writer.h"
#include "ring/collect.h"
#include "stream/comm.h"

enum {
	PXT_BATCH_PIECES = 64,
	/* More does not make a write quicker, and what was read for its
	 * checksum is to be in the cache still when it is copied. */
	PXT_BATCH_BYTES = 1 << 20,
};

struct pxt_batch {
	const struct pxt_view *view;
	uint32_t n, most;		/* pieces */
	uint32_t bytes;			/* of chunks */
	size_t n_chunks;
	struct pxt_comms comms;
	struct pxt_piece piece[PXT_BATCH_PIECES];
	/* What of them goes into the log: pxt_batch_prepare(). */
	struct pxt_log_chunk chunk[PXT_BATCH_PIECES];
};

void pxt_batch_init(struct pxt_batch *batch, const struct pxt_view *view);

/* Pin a piece, or take over the pin by which it is held, and take in what of
 * it has not been read yet.  The batch is not full.  False: there is nothing,
 * and it is not pinned any more. */
bool pxt_batch_add(struct pxt_batch *batch, const struct pxt_piece *piece);
bool pxt_batch_is_full(const struct pxt_batch *batch);

/*
 * Make chunks for the log of the pieces, without what is not later than
 * `floor`, nor what is not later than `horizon`, which counts as overwritten.
 */
void pxt_batch_prepare(struct pxt_batch *batch, uint64_t floor,
		       uint64_t horizon);

/* All is done with: mark it read, unpin it, and begin anew. */
void pxt_batch_finish(struct pxt_batch *batch);

/* The time of the last record of a piece, found by going through it. */
uint64_t pxt_piece_last(const struct pxt_view *view,
			const struct pxt_piece *piece);
/* Cut a piece in front of a STOP that no START follows in it. */
void pxt_piece_spare_stop(const struct pxt_view *view, struct pxt_piece *piece);

/* Bring in a clock anchor of this moment. */
void pxt_batch_anchor(const struct pxt_view *view,
		      struct pxt_chunk_header *header);

#endif
