/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Lanes of dead threads; see reclaim.h. */
#include "ring/reclaim.h"

#include <string.h>

#include "base/proc.h"

/* Limits of one call: lanes examined, and threads looked up in /proc. */
enum { LOOKS = 256, QUESTIONS = 8 };

bool pxt_lane_is_known(struct pxt_lane *lane, uint64_t owner)
{
	return owner != 0 && owner != UINT64_MAX &&
	       pxt_load_relaxed(&lane->space) == pxt_proc_space();
}

char pxt_lane_state(struct pxt_lane *lane)
{
	uint64_t owner = pxt_load_relaxed(&lane->owner);
	char state = 'R';

	if (pxt_lane_is_known(lane, owner))
		state = pxt_proc_thread_state((pid_t)(owner >> 32),
					      (pid_t)(uint32_t)owner);
	return state ? state : 'X';
}

static bool is(uint32_t exited, uint32_t fate)
{
	return (exited & PXT_LANE_FATE) == fate;
}

void pxt_lane_mark_gone(const struct pxt_view *view, struct pxt_lane *lane,
			uint32_t exited)
{
	if (is(exited, PXT_LANE_LIVE) &&
	    pxt_cas_acq_rel(&lane->exited, &exited, exited | PXT_LANE_GONE))
		pxt_add_relaxed(&view->segment->exited, 1);
}

void pxt_lane_mark_if_dead(const struct pxt_view *view, struct pxt_lane *lane)
{
	/* Acquire: the owner is looked up after this. */
	uint32_t exited = pxt_load_acquire(&lane->exited);
	uint64_t owner = pxt_load_relaxed(&lane->owner);

	if (!is(exited, PXT_LANE_LIVE) || owner == 0 ||
	    !strchr("ZX", pxt_lane_state(lane)))
		return;
	/* A dead owner cannot release; if `owner` is unchanged it was dead
	 * when queried.  If another party takes the lane, `exited` changes. */
	if (pxt_load_relaxed(&lane->owner) == owner)
		pxt_lane_mark_gone(view, lane, exited);
}

bool pxt_lane_take(struct pxt_lane *lane)
{
	uint32_t exited = pxt_load_relaxed(&lane->exited);

	return is(exited, PXT_LANE_GONE) &&
	       pxt_cas_acq_rel(&lane->exited, &exited,
			       exited - PXT_LANE_GONE + PXT_LANE_TAKEN);
}

/* The lane is taken, so no other party stores: a plain step suffices. */
static void leave(struct pxt_lane *lane, uint32_t step)
{
	/* Release: a thread that finds it live finds its new owner. */
	pxt_store_release(&lane->exited,
			  pxt_load_relaxed(&lane->exited) + step);
}

void pxt_lane_put_back(struct pxt_lane *lane)
{
	leave(lane, (uint32_t)PXT_LANE_GONE - PXT_LANE_TAKEN);
}

void pxt_lane_free(const struct pxt_view *view, struct pxt_lane *lane)
{
	pxt_add_relaxed(&view->segment->exited, -1u);
	pxt_order_commit(&lane->tail, 0);
	leave(lane, PXT_LANE_NEXT - PXT_LANE_TAKEN);
	pxt_lane_give(lane);
}

uint32_t pxt_lane_count(const struct pxt_view *view, uint64_t tail,
			uint64_t *last)
{
	const struct pxt_chunk_header *header =
		pxt_chunk(view, pxt_tail_chunk(tail));
	const uint32_t bytes = pxt_tail_bytes(tail);
	struct pxt_cursor cursor;
	struct pxt_event event;
	uint32_t n = 0;

	/* A thread that ended by itself has stored it: pxt_writer_exit(). */
	if (header->used == bytes) {
		*last = header->last;
		return header->count;
	}
	*last = header->base;
	pxt_cursor_init_ring(&cursor, header, header + 1, 0, bytes);
	for (; pxt_cursor_next(&cursor, &event); n++)
		*last = event.ticks;
	return n;
}

bool pxt_lane_close(const struct pxt_view *view, struct pxt_lane *lane)
{
	uint64_t tail = pxt_order_committed(&lane->tail), state;
	uint32_t chunk = pxt_tail_chunk(tail), bytes = pxt_tail_bytes(tail);
	struct pxt_writer writer;

	if (chunk == UINT32_MAX)
		return true;
	if (chunk >= view->n_chunks ||
	    bytes > view->chunk_size - PXT_CHUNK_HEADER_SIZE)
		return false;
	state = pxt_load_relaxed(&view->states[chunk]);
	if (state & PXT_CHUNK_FULL ||
	    !pxt_tail_is_of(tail, pxt_state_lease(state)))
		return false;
	if (bytes == 0) {
		pxt_chunk_free(view, chunk);
		return true;
	}
	if (!view->loop &&
	    pxt_queue_length(&view->segment->full) >= pxt_chunk_limit(view))
		return false;
	pxt_writer_reopen(&writer, view, lane, tail);
	writer.count = pxt_lane_count(view, tail, &writer.last);
	pxt_order_commit(&lane->tail, tail | PXT_LANE_BUSY);
	pxt_writer_close(&writer);
	return true;
}

void pxt_lane_own(const struct pxt_view *view, struct pxt_lane *lane,
		  uint64_t owner, uint32_t space)
{
	/* Before the lane is live: else the owner could be looked up in the
	 * former one's pid namespace, and found dead. */
	pxt_store_relaxed(&lane->space, space);
	pxt_store_relaxed(&lane->owner, owner);
	pxt_add_relaxed(&view->segment->exited, -1u);
	leave(lane, PXT_LANE_NEXT - PXT_LANE_TAKEN);
}

static bool reclaim(const struct pxt_view *view, struct pxt_lane *lane,
		    uint64_t owner, uint32_t space)
{
	if (!pxt_lane_take(lane))
		return false;
	if (!pxt_lane_close(view, lane)) {
		pxt_lane_put_back(lane);
		return false;
	}
	pxt_order_commit(&lane->tail, 0);
	pxt_lane_own(view, lane, owner, space);
	return true;
}

bool pxt_lane_reclaim(const struct pxt_view *view, uint64_t owner,
		      uint32_t space, uint32_t *lane)
{
	struct pxt_segment *segment = view->segment;
	uint32_t first = pxt_load_relaxed(&segment->reclaim_hint), n;
	unsigned questions = QUESTIONS;

	/* Approximately in the order in which they were claimed: chunks that
	 * are queued first are overwritten first, and should be the oldest. */
	for (n = 0; n < LOOKS && n < view->n_lanes && questions; n++) {
		uint32_t i = (first + n) % view->n_lanes;
		struct pxt_lane *l = &view->lanes[i];

		if (is(pxt_load_relaxed(&l->exited), PXT_LANE_LIVE)) {
			questions--;
			pxt_lane_mark_if_dead(view, l);
		}
		if (reclaim(view, l, owner, space)) {
			pxt_store_relaxed(&segment->reclaim_hint, i + 1);
			*lane = i;
			return true;
		}
	}
	pxt_store_relaxed(&segment->reclaim_hint, first + n);
	return false;
}
