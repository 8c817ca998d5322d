/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Adopting the chunk of a thread that has ended; see adopt.h. */
#include "ring/adopt.h"

#include <string.h>

#include "ring/reclaim.h"

enum {
	LOOKS = 32,			/* lanes looked at by one call */
	/* With less room than an owner record and a small event need, a chunk
	 * counts as full.  Not more than the largest record: see
	 * model/sizing.c. */
	ROOM = PXT_OWNER_SIZE + 48,
};

/* An open chunk that might be adopted. */
struct left {
	uint64_t tail;
	uint32_t chunk, bytes;
	struct pxt_chunk_header *header;
};

/*
 * The open chunk of a lane that was taken.  False: it has none that its own
 * writer could continue.
 */
static bool find_chunk(const struct pxt_view *view, uint32_t index,
		       struct left *left)
{
	struct pxt_lane *lane = &view->lanes[index];
	uint64_t state;

	left->tail = pxt_order_committed(&lane->tail);
	left->chunk = pxt_tail_chunk(left->tail);
	left->bytes = pxt_tail_bytes(left->tail);
	if (left->tail & PXT_LANE_BUSY || left->chunk >= view->n_chunks ||
	    left->bytes == 0 ||
	    left->bytes > view->chunk_size - PXT_CHUNK_HEADER_SIZE)
		return false;
	state = pxt_load_relaxed(&view->states[left->chunk]);
	left->header = pxt_chunk(view, left->chunk);
	return !(state & (PXT_CHUNK_FULL | PXT_CHUNK_FREE | PXT_CHUNK_HELD |
			  PXT_CHUNK_ORPHAN)) &&
	       pxt_tail_is_of(left->tail, pxt_state_lease(state)) &&
	       (uint32_t)left->header->lease == pxt_state_lease(state) &&
	       left->header->lane == (uint16_t)index &&
	       left->header->kind == PXT_KIND_EVENTS;
}

/* Is there room for the owner and an event in memory that can be used? */
static bool has_room(const struct pxt_view *view, const struct left *left,
		     uint64_t ticks)
{
	const uint32_t need = PXT_CHUNK_HEADER_SIZE + left->bytes + ROOM;

	return need <= view->chunk_size &&
	       ticks - left->header->base < PXT_CHUNK_SPAN / 2 &&
	       pxt_chunk_back(view, left->chunk, need) >= need;
}

/* The header's word, with the owner record that is put now.  Those that were read
 * count no more: the reader has them behind it. */
static uint64_t owners_of(const struct pxt_view *view, const struct left *left)
{
	const uint64_t owners = left->header->serial, state =
		pxt_load_relaxed(&view->states[left->chunk]);
	const bool are_read = pxt_state_read(state) > (uint32_t)owners;

	return (are_read ? 1 : (owners >> 32) + 1) << 32 | left->bytes;
}

/* Steps 2 to 4 of adopt.h. */
static void put_owner(struct pxt_writer *writer, const struct left *left,
		      uint64_t ticks, const struct pxt_writer_identity *id)
{
	struct pxt_owner owner = {
		.thread = id->thread,
		.pid = id->pid,
		.tid = id->tid,
	};
	unsigned char *data;

	pxt_chunk_get_name(left->header, owner.former_comm);
	data = pxt_record_put(writer->pos, ticks, 0, PXT_ID_OWNER,
			      sizeof(owner));
	memcpy(data, &owner, sizeof(owner));
	writer->pos += PXT_OWNER_SIZE;
	pxt_order_commit(&writer->lane->tail, pxt_writer_tail(writer));
	pxt_order_tell_owner(pxt_chunk_owners(left->header),
			     owners_of(writer->view, left));
	pxt_chunk_put_name(left->header, id->comm);
}

enum result { NOTHING, LANE };

/* The lane has been taken. */
static enum result adopt(struct pxt_writer *writer, uint32_t index,
			 const struct pxt_writer_identity *id)
{
	const struct pxt_view *view = writer->view;
	struct pxt_lane *lane = &view->lanes[index];
	const uint64_t ticks = pxt_segment_ticks(view);
	uint64_t last;
	uint32_t count;
	struct left left;

	if (!find_chunk(view, index, &left))
		return NOTHING;
	count = pxt_lane_count(view, left.tail, &last);
	if (ticks <= last)
		return NOTHING;
	if (has_room(view, &left, ticks)) {
		pxt_writer_reopen(writer, view, lane, left.tail);
		writer->data_max = view->data_max;
		writer->base = left.header->base;
		writer->number = left.header->epoch;
		writer->last = last;
		writer->count = count;
		put_owner(writer, &left, ticks, id);
		/* Its first event finds out how much of the rest it may use. */
		pxt_writer_shut(writer);
	} else if (pxt_lane_close(view, lane)) {
		writer->lane = lane;
		pxt_order_commit(&lane->tail, 0);
	} else {
		return NOTHING;
	}
	writer->lane_index = index;
	pxt_lane_own(view, lane, pxt_writer_owner(id), id->space);
	return LANE;
}

bool pxt_lane_adopt(struct pxt_writer *writer,
		    const struct pxt_writer_identity *id)
{
	const struct pxt_view *view = writer->view;
	struct pxt_segment *segment = view->segment;
	const uint32_t first = pxt_load_relaxed(&segment->left_hint);
	uint32_t end = pxt_load_relaxed(&segment->lane_end), n;

	if (end > view->n_lanes)
		end = view->n_lanes;
	for (n = 0; n < LOOKS && n < end; n++) {
		const uint32_t i = (first + n) % end;
		struct pxt_lane *lane = &view->lanes[i];

		if (!pxt_lane_take(lane))
			continue;
		if (adopt(writer, i, id) == LANE) {
			pxt_store_relaxed(&segment->left_hint, i + 1);
			return true;
		}
		pxt_lane_put_back(lane);
	}
	pxt_store_relaxed(&segment->left_hint, first + n);
	return false;
}
