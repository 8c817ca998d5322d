/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Room in open chunks; see room.h. */
#include "ring/room.h"

#include "ring/order.h"

/* The bytes of unread events in the open chunk of a lane, roughly. */
static uint64_t held_by(const struct pxt_view *view,
			const struct pxt_lane *lane)
{
	const uint64_t tail = pxt_load_relaxed(&lane->tail);
	const uint32_t chunk = pxt_tail_chunk(tail);
	uint64_t bytes = pxt_tail_bytes(tail), state, without;
	struct pxt_chunk_header header;

	if (chunk >= view->n_chunks)
		return 0;
	state = pxt_load_relaxed(&view->states[chunk]);
	/* It has just been closed, and counts as full, or was taken over. */
	if (state & (PXT_CHUNK_FULL | PXT_CHUNK_FREE | PXT_CHUNK_HELD) ||
	    !pxt_tail_is_of(tail, pxt_state_lease(state)))
		return 0;
	pxt_chunk_snapshot(view, chunk, &header);
	pxt_order_snapshot();
	if (pxt_state_lease(pxt_order_state(&view->states[chunk])) !=
	    pxt_state_lease(state))
		return 0;
	without = (header.serial >> 32) * PXT_OWNER_SIZE +
		  pxt_state_read(state);
	return bytes > without ? bytes - without : 0;
}

/* The same in all chunks. */
static int64_t held_by_all(const struct pxt_view *view, uint32_t lanes)
{
	struct pxt_segment *segment = view->segment;
	const uint32_t payload = view->chunk_size - PXT_CHUNK_HEADER_SIZE;
	const int64_t begun = pxt_load_relaxed(&segment->begun);
	const int64_t overhead = pxt_load_relaxed(&segment->overhead);
	int64_t full = pxt_queue_length(&segment->full), sum;

	full = full > begun ? full - begun : 0;
	sum = full * payload - overhead;
	if (sum < 0)
		sum = 0;
	for (uint32_t i = 0; i < lanes; i++)
		sum += (int64_t)held_by(view, &view->lanes[i]);
	return sum;
}

size_t pxt_room_get(const struct pxt_view *view, size_t used, size_t need)
{
	_Atomic int64_t *room = &view->segment->room;
	const uint64_t size = (uint64_t)view->n_full *
			      (view->chunk_size - PXT_CHUNK_HEADER_SIZE);
	uint32_t lanes = pxt_load_relaxed(&view->segment->lane_end);
	uint64_t want;

	if (lanes > view->n_lanes)
		lanes = view->n_lanes;
	/* The open chunks are less than half of the stream. */
	if (lanes <= view->n_full / 2)
		return view->chunk_size;
	want = size / 4 / lanes;
	want = want < used / 4 ? used / 4 : want;
	want = want < need ? need : want;
	if (pxt_load_relaxed(room) < (int64_t)want) {
		int64_t most = (int64_t)(size + size / 2) + view->chunk_size;

		most -= held_by_all(view, lanes);
		if (most < (int64_t)want)
			return 0;
		/* Another thread that looks at the same time gives out as
		 * much again: once more for each processor, at worst. */
		pxt_store_relaxed(room, most);
	}
	pxt_add_relaxed(room, -(int64_t)want);
	return want;
}
