/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The invariants of a segment as code, for a moment at which no party is inside
 * a call: what queue.h, chunk.h, lane.h and segment.h say is always true.
 * Parties may have died at any instruction before.
 *
 * For tests, which look at this when they end.  The library does not assert it:
 * any process that maps a segment can write to it, and is not to end another
 * by that (INV-7).
 */
#ifndef PXT_RING_VALID_H
#define PXT_RING_VALID_H

#include "ring/segment.h"

/* From the head on there are entries, or what is left of those taken; behind
 * the first place without one there is none, and no counter is beyond it. */
bool pxt_queue_is_valid(struct pxt_queue *queue, const struct pxt_cells *cells);

/* A free lane has no chunk; a tail is within an existing chunk; a lane that was
 * never used has at most an owner, which has died. */
bool pxt_lane_is_valid(const struct pxt_view *view, uint32_t lane);

/* The flags of a chunk's state go together, and it has no more bytes read than
 * it has room for. */
bool pxt_chunk_is_valid(const struct pxt_view *view, uint32_t chunk);

/* All of that, and each chunk is in one place at most. */
bool pxt_segment_is_valid(const struct pxt_view *view);

#endif
