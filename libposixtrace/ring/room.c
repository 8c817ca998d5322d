/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Room in open chunks; see room.h. */
#include "ring/room.h"

#include "ring/order.h"

enum { TRIES = 8 };

/* What a thread finds when it looks. */
struct found {
	int64_t held;			/* bytes of unread events */
	uint64_t passed;		/* see passed_by() */
};

static uint32_t payload_of(const struct pxt_view *view)
{
	return view->chunk_size - PXT_CHUNK_HEADER_SIZE;
}

/*
 * A number that grows by what is read of a chunk, and in all by a payload until
 * it is leased the next time.
 */
static uint64_t passed_by(const struct pxt_view *view, uint64_t state)
{
	const uint32_t lease = pxt_state_lease(state);
	const uint32_t read = state & PXT_CHUNK_HELD ? 0 : pxt_state_read(state);

	return (uint64_t)(lease ? lease : 1) * payload_of(view) + read;
}

/*
 * How many bytes of records a chunk has.  False: it has been closed or freed since
 * that state.
 */
static bool records_of(const struct pxt_view *view, uint32_t chunk,
		       uint64_t state, const struct pxt_chunk_header *header,
		       uint32_t *bytes)
{
	uint64_t tail;

	*bytes = header->used;
	if (state & PXT_CHUNK_FULL || header->lane >= view->n_lanes)
		return true;
	tail = pxt_load_relaxed(&view->lanes[header->lane].tail);
	*bytes = pxt_tail_bytes(tail);
	if (pxt_tail_chunk(tail) == chunk &&
	    pxt_tail_is_of(tail, pxt_state_lease(state)))
		return true;
	/* Its writer has just leased it, unless it has closed it. */
	*bytes = 0;
	return pxt_order_state(&view->states[chunk]) == state;
}

/* The bytes of unread events in it, given its header and the bytes of records. */
static uint32_t unread(uint64_t state, const struct pxt_chunk_header *header,
		       uint32_t bytes)
{
	const uint32_t read = pxt_state_read(state);
	const uint64_t newest = (uint32_t)header->serial;
	uint64_t owners = (header->serial >> 32) * PXT_OWNER_SIZE;

	if (bytes <= read)
		return 0;
	/* Unread owner records end with the newest one. */
	if (owners && newest + PXT_OWNER_SIZE <= read)
		owners = 0;
	else if (owners > newest + PXT_OWNER_SIZE - read)
		owners = newest + PXT_OWNER_SIZE - read;
	return bytes - read > owners ? bytes - read - (uint32_t)owners : 0;
}

static void look_at(const struct pxt_view *view, uint32_t chunk,
		    struct found *found)
{
	uint64_t state = pxt_order_state(&view->states[chunk]), again;
	struct pxt_chunk_header header;
	uint32_t bytes;
	bool is_known;

	for (unsigned i = 0; i < TRIES; i++, state = again) {
		if (state & (PXT_CHUNK_FREE | PXT_CHUNK_HELD))
			break;
		pxt_chunk_snapshot(view, chunk, &header);
		is_known = records_of(view, chunk, state, &header, &bytes);
		pxt_order_snapshot();
		again = pxt_order_state(&view->states[chunk]);
		if (pxt_state_lease(again) != pxt_state_lease(state) ||
		    !is_known)
			continue;
		if (bytes <= payload_of(view))
			found->held += unread(state, &header, bytes);
		break;
	}
	found->passed += passed_by(view, state);
}

static uint32_t chunks_of(const struct pxt_view *view)
{
	uint32_t fresh = pxt_load_relaxed(&view->segment->fresh);

	return fresh < view->n_chunks ? fresh : view->n_chunks;
}

/*
 * How much more the stream may hold.  An event never moves, so each that is there
 * all the time is counted once.  Less than `need`: it is full.  False: not known,
 * since it has been read from meanwhile, before or after that was counted.
 */
static bool look_at_all(const struct pxt_view *view, int64_t need,
			int64_t *left)
{
	const int64_t most = ((int64_t)view->n_full + 1) * payload_of(view);
	const uint32_t n = chunks_of(view);
	struct found found = { 0 };
	uint64_t passed = 0;

	for (uint32_t i = 0; i < n; i++)
		look_at(view, i, &found);
	*left = most - found.held;
	if (*left >= need)
		return true;
	for (uint32_t i = 0; i < n; i++)
		passed += passed_by(view, pxt_order_state(&view->states[i]));
	return *left + (int64_t)(passed - found.passed) < need;
}

/* What a thread may have at once: not more than it needs soon. */
static int64_t share_of(const struct pxt_view *view, uint32_t lanes, size_t used,
			int64_t need)
{
	const int64_t size = (int64_t)view->n_full * payload_of(view);
	int64_t share = size / 8 / lanes;

	if (share < (int64_t)used / 8)
		share = (int64_t)used / 8;
	return share < need ? need : share;
}

size_t pxt_room_get(const struct pxt_view *view, size_t used, size_t need)
{
	struct pxt_segment *segment = view->segment;
	const int64_t want = (int64_t)need;
	uint32_t lanes = pxt_load_relaxed(&segment->lane_end);
	int64_t share, left;

	if (lanes > view->n_lanes)
		lanes = view->n_lanes;
	/* The open chunks are an eighth of the stream. */
	if (lanes <= view->n_full / 8)
		return view->chunk_size;
	share = share_of(view, lanes, used, want);
	for (unsigned i = 0; i < TRIES; i++) {
		/* Acquire: what is loaded then has all that was recorded before
		 * these parts were given. */
		uint64_t given = pxt_load_acquire(&segment->given);

		left = (int64_t)(pxt_load_relaxed(&segment->given_end) - given);
		if (left < want) {
			if (!look_at_all(view, want, &left))
				continue;
			if (left < want)
				return 0;
			pxt_store_relaxed(&segment->given_end,
					  given + (uint64_t)left);
		}
		left = left < share ? left : share;
		if (pxt_cas_acq_rel(&segment->given, &given,
				    given + (uint64_t)left))
			return (size_t)left;
	}
	/* Others read and record all the time: only this record. */
	pxt_add_relaxed(&segment->given, need);
	return need;
}
