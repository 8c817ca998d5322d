/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The controller's side of the ring; see collect.h. */
#include "ring/collect.h"

#include <sched.h>
#include <string.h>
#include <time.h>

#include "base/futex.h"
#include "ring/chunk.h"
#include "ring/lane.h"
#include "ring/order.h"
#include "ring/reclaim.h"

/* How long a writer that could run, but does not get to, is waited for. */
#define PATIENCE_NS UINT64_C(1000000000)

uint32_t pxt_collect_lanes(const struct pxt_view *view)
{
	uint32_t end = pxt_load_acquire(&view->segment->lane_end);

	return end < view->n_lanes ? end : view->n_lanes;
}

/*
 * Has the record that was under way when the tail was `busy` landed?  On the
 * way to the next chunk a tail is busy with nothing behind it, which is still
 * the same record.
 */
static bool has_landed(uint64_t tail, uint64_t busy)
{
	return !(tail & PXT_LANE_BUSY) ||
	       (tail != busy && pxt_tail_bytes(tail) != 0);
}

/* Wait until it has.  False: that cannot be waited for. */
static bool lane_moves_on(struct pxt_lane *lane, uint64_t busy,
			  uint64_t deadline)
{
	for (unsigned i = 0;; i++) {
		if (has_landed(pxt_order_committed(&lane->tail), busy))
			return true;
		if (i < 64)
			continue;
		/* One deadline for all lanes: a process that marks them all
		 * busy, and keeps the processor busy, costs no more. */
		if (pxt_clock_ns(CLOCK_MONOTONIC) > deadline)
			return has_landed(pxt_order_committed(&lane->tail),
					  busy);
		if (i < 96) {
			sched_yield();
			continue;
		}
		if (i % 16 == 0 && (strchr("TtZX", pxt_lane_state(lane)) ||
				    pxt_clock_ns(CLOCK_MONOTONIC) > deadline))
			return has_landed(pxt_order_committed(&lane->tail),
					  busy);
		pxt_nap(200000);
	}
}

uint64_t pxt_collect_settle(const struct pxt_view *view, uint64_t *stuck)
{
	uint64_t now = pxt_clock_ticks(view->clock), deadline = 0;
	uint32_t n;

	pxt_order_decide();
	n = pxt_collect_lanes(view);
	for (uint32_t i = 0; i < n; i++) {
		struct pxt_lane *lane = &view->lanes[i];
		uint64_t tail = pxt_order_committed(&lane->tail);

		if (tail == stuck[i])
			continue;
		stuck[i] = 0;
		if (!(tail & PXT_LANE_BUSY))
			continue;
		if (!deadline)
			deadline = pxt_clock_ns(CLOCK_MONOTONIC) + PATIENCE_NS;
		if (!lane_moves_on(lane, tail, deadline))
			stuck[i] = tail;
	}
	return now;
}

/*
 * Copy a header but for `used`, `last` and `count`, which its writer may
 * be storing at this moment, because he closes the chunk.
 */
static void copy_constant(struct pxt_chunk_header *to,
			  const struct pxt_chunk_header *from)
{
	*to = (struct pxt_chunk_header){
		.magic = from->magic,
		.lease = from->lease,
		.pid = from->pid,
		.tid = from->tid,
		.thread = from->thread,
		.base = from->base,
		.kind = from->kind,
		.lane = from->lane,
	};
	memcpy(to->comm, from->comm, sizeof(to->comm));
}

/* Fill in the rest of a piece of which the chunk is known and pinned. */
static bool inspect(const struct pxt_view *view, uint32_t to,
		    struct pxt_piece *piece)
{
	uint32_t room = view->chunk_size - PXT_CHUNK_HEADER_SIZE;

	if (piece->closed)
		memcpy(&piece->header, pxt_chunk(view, piece->chunk),
		       sizeof(piece->header));
	else
		copy_constant(&piece->header, pxt_chunk(view, piece->chunk));
	piece->from = pxt_state_read(
			pxt_load_relaxed(&view->states[piece->chunk]));
	piece->to = to;
	return pxt_chunk_header_is_valid(&piece->header, view->chunk_size) &&
	       (uint32_t)piece->header.lease == piece->lease &&
	       piece->to <= room && piece->from <= piece->to;
}

static bool pin(const struct pxt_view *view, struct pxt_piece *piece)
{
	piece->lease = pxt_state_lease(
			pxt_load_relaxed(&view->states[piece->chunk]));
	return pxt_chunk_pin(view, piece->chunk, piece->lease);
}

static void unpin(const struct pxt_view *view, const struct pxt_piece *piece)
{
	uint64_t state = pxt_load_relaxed(&view->states[piece->chunk]);

	pxt_chunk_unpin(view, piece->chunk, pxt_state_read(state));
}

bool pxt_collect_open(const struct pxt_view *view, uint32_t index,
		      struct pxt_piece *piece)
{
	struct pxt_lane *lane = &view->lanes[index];
	uint64_t tail = pxt_order_committed(&lane->tail);
	bool good;

	piece->chunk = pxt_tail_chunk(tail);
	piece->closed = false;
	if (piece->chunk >= view->n_chunks || !pin(view, piece))
		return false;
	/* If it is the lane's under this lease, so is the header. */
	tail = pxt_order_committed(&lane->tail);
	good = pxt_tail_chunk(tail) == piece->chunk &&
	       pxt_tail_is_of(tail, piece->lease) &&
	       inspect(view, pxt_tail_bytes(tail), piece) &&
	       piece->header.lane == index;
	unpin(view, piece);
	return good;
}

bool pxt_collect_is_closed(const struct pxt_view *view,
			   const struct pxt_piece *piece)
{
	return pxt_load_relaxed(&view->states[piece->chunk]) &
	       PXT_CHUNK_CLOSED;
}

bool pxt_collect_orphan(const struct pxt_view *view, uint32_t chunk,
			struct pxt_piece *piece)
{
	uint64_t state = pxt_load_acquire(&view->states[chunk]);

	if (!(state & PXT_CHUNK_ORPHAN))
		return false;
	piece->chunk = chunk;
	piece->lease = pxt_state_lease(state);
	piece->closed = true;
	return inspect(view, pxt_chunk(view, chunk)->used, piece);
}

void pxt_collect_queued(const struct pxt_view *view, bool *queued)
{
	struct pxt_queue *queue = &view->segment->closed;
	uint32_t turn, end, chunk;

	memset(queued, 0, view->n_chunks * sizeof(*queued));
	pxt_collect_turns(view, &turn, &end);
	for (; turn != end; turn++)
		if (pxt_queue_peek(queue, &view->closed, turn, &chunk))
			queued[chunk] = true;
}

bool pxt_collect_stray(const struct pxt_view *view, uint32_t chunk,
		       const bool *queued, struct pxt_piece *piece)
{
	/* Acquire: the header and the records were there when it was closed. */
	uint64_t state = pxt_load_acquire(&view->states[chunk]);
	bool good;

	if (queued[chunk] || !(state & PXT_CHUNK_CLOSED) ||
	    state & PXT_CHUNK_ORPHAN)
		return false;
	piece->chunk = chunk;
	piece->lease = pxt_state_lease(state);
	piece->closed = true;
	if (!pxt_chunk_pin(view, chunk, piece->lease))
		return false;
	good = inspect(view, pxt_chunk(view, chunk)->used, piece) &&
	       piece->from < piece->to;
	unpin(view, piece);
	return good;
}

void pxt_collect_turns(const struct pxt_view *view, uint32_t *first,
		       uint32_t *end)
{
	struct pxt_queue *queue = &view->segment->closed;

	*first = pxt_load_relaxed(&queue->head);
	*end = pxt_load_relaxed(&queue->tail);
	if (*end - *first > view->closed.size)
		*end = *first;
	/* The tail may lag one behind an entry that is there. */
	while (*end - *first < view->closed.size) {
		uint32_t chunk;

		if (!pxt_queue_peek(queue, &view->closed, *end, &chunk))
			break;
		++*end;
	}
}

bool pxt_collect_closed(const struct pxt_view *view, uint32_t turn,
			struct pxt_piece *piece)
{
	struct pxt_queue *queue = &view->segment->closed;
	uint32_t again;
	bool good;

	piece->closed = true;
	piece->turn = turn;
	if (!pxt_queue_peek(queue, &view->closed, turn, &piece->chunk) ||
	    !pin(view, piece))
		return false;
	good = pxt_queue_peek(queue, &view->closed, turn, &again) &&
	       again == piece->chunk &&
	       inspect(view, pxt_chunk(view, again)->used, piece);
	unpin(view, piece);
	return good;
}

bool pxt_collect_copy(const struct pxt_view *view,
		      const struct pxt_piece *piece, unsigned char *bytes)
{
	const unsigned char *chunk;

	if (!pxt_chunk_pin(view, piece->chunk, piece->lease))
		return false;
	chunk = (unsigned char *)pxt_chunk(view, piece->chunk);
	copy_constant((void *)bytes, (const void *)chunk);
	memcpy(bytes + PXT_CHUNK_HEADER_SIZE,
	       chunk + PXT_CHUNK_HEADER_SIZE + piece->from,
	       piece->to - piece->from);
	pxt_chunk_unpin(view, piece->chunk, piece->to);
	return true;
}

bool pxt_collect_skip(const struct pxt_view *view,
		      const struct pxt_piece *piece)
{
	if (!pxt_chunk_pin(view, piece->chunk, piece->lease))
		return false;
	pxt_chunk_unpin(view, piece->chunk, piece->to);
	return true;
}

void pxt_collect_begin(const struct pxt_view *view, uint32_t open)
{
	uint32_t turn, end, chunk, n = open;

	pxt_collect_turns(view, &turn, &end);
	for (; turn != end; turn++)
		if (pxt_queue_peek(&view->segment->closed, &view->closed, turn,
				   &chunk))
			n += pxt_state_read(pxt_load_relaxed(
					&view->states[chunk])) != 0;
	pxt_store_relaxed(&view->segment->begun, n);
}

void pxt_collect_begin_all(const struct pxt_view *view)
{
	uint32_t n = pxt_collect_lanes(view), open = 0;
	struct pxt_piece piece;

	for (uint32_t i = 0; i < n; i++)
		open += pxt_collect_open(view, i, &piece) && piece.to != 0;
	pxt_collect_begin(view, open);
}

uint32_t pxt_collect_release(const struct pxt_view *view)
{
	struct pxt_queue *queue = &view->segment->closed;
	uint32_t n = 0, turn, end;

	pxt_collect_turns(view, &turn, &end);
	for (; turn != end; turn++) {
		struct pxt_piece piece;

		if (pxt_collect_closed(view, turn, &piece) &&
		    piece.from != piece.to)
			break;
		/* Read to the end, or unreadable: in both cases done with. */
		if (pxt_queue_peek(queue, &view->closed, turn, &piece.chunk) &&
		    pxt_queue_take_turn(queue, &view->closed, turn)) {
			pxt_chunk_free(view, piece.chunk);
			n++;
		}
	}
	if (n)
		pxt_store_relaxed(&view->segment->wrapped, 0);
	return n;
}

void pxt_collect_lane(const struct pxt_view *view, uint32_t index)
{
	struct pxt_lane *lane = &view->lanes[index];
	struct pxt_piece piece;

	/* A writer may want it, too. */
	if (!pxt_lane_take(lane))
		return;
	if (pxt_collect_open(view, index, &piece)) {
		if (piece.from != piece.to) {
			pxt_lane_put_back(lane);
			return;
		}
		/* Died while closing it?  Then the queue has it, or nobody. */
		if (!pxt_collect_is_closed(view, &piece))
			pxt_chunk_free(view, piece.chunk);
	}
	if (index < pxt_load_relaxed(&view->segment->lane_hint))
		pxt_store_relaxed(&view->segment->lane_hint, index);
	pxt_lane_free(view, lane);
}

/* Relaxed: counts, a moment old. */
uint64_t pxt_collect_losses(const struct pxt_view *view, uint64_t since,
			    uint64_t *first)
{
	struct pxt_segment *segment = view->segment;
	uint64_t lost = pxt_load_relaxed(&segment->dropped);
	uint64_t earliest = pxt_load_relaxed(&segment->dropped_first);
	uint32_t n = pxt_collect_lanes(view);

	if (earliest <= since)
		earliest = UINT64_MAX;
	for (uint32_t i = 0; i < n; i++) {
		uint64_t at = pxt_load_relaxed(&view->lanes[i].lost_first);

		lost += pxt_load_relaxed(&view->lanes[i].lost);
		if (at > since && at < earliest)
			earliest = at;
	}
	if (first)
		*first = earliest;
	return lost;
}

void pxt_collect_former(const struct pxt_view *view, pid_t pid)
{
	uint32_t n = pxt_collect_lanes(view);

	for (uint32_t i = 0; i < n; i++) {
		struct pxt_lane *lane = &view->lanes[i];
		uint32_t exited = pxt_load_acquire(&lane->exited);
		uint64_t owner = pxt_load_relaxed(&lane->owner);

		/* The second question is a system call. */
		if ((pid_t)(owner >> 32) == pid &&
		    pxt_lane_is_known(lane, owner))
			pxt_lane_mark_gone(view, lane, exited);
	}
}

void pxt_collect_dead(const struct pxt_view *view)
{
	uint32_t n = pxt_collect_lanes(view);

	for (uint32_t i = 0; i < n; i++)
		pxt_lane_mark_if_dead(view, &view->lanes[i]);
}
