/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The invariants of a segment; see valid.h.  All loads are relaxed, because no
 * other thread stores. */
#include "ring/valid.h"

#include <stdlib.h>

#include "ring/chunk.h"
#include "ring/lane.h"
#include "ring/reclaim.h"

bool pxt_queue_is_valid(struct pxt_queue *queue, const struct pxt_cells *cells)
{
	const uint32_t head = pxt_load_relaxed(&queue->head);
	const uint32_t tail = pxt_load_relaxed(&queue->tail);
	uint32_t end = head + cells->size;
	bool is_behind = false;

	for (uint32_t n = 0; n < cells->size; n++) {
		const uint32_t seq = head + n, mask = cells->size - 1;
		const uint64_t word = pxt_load_relaxed(&cells->cell[seq & mask]);
		const uint32_t lap = (uint32_t)(word >> 32);

		if ((uint32_t)word > cells->n_chunks)
			return false;
		if (lap == (seq & ~mask) && (uint32_t)word == 0) {
			if (!is_behind)
				end = seq;
			is_behind = true;
		} else if (is_behind || (lap != (seq & ~mask) &&
			   word != (uint64_t)((seq & ~mask) + cells->size) << 32)) {
			return false;
		}
	}
	return (int32_t)(end - tail) >= 0;
}

bool pxt_chunk_is_valid(const struct pxt_view *view, uint32_t chunk)
{
	const uint64_t state = pxt_load_relaxed(&view->states[chunk]);
	const uint32_t flags = (uint32_t)state & 0xff;

	if (flags & ~(uint32_t)(PXT_CHUNK_PINNED | PXT_CHUNK_ORPHAN |
				PXT_CHUNK_FULL | PXT_CHUNK_FREE | PXT_CHUNK_HELD))
		return false;
	if (flags & PXT_CHUNK_HELD)
		return flags == PXT_CHUNK_HELD && pxt_state_read(state) > 0 &&
		       pxt_state_read(state) <= view->n_lanes;
	if (flags & PXT_CHUNK_ORPHAN && !(flags & PXT_CHUNK_FULL))
		return false;
	return !(flags & PXT_CHUNK_FULL && flags & PXT_CHUNK_FREE) &&
	       pxt_state_read(state) <=
	       view->chunk_size - PXT_CHUNK_HEADER_SIZE;
}

bool pxt_lane_is_valid(const struct pxt_view *view, uint32_t index)
{
	struct pxt_lane *lane = &view->lanes[index];
	const uint64_t owner = pxt_load_relaxed(&lane->owner);
	const uint64_t tail = pxt_load_relaxed(&lane->tail);
	const uint32_t chunk = pxt_tail_chunk(tail);
	const uint32_t fate = pxt_load_relaxed(&lane->exited) & PXT_LANE_FATE;

	if (index >= pxt_load_relaxed(&view->segment->lane_end) &&
	    (tail || fate || pxt_load_relaxed(&lane->lost)))
		return false;
	if (owner == 0 && (chunk != UINT32_MAX || fate != PXT_LANE_LIVE))
		return false;
	return fate != PXT_LANE_FATE &&
	       (chunk == UINT32_MAX || chunk < view->n_chunks) &&
	       pxt_tail_bytes(tail) <=
	       view->chunk_size - PXT_CHUNK_HEADER_SIZE;
}

/* The chunk that is open in a lane, UINT32_MAX if none. */
static uint32_t open_in(const struct pxt_view *view, uint32_t lane)
{
	const uint64_t tail = pxt_load_relaxed(&view->lanes[lane].tail);
	const uint32_t chunk = pxt_tail_chunk(tail);
	uint64_t state;

	if (chunk >= view->n_chunks)
		return UINT32_MAX;
	state = pxt_load_relaxed(&view->states[chunk]);
	return pxt_tail_is_of(tail, pxt_state_lease(state)) &&
	       !(state & (PXT_CHUNK_FULL | PXT_CHUNK_FREE | PXT_CHUNK_HELD)) ?
	       chunk : UINT32_MAX;
}

/* Count the entries of chunks whose state is that of the queue. */
static void count_entries(const struct pxt_view *view, struct pxt_queue *queue,
			  const struct pxt_cells *cells, uint64_t flag,
			  unsigned char *places)
{
	const uint32_t head = pxt_load_relaxed(&queue->head);
	uint32_t chunk;

	for (uint32_t n = 0; n < cells->size; n++)
		if (pxt_queue_peek(queue, cells, head + n, &chunk) &&
		    pxt_load_relaxed(&view->states[chunk]) & flag)
			places[chunk]++;
}

static bool chunks_are_in_one_place(const struct pxt_view *view)
{
	struct pxt_segment *segment = view->segment;
	unsigned char *places = calloc(view->n_chunks, 1);
	const uint32_t fresh = pxt_load_relaxed(&segment->fresh);
	bool is_valid = places && fresh <= view->n_chunks;

	for (uint32_t i = 0; is_valid && i < view->n_lanes; i++)
		if (open_in(view, i) != UINT32_MAX)
			places[open_in(view, i)]++;
	if (is_valid) {
		count_entries(view, &segment->full, &view->full, PXT_CHUNK_FULL,
			      places);
		count_entries(view, &segment->free, &view->free, PXT_CHUNK_FREE,
			      places);
	}
	/* A writer that died may have leased the first fresh one. */
	for (uint32_t i = 0; is_valid && i < view->n_chunks; i++)
		is_valid = places[i] <= 1 && (i <= fresh || (places[i] == 0 &&
				pxt_load_relaxed(&view->states[i]) == 0));
	free(places);
	return is_valid;
}

bool pxt_segment_is_valid(const struct pxt_view *view)
{
	struct pxt_segment *segment = view->segment;

	if (pxt_load_relaxed(&segment->wrapped) > 1 ||
	    pxt_load_relaxed(&segment->starved) > 1 ||
	    pxt_load_relaxed(&segment->lane_end) > view->n_lanes ||
	    pxt_load_relaxed(&segment->exited) > view->n_lanes ||
	    !pxt_queue_is_valid(&segment->full, &view->full) ||
	    !pxt_queue_is_valid(&segment->free, &view->free))
		return false;
	for (uint32_t i = 0; i < view->n_lanes; i++)
		if (!pxt_lane_is_valid(view, i))
			return false;
	for (uint32_t i = 0; i < view->n_chunks; i++)
		if (!pxt_chunk_is_valid(view, i))
			return false;
	return chunks_are_in_one_place(view);
}
