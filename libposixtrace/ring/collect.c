/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The controller's side of the ring; see collect.h. */
#include "ring/collect.h"

#include <sched.h>
#include <string.h>
#include <time.h>

#include "base/futex.h"
#include "ring/lane.h"
#include "ring/order.h"
#include "ring/reclaim.h"

/* How long to wait for a writer that is runnable but does not progress. */
#define PATIENCE_NS UINT64_C(1000000000)

uint32_t pxt_collect_lanes(const struct pxt_view *view)
{
	uint32_t end = pxt_load_acquire(&view->segment->lane_end);

	return end < view->n_lanes ? end : view->n_lanes;
}

/*
 * Is the record finished that was in progress when the tail was `busy`?  While
 * a writer changes chunks, its tail is busy with no chunk, which is still the
 * same record.
 */
static bool has_landed(uint64_t tail, uint64_t busy)
{
	return !(tail & PXT_LANE_BUSY) ||
	       (tail != busy && pxt_tail_bytes(tail) != 0);
}

/* Parameters of a round of waiting. */
struct waiting {
	const struct pxt_view *view;
	struct pxt_settling *settling;
	uint64_t until;			/* CLOCK_MONOTONIC, of the call */
	bool wants_newest;		/* see pxt_collect_settle_newest() */
};

/* Has everything that was recorded by then been overwritten? */
static bool is_overtaken(const struct waiting *w)
{
	/* Relaxed: it may be noticed a moment later. */
	return w->wants_newest &&
	       pxt_load_relaxed(&w->view->segment->horizon) >=
	       w->settling->now;
}

static bool is_interrupted(const struct waiting *w)
{
	uint64_t now = pxt_clock_ns(CLOCK_MONOTONIC);

	return now > w->until && now <= w->settling->deadline;
}

static bool is_over(const struct waiting *w)
{
	uint64_t now = pxt_clock_ns(CLOCK_MONOTONIC);

	return now > w->settling->deadline || now > w->until ||
	       is_overtaken(w);
}

/* Wait until the record is finished.  False: the wait is over. */
static bool lane_moves_on(struct pxt_lane *lane, uint64_t busy,
			  const struct waiting *w)
{
	for (unsigned i = 0;; i++) {
		if (has_landed(pxt_order_committed(&lane->tail), busy))
			return true;
		if (i < 64)
			continue;
		/* One deadline for all lanes: a process that marks them all
		 * busy, and keeps the processor busy, costs no more. */
		if (is_over(w))
			return has_landed(pxt_order_committed(&lane->tail),
					  busy);
		if (i < 96) {
			sched_yield();
			continue;
		}
		if (i % 16 == 0 && (strchr("TtZX", pxt_lane_state(lane)) ||
				    is_over(w)))
			return has_landed(pxt_order_committed(&lane->tail),
					  busy);
		pxt_nap(200000);
	}
}

/* Take the time up to which events will be complete. */
static void begin_settling(const struct pxt_view *view,
			   struct pxt_settling *settling)
{
	settling->now = pxt_segment_ticks(view);
	settling->deadline = 0;
	settling->begun = true;
	/* The clock must not be read after the fence either. */
	pxt_clock_order();
	pxt_order_decide(view->others);
}

/*
 * Wait for all lanes as `w` says.  Returns the number of lanes that are still
 * busy, or -1: the call's own limit came first.
 */
static int32_t wait_for_lanes(const struct waiting *w, uint64_t *stuck)
{
	const struct pxt_view *view = w->view;
	struct pxt_settling *settling = w->settling;
	uint32_t n = pxt_collect_lanes(view);
	int32_t left = 0;

	for (uint32_t i = 0; i < n; i++) {
		struct pxt_lane *lane = &view->lanes[i];
		uint64_t tail = pxt_order_committed(&lane->tail);

		if (tail == stuck[i]) {
			left += tail != 0;
			continue;
		}
		stuck[i] = 0;
		if (!(tail & PXT_LANE_BUSY))
			continue;
		if (!settling->deadline)
			settling->deadline = pxt_clock_ns(CLOCK_MONOTONIC) +
					     PATIENCE_NS;
		if (lane_moves_on(lane, tail, w))
			continue;
		if (is_interrupted(w) && !is_overtaken(w) &&
		    !strchr("TtZX", pxt_lane_state(lane)))
			return -1;
		stuck[i] = tail;
		left++;
	}
	settling->begun = false;
	return left;
}

uint64_t pxt_collect_settle(const struct pxt_view *view, uint64_t *stuck)
{
	struct pxt_settling settling;
	const struct waiting w = {
		.view = view,
		.settling = &settling,
		.until = UINT64_MAX,
	};

	begin_settling(view, &settling);
	wait_for_lanes(&w, stuck);
	return settling.now;
}

bool pxt_collect_settle_newest(const struct pxt_view *view, uint64_t *stuck,
			       struct pxt_settling *settling, uint64_t until)
{
	const struct waiting w = {
		.view = view,
		.settling = settling,
		.until = until,
		.wants_newest = view->loop,
	};
	int32_t left;

	if (!settling->begun)
		begin_settling(view, settling);
	left = wait_for_lanes(&w, stuck);
	if (left > 0 && is_overtaken(&w)) {
		/* All that was waited for has been overwritten.  Start
		 * again without waiting for any writer: with a deadline in
		 * the past. */
		begin_settling(view, settling);
		settling->deadline = 1;
		left = wait_for_lanes(&w, stuck);
	}
	settling->is_complete = left == 0;
	return left >= 0;
}

/*
 * Begin to look at a chunk without acquiring it.  False: it is being leased, and
 * has no header yet.
 */
static bool look(const struct pxt_view *view, struct pxt_piece *piece,
		 uint64_t *state)
{
	*state = pxt_order_state(&view->states[piece->chunk]);
	piece->lease = pxt_state_lease(*state);
	piece->from = pxt_state_read(*state);
	piece->full = *state & PXT_CHUNK_FULL;
	return !(*state & PXT_CHUNK_HELD);
}

/* Its writer may be storing these now, because it closes the chunk. */
static void forget_end(struct pxt_chunk_header *header)
{
	header->used = header->count = 0;
	header->last = 0;
}

/*
 * Copy its header, and end the look.  False: it was leased again meanwhile, or
 * is invalid.
 */
static bool look_at_header(const struct pxt_view *view,
			   struct pxt_piece *piece)
{
	struct pxt_chunk_header *header = &piece->header;

	pxt_chunk_snapshot(view, piece->chunk, header);
	pxt_order_snapshot();
	if (pxt_state_lease(pxt_order_state(&view->states[piece->chunk])) !=
	    piece->lease)
		return false;
	if (piece->full)
		piece->to = header->used;
	else
		forget_end(header);
	return pxt_chunk_header_is_valid(header, view->chunk_size) &&
	       (uint32_t)header->lease == piece->lease &&
	       piece->to <= view->chunk_size - PXT_CHUNK_HEADER_SIZE &&
	       piece->from <= piece->to;
}

bool pxt_piece_acquire(const struct pxt_view *view, struct pxt_piece *piece)
{
	uint32_t read;

	if (!pxt_chunk_pin(view, piece->chunk, piece->lease, &read))
		return false;
	if (read > piece->from)
		piece->from = read;
	if (piece->from < piece->to)
		return true;
	pxt_chunk_unpin(view, piece->chunk, piece->lease, read);
	return false;
}

bool pxt_piece_release(const struct pxt_view *view,
		       const struct pxt_piece *piece)
{
	return pxt_chunk_unpin(view, piece->chunk, piece->lease, piece->to);
}

bool pxt_collect_open(const struct pxt_view *view, uint32_t index,
		      struct pxt_piece *piece)
{
	struct pxt_lane *lane = &view->lanes[index];
	uint64_t tail = pxt_order_committed(&lane->tail), state;

	piece->chunk = pxt_tail_chunk(tail);
	if (piece->chunk >= view->n_chunks || !look(view, piece, &state))
		return false;
	/* If the lane's tail names the chunk under this lease, the header is
	 * the lane's. */
	tail = pxt_order_committed(&lane->tail);
	piece->full = false;
	piece->to = pxt_tail_bytes(tail);
	return pxt_tail_chunk(tail) == piece->chunk &&
	       pxt_tail_is_of(tail, piece->lease) &&
	       look_at_header(view, piece) && piece->header.lane == index;
}

bool pxt_collect_is_full(const struct pxt_view *view,
			 const struct pxt_piece *piece)
{
	return pxt_load_relaxed(&view->states[piece->chunk]) &
	       PXT_CHUNK_FULL;
}

bool pxt_collect_orphan(const struct pxt_view *view, uint32_t chunk,
			struct pxt_piece *piece)
{
	uint64_t state;

	piece->chunk = chunk;
	if (!look(view, piece, &state) || !(state & PXT_CHUNK_ORPHAN))
		return false;
	piece->full = true;
	return look_at_header(view, piece);
}

void pxt_collect_queued(const struct pxt_view *view, bool *queued)
{
	struct pxt_queue *queue = &view->segment->full;
	uint32_t seq, end, chunk;

	memset(queued, 0, view->n_chunks * sizeof(*queued));
	pxt_collect_sequences(view, &seq, &end);
	for (; seq != end; seq++)
		if (pxt_queue_peek(queue, &view->full, seq, &chunk))
			queued[chunk] = true;
}

bool pxt_collect_stray(const struct pxt_view *view, uint32_t chunk,
		       const bool *queued, struct pxt_piece *piece)
{
	uint64_t state;

	piece->chunk = chunk;
	return !queued[chunk] && look(view, piece, &state) && piece->full &&
	       !(state & PXT_CHUNK_ORPHAN) && look_at_header(view, piece) &&
	       piece->from < piece->to;
}

bool pxt_collect_is_newest(const struct pxt_view *view,
			   const struct pxt_piece *piece)
{
	uint64_t tail;

	if (piece->header.lane >= pxt_collect_lanes(view))
		return false;
	tail = pxt_order_committed(&view->lanes[piece->header.lane].tail);
	return pxt_tail_chunk(tail) == piece->chunk &&
	       pxt_tail_is_of(tail, piece->lease);
}

void pxt_collect_sequences(const struct pxt_view *view, uint32_t *first,
			   uint32_t *end)
{
	struct pxt_queue *queue = &view->segment->full;

	*first = pxt_load_relaxed(&queue->head);
	*end = pxt_load_relaxed(&queue->tail);
	if (*end - *first > view->full.size)
		*end = *first;
	/* The tail may be one behind an entry that is there. */
	while (*end - *first < view->full.size) {
		uint32_t chunk;

		if (!pxt_queue_peek(queue, &view->full, *end, &chunk))
			break;
		++*end;
	}
}

bool pxt_collect_full(const struct pxt_view *view, uint32_t seq,
		      struct pxt_piece *piece)
{
	struct pxt_queue *queue = &view->segment->full;
	uint64_t state;
	uint32_t again;

	/* It is this entry's as long as it is there.  A superfluous entry may
	 * name a chunk that is open again: chunk.h. */
	return pxt_queue_peek(queue, &view->full, seq, &piece->chunk) &&
	       look(view, piece, &state) && piece->full &&
	       pxt_queue_peek(queue, &view->full, seq, &again) &&
	       again == piece->chunk && look_at_header(view, piece);
}

bool pxt_collect_copy(const struct pxt_view *view,
		      const struct pxt_piece *piece, unsigned char *bytes)
{
	const unsigned char *records = (void *)(pxt_chunk(view, piece->chunk) + 1);
	struct pxt_chunk_header *header = (void *)bytes;
	struct pxt_cursor cursor;
	uint32_t read;

	if (!pxt_chunk_pin(view, piece->chunk, piece->lease, &read))
		return false;
	pxt_chunk_snapshot(view, piece->chunk, header);
	forget_end(header);
	pxt_cursor_init_ring(&cursor, header, records, piece->from, piece->to);
	header->thread = cursor.thread;
	header->pid = cursor.pid;
	header->tid = cursor.tid;
	memcpy(bytes + PXT_CHUNK_HEADER_SIZE, records + piece->from,
	       piece->to - piece->from);
	return pxt_piece_release(view, piece);
}

bool pxt_collect_skip(const struct pxt_view *view,
		      const struct pxt_piece *piece)
{
	return pxt_chunk_mark_read(view, piece->chunk, piece->lease,
				   piece->to);
}

void pxt_collect_begin(const struct pxt_view *view, uint32_t open)
{
	uint32_t seq, end, chunk, n = open;

	pxt_collect_sequences(view, &seq, &end);
	for (; seq != end; seq++)
		if (pxt_queue_peek(&view->segment->full, &view->full, seq,
				   &chunk))
			n += pxt_state_read(pxt_load_relaxed(
					&view->states[chunk])) != 0;
	pxt_store_relaxed(&view->segment->begun, n);
}

void pxt_collect_begin_lane(const struct pxt_view *view, uint32_t lane)
{
	uint32_t n = pxt_collect_lanes(view), open = 0;
	struct pxt_piece piece;

	for (uint32_t i = 0; i < n; i++)
		open += pxt_collect_open(view, i, &piece) &&
			(i == lane || piece.from != 0);
	pxt_collect_begin(view, open);
}

uint32_t pxt_collect_free(const struct pxt_view *view)
{
	struct pxt_queue *queue = &view->segment->full;
	uint32_t n = 0, seq, end;
	int64_t overhead = 0;

	/* The head moves on, also past an entry that a reader took when it was
	 * killed: else all would count as waiting that is queued after it. */
	(void)pxt_queue_first(queue, &view->full, &seq, &end);
	pxt_collect_sequences(view, &seq, &end);
	for (; seq != end; seq++) {
		struct pxt_piece piece = {0};

		if (pxt_collect_full(view, seq, &piece) &&
		    piece.from != piece.to)
			break;
		/* Read to the end, or unreadable: finished in both cases. */
		if (pxt_queue_peek(queue, &view->full, seq, &piece.chunk) &&
		    pxt_queue_take_at(queue, &view->full, seq) && piece.full &&
		    pxt_chunk_retire(view, piece.chunk, piece.lease)) {
			overhead += pxt_chunk_overhead(view, &piece.header);
			n++;
		}
	}
	if (overhead)
		pxt_add_relaxed(&view->segment->overhead, -overhead);
	if (n)
		pxt_store_relaxed(&view->segment->wrapped, 0);
	return n;
}

/*
 * Mark the records of a chunk as read that are not newer than `floor`.  Those that
 * are left unread would be counted as lost when the chunk is overwritten.
 */
static void drop_until(const struct pxt_view *view, struct pxt_piece *piece,
		       uint64_t floor)
{
	const unsigned char *records = (void *)(pxt_chunk(view, piece->chunk) + 1);
	const unsigned char *dropped;
	struct pxt_event event;
	struct pxt_cursor cursor;
	bool is_newer;

	if (!pxt_piece_acquire(view, piece))
		return;
	pxt_cursor_init_ring(&cursor, &piece->header, records, piece->from,
			     piece->to);
	do {
		dropped = cursor.pos;
		is_newer = pxt_cursor_next(&cursor, &event);
	} while (is_newer && event.ticks <= floor);
	/* Owner records at the end. */
	if (!is_newer)
		dropped = cursor.pos;
	pxt_chunk_unpin(view, piece->chunk, piece->lease,
			(uint32_t)(dropped - records));
}

/* The same of all open chunks. */
static void drop_open(const struct pxt_view *view, uint64_t floor)
{
	uint32_t n = pxt_collect_lanes(view), open = 0;
	struct pxt_piece piece;

	for (uint32_t i = 0; i < n; i++)
		if (pxt_collect_open(view, i, &piece) && piece.to != 0) {
			drop_until(view, &piece, floor);
			open++;
		}
	pxt_collect_begin(view, open);
}

struct pxt_cleared pxt_collect_clear(const struct pxt_view *view,
				     uint64_t *stuck)
{
	struct pxt_segment *segment = view->segment;
	struct pxt_cleared cleared;
	struct pxt_piece piece;
	uint64_t lost, horizon;
	uint32_t seq, end;

	cleared.floor = pxt_collect_settle(view, stuck);
	cleared.lost = pxt_collect_overwritten(view);
	cleared.horizon = pxt_load_relaxed(&segment->horizon);
	/* For writers whose clock is behind it, and for readers of the log if
	 * this process is killed. */
	pxt_store_relaxed(&segment->floor, cleared.floor);
	pxt_collect_sequences(view, &seq, &end);
	for (; seq != end; seq++)
		if (pxt_collect_full(view, seq, &piece))
			drop_until(view, &piece, cleared.floor);
	pxt_collect_free(view);
	drop_open(view, cleared.floor);
	/* What was overwritten meanwhile is no loss, unless some of it is
	 * newer. */
	lost = pxt_collect_overwritten(view);
	horizon = pxt_load_relaxed(&segment->horizon);
	if (horizon <= cleared.floor) {
		cleared.lost = lost;
		cleared.horizon = horizon;
	}
	pxt_store_relaxed(&segment->lost_first, 0);
	return cleared;
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
		/* If the thread died while closing it, it is in the queue, or
		 * stray. */
		if (!pxt_collect_is_full(view, &piece))
			pxt_chunk_free(view, piece.chunk);
	}
	if (index < pxt_load_relaxed(&view->segment->lane_hint))
		pxt_store_relaxed(&view->segment->lane_hint, index);
	pxt_lane_free(view, lane);
}

void pxt_collect_former(const struct pxt_view *view, pid_t pid)
{
	uint32_t n = pxt_collect_lanes(view);

	for (uint32_t i = 0; i < n; i++) {
		struct pxt_lane *lane = &view->lanes[i];
		uint32_t exited = pxt_load_acquire(&lane->exited);
		uint64_t owner = pxt_load_relaxed(&lane->owner);

		/* The second check is a system call. */
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
