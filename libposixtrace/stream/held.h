/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Pieces of open chunks that are acquired before full chunks are written, and
 * written after them.  A chunk that becomes full in between is written with the
 * full ones; the writer of these then gets the piece from here.
 */
#ifndef PXT_STREAM_HELD_H
#define PXT_STREAM_HELD_H

#include "ring/collect.h"

struct pxt_held {
	const struct pxt_view *view;
	struct pxt_piece *piece;	/* by lane; room for one of each */
	uint32_t n;
};

/* ENOMEM. */
int pxt_held_init(struct pxt_held *held, const struct pxt_view *view);
void pxt_held_fini(struct pxt_held *held);

/* Acquire the unread records of one open chunk.  NULL: there are none. */
struct pxt_piece *pxt_held_acquire(struct pxt_held *held, uint32_t lane);

/* Those of all lanes. */
void pxt_held_acquire_all(struct pxt_held *held);

/*
 * Is the chunk of this full piece held here?  Then the full piece is acquired,
 * in the place of the one here, of which it has all.
 */
bool pxt_held_take(struct pxt_held *held, const struct pxt_piece *full);

/*
 * Order them by the end of their records: in a LOOP log the first chunk is the
 * first to be overwritten, and with it all that is older (reader.h, horizon).
 */
void pxt_held_sort(struct pxt_held *held);

/* The time of the last record of a piece, found by decoding it. */
uint64_t pxt_piece_last(const struct pxt_view *view,
			const struct pxt_piece *piece);

/* End a piece before a STOP that is not followed by a START in it. */
void pxt_piece_spare_stop(const struct pxt_view *view, struct pxt_piece *piece);

#endif
