/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A thread's lane: claiming it, changing chunks, leaving; see lane.h. */
#include "ring/lane.h"

#include <errno.h>

#include "base/futex.h"
#include "base/guard.h"
#include "base/quiet.h"
#include "ring/adopt.h"
#include "ring/reclaim.h"
#include "ring/room.h"

/*
 * Claim lane `i`; from then on only the new owner accesses its relaxed words.
 */
static bool claim(struct pxt_writer *writer, uint32_t i, uint64_t owner)
{
	const struct pxt_view *view = writer->view;
	struct pxt_lane *lane = &view->lanes[i];
	uint64_t nobody = 0;

	if (pxt_load_relaxed(&lane->owner) != 0)
		return false;
	writer->claiming = lane;
	if (!pxt_order_claim_lane(&lane->owner, &nobody, owner))
		return false;
	pxt_store_relaxed(&view->segment->lane_hint, i + 1);
	return true;
}

/* Is it the first thread (lease.h), or the same again? */
static bool note_owner(struct pxt_segment *segment, uint64_t owner,
		       uint32_t space)
{
	/* An unknown pid namespace counts as different from every other. */
	uint64_t known = space ? UINT64_C(1) << 32 | space : 0, first = 0;

	if (owner == UINT64_MAX)
		return false;
	if (pxt_cas_relaxed(&segment->first_owner, &first, owner)) {
		pxt_store_relaxed(&segment->first_space, known);
		return true;
	}
	/* The same pid in another namespace, claiming between these two
	 * stores, finds no namespace or a different one there. */
	return first == owner && known &&
	       pxt_load_relaxed(&segment->first_space) == known;
}

static void note_lane(struct pxt_segment *segment, uint32_t i)
{
	uint32_t end = pxt_load_relaxed(&segment->lane_end);

	while (end <= i && !pxt_cas_relaxed(&segment->lane_end, &end, i + 1))
		;
	pxt_add_relaxed(&segment->threads, 1);
}

void pxt_writer_aim(struct pxt_writer *writer, const struct pxt_view *view)
{
	*writer = (struct pxt_writer){
		.view = view,
		.segment = view->segment,
		.data_max = view->data_max,
	};
}

/* Lanes are looked up in /proc, and taken in several steps. */
static bool claim_from_dead(struct pxt_writer *writer, uint64_t owner,
			    uint32_t space, uint32_t *lane)
{
	struct pxt_held held;
	bool found;

	if (pxt_is_quiet())
		return false;
	pxt_guard_hold(&held);
	found = pxt_lane_reclaim(writer->view, owner, space, lane);
	if (found)
		writer->claiming = &writer->view->lanes[*lane];
	pxt_guard_release(&held);
	return found;
}

/*
 * Go on where a thread has ended.  Everything is done with signals blocked, so
 * a handler does not leave it half way by longjmp.
 */
static bool claim_with_chunk(struct pxt_writer *writer,
			     const struct pxt_writer_identity *id)
{
	struct pxt_segment *segment = writer->segment;
	struct pxt_held held;
	bool found;

	/* The controller's events are in chunks of their own. */
	if (!pxt_load_relaxed(&segment->exited) ||
	    id->kind != PXT_KIND_EVENTS || pxt_is_quiet())
		return false;
	pxt_guard_hold(&held);
	found = pxt_lane_adopt(writer, id);
	if (found) {
		writer->is_first = note_owner(segment, pxt_writer_owner(id),
					      id->space);
		note_lane(segment, writer->lane_index);
	}
	pxt_guard_release(&held);
	return found;
}

int pxt_writer_claim(struct pxt_writer *writer, const struct pxt_view *view,
		     const struct pxt_writer_identity *id)
{
	uint64_t owner = pxt_writer_owner(id);
	uint32_t hint = pxt_load_relaxed(&view->segment->lane_hint);

	pxt_writer_aim(writer, view);
	if (claim_with_chunk(writer, id))
		return 0;
	for (uint32_t n = 0; n <= view->n_lanes; n++) {
		uint32_t i = (hint + n) % view->n_lanes;

		if (n == view->n_lanes) {
			if (!claim_from_dead(writer, owner, id->space, &i))
				break;
		} else if (!claim(writer, i, owner)) {
			continue;
		}
		writer->lane_index = i;
		pxt_store_relaxed(&view->lanes[i].space, id->space);
		writer->is_first = note_owner(view->segment, owner, id->space);
		/* Before the first commit, so that a reader that looks for
		 * events up to lane_end finds this lane's. */
		note_lane(view->segment, i);
		/* Last: from here on it is not given back, but used. */
		pxt_fence_light();
		writer->lane = &view->lanes[i];
		pxt_fence_light();
		writer->claiming = NULL;
		return 0;
	}
	writer->claiming = NULL;
	return EAGAIN;
}

void pxt_writer_give_back(struct pxt_writer *writer, uint64_t owner)
{
	struct pxt_lane *lane = writer->claiming;

	if (pxt_load_relaxed(&lane->owner) == owner)
		pxt_lane_give(lane);
}

void pxt_segment_wake(struct pxt_segment *segment, _Atomic uint32_t *sleepers)
{
	/* They look by themselves: `silent`. */
	if (pxt_is_quiet() || atomic_exchange(sleepers, 0) == 0)
		return;
	pxt_add_relaxed(&segment->wake, 1);
	pxt_futex_wake(&segment->wake);
}

void pxt_segment_set_full(struct pxt_segment *segment, uint64_t run)
{
	uint64_t full = (run & ~(uint64_t)PXT_RUN_MASK) | PXT_RUN_FULL;

	if (pxt_cas_acq_rel(&segment->run, &run, full)) {
		pxt_segment_wake(segment, &segment->flusher);
		pxt_segment_wake(segment, &segment->waiters);
	}
}

void pxt_segment_drop(struct pxt_segment *segment, uint64_t ticks)
{
	uint64_t none = 0;

	pxt_add_relaxed(&segment->dropped, 1);
	pxt_cas_relaxed(&segment->dropped_first, &none, ticks);
}

void pxt_segment_starve(struct pxt_segment *segment, uint64_t ticks)
{
	pxt_segment_drop(segment, ticks);
	/* Otherwise it was not for want of memory. */
	if (!pxt_is_quiet())
		pxt_store_relaxed(&segment->starved, 1);
}

/*
 * Has the stream run between these two losses?  The first loss makes the
 * stream full, or finds it full; the controller, when it notices, stores a new
 * generation that is FULL; when the stream runs again the generation is higher
 * than that.  No loss: 0.
 */
static bool has_run_since(uint64_t lost_run, uint64_t run)
{
	uint64_t step = (run >> PXT_RUN_BITS) - (lost_run >> PXT_RUN_BITS);
	bool is_full = (run & PXT_RUN_MASK) == PXT_RUN_FULL;

	return lost_run == 0 || step > (is_full ? 1 : 0);
}

void pxt_writer_lose(struct pxt_writer *writer, uint64_t run, uint64_t ticks)
{
	if (has_run_since(writer->lost_run, run))
		pxt_store_relaxed(&writer->lane->lost_first, ticks);
	writer->lost_run = run;
	pxt_writer_lose_more(writer, run);
}

static uint32_t chunk_of(const struct pxt_writer *writer)
{
	return pxt_tail_chunk(pxt_writer_tail(writer));
}

/* The writer has no chunk any more.  The lane's tail says so, or will. */
static void forget_chunk(struct pxt_writer *writer)
{
	writer->tail_at_0 = 0;
	writer->pos = writer->end = NULL;
}

/*
 * Complete the header, and queue the chunk for readers.  The tail names the
 * chunk until the caller stores another tail: see pxt_writer_recover().
 */
void pxt_writer_close(struct pxt_writer *writer)
{
	const struct pxt_view *view = writer->view;
	struct pxt_segment *segment = view->segment;
	uint32_t chunk = chunk_of(writer), length;
	struct pxt_chunk_header *header = pxt_chunk(view, chunk);

	header->used = pxt_tail_bytes(pxt_writer_tail(writer));
	header->count = writer->count;
	header->last = writer->last;
	forget_chunk(writer);
	if (header->serial)
		pxt_add_relaxed(&segment->overhead,
				pxt_chunk_overhead(view, header));
	pxt_chunk_close(view, chunk);
	pxt_queue_put(&segment->full, &view->full, chunk);

	length = pxt_queue_length(&segment->full);
	pxt_max_relaxed(&segment->peak, length);
	if (length >= pxt_load_relaxed(&segment->flush_mark) &&
	    pxt_load_relaxed(&segment->flusher))
		pxt_segment_wake(segment, &segment->flusher);
}

void pxt_writer_reopen(struct pxt_writer *writer, const struct pxt_view *view,
		       struct pxt_lane *lane, uint64_t tail)
{
	uint32_t chunk = pxt_tail_chunk(tail), bytes = pxt_tail_bytes(tail);
	unsigned char *records = (void *)(pxt_chunk(view, chunk) + 1);

	*writer = (struct pxt_writer){
		.pos = records + bytes,
		.tail_at_0 = (tail & ~PXT_LANE_BUSY) -
			     (uintptr_t)(records + bytes),
		.lane = lane,
		.segment = view->segment,
		.view = view,
	};
}

uint64_t pxt_writer_keep_up(const struct pxt_writer *writer, uint64_t ticks)
{
	const struct pxt_view *view = writer->view;
	uint64_t newest = writer->last;
	uint64_t horizon = pxt_load_relaxed(&view->segment->horizon);
	uint64_t floor = pxt_load_relaxed(&view->segment->floor);

	newest = newest < horizon ? horizon : newest;
	newest = newest < floor ? floor : newest;
	/* Uses the current clock: other events may have come since `ticks`. */
	if (ticks < newest)
		pxt_segment_catch_up(view, newest);
	return ticks < writer->last ? writer->last : ticks;
}

static int open_chunk(struct pxt_writer *writer, uint64_t ticks,
		      const struct pxt_writer_identity *id)
{
	const struct pxt_view *view = writer->view;
	struct pxt_chunk_header *header;
	uint32_t chunk, backed;
	int err;

	writer->move.lane = writer->lane_index;
	err = pxt_chunk_lease(view, &writer->move, &chunk);
	if (err)
		return err;
	header = pxt_chunk(view, chunk);
	header->pid = id->pid;
	header->tid = id->tid;
	header->thread = id->thread;
	header->kind = id->kind;
	header->lane = (uint16_t)writer->lane_index;
	header->epoch = ++writer->number;
	header->base = header->last = ticks;
	pxt_chunk_put_name(header, id->comm);

	backed = pxt_chunk_back(view, chunk, PXT_CHUNK_SIZE_MIN);
	writer->pos = (unsigned char *)(header + 1);
	writer->end = (unsigned char *)header + backed;
	writer->tail_at_0 = (pxt_tail(chunk, 0) |
			     pxt_tail_lease(header->lease)) -
			    (uintptr_t)writer->pos;
	writer->base = ticks;
	writer->last = ticks;
	writer->count = 0;
	pxt_order_commit(&writer->lane->tail,
			 pxt_writer_tail(writer) | PXT_LANE_BUSY);
	writer->move.chunk = 0;
	return 0;
}

/* Grow into the part of the chunk that has not been populated yet. */
static bool extend(struct pxt_writer *writer, size_t need, uint64_t ticks,
		   size_t room)
{
	uint32_t chunk = chunk_of(writer), backed;
	unsigned char *start;
	size_t want;

	if (chunk == UINT32_MAX || !pxt_writer_in_span(writer, ticks))
		return false;
	start = (unsigned char *)pxt_chunk(writer->view, chunk);
	want = (size_t)(writer->pos - start) + need;
	if (want > writer->view->chunk_size)
		return false;
	backed = pxt_chunk_back(writer->view, chunk, (uint32_t)want);
	writer->end = start + backed;
	if (room < (size_t)(writer->end - writer->pos))
		writer->end = writer->pos + room;
	return want <= backed;
}

int pxt_writer_make_room(struct pxt_writer *writer, size_t need,
			 uint64_t ticks, const struct pxt_writer_identity *id)
{
	const struct pxt_view *view = writer->view;
	bool open = chunk_of(writer) != UINT32_MAX;
	uint32_t most = pxt_chunk_limit(view);
	size_t room = view->chunk_size;
	int err;

	/* INV-4: room is reserved for the controller's records of "full". */
	if (id->kind == PXT_KIND_CONTROL)
		most += 8;
	else if (view->attr.stream_policy == POSIX_TRACE_UNTIL_FULL)
		room = pxt_room_get(view, open ?
				pxt_tail_bytes(pxt_writer_tail(writer)) : 0,
				need);
	if (room == 0)
		return ENOSPC;
	if (extend(writer, need, ticks, room))
		return 0;
	if (open && !view->loop &&
	    pxt_queue_length(&view->segment->full) >= most)
		return ENOSPC;
	if (open) {
		pxt_writer_close(writer);
		/*
		 * It is in the queue, so this tail must not name it any more:
		 * once it has been read, this lane may lease it again, and the
		 * tail would denote its old contents.
		 */
		pxt_order_commit(&writer->lane->tail, PXT_LANE_BUSY);
	}
	err = open_chunk(writer, ticks, id);
	if (err)
		return err;
	return extend(writer, need, ticks, room) ? 0 : ENOSPC;
}

/*
 * Continue in a chunk of which `bytes` are committed.  The state of the writer
 * is reconstructed from the records.
 */
static void resume(struct pxt_writer *writer, uint64_t tail,
		   const struct pxt_chunk_header *header)
{
	const struct pxt_view *view = writer->view;
	uint32_t chunk = pxt_tail_chunk(tail), bytes = pxt_tail_bytes(tail);
	unsigned char *start = (unsigned char *)pxt_chunk(view, chunk);
	unsigned char *records = start + PXT_CHUNK_HEADER_SIZE;
	struct pxt_cursor cursor;
	struct pxt_event event;

	writer->pos = records + bytes;
	writer->end = start + pxt_chunk_back(view, chunk, 0);
	writer->tail_at_0 = (tail & ~PXT_LANE_BUSY) - (uintptr_t)writer->pos;
	writer->base = writer->last = header->base;
	writer->count = 0;
	pxt_cursor_init_ring(&cursor, header, records, 0, bytes);
	while (pxt_cursor_next(&cursor, &event)) {
		writer->last = event.ticks;
		writer->count++;
	}
}

/* Repair the writer; false: its lane has no chunk. */
static bool find_place(struct pxt_writer *writer, uint64_t tail)
{
	const struct pxt_view *view = writer->view;
	uint32_t chunk = pxt_tail_chunk(tail), bytes = pxt_tail_bytes(tail);
	struct pxt_chunk_header header;
	uint64_t state;

	if (chunk >= view->n_chunks ||
	    bytes > view->chunk_size - PXT_CHUNK_HEADER_SIZE)
		return false;
	state = pxt_load_relaxed(&view->states[chunk]);
	memcpy(&header, pxt_chunk(view, chunk), sizeof(header));
	if (!pxt_tail_is_of(tail, pxt_state_lease(state)) ||
	    state & (PXT_CHUNK_FREE | PXT_CHUNK_HELD) ||
	    (uint32_t)header.lease != pxt_state_lease(state) ||
	    header.lane != (uint16_t)writer->lane_index)
		return false;
	if (!(state & PXT_CHUNK_FULL)) {
		resume(writer, tail, &header);
		return true;
	}
	/* Interrupted while it was closed: the chunk is either open again, or
	 * queued. */
	if (pxt_chunk_reclaim(view, chunk, pxt_state_lease(state))) {
		resume(writer, tail, &header);
		pxt_writer_close(writer);
	}
	return false;
}

void pxt_writer_recover(struct pxt_writer *writer)
{
	struct pxt_segment *segment = writer->segment;
	struct pxt_lane *lane = writer->lane;
	uint64_t tail;

	if (!lane)
		return;
	/* While it is busy it is not consistent, and only then. */
	tail = pxt_load_relaxed(&lane->tail);
	if (tail & PXT_LANE_BUSY) {
		pxt_chunk_settle(writer->view, &writer->move,
				 pxt_tail_chunk(tail) ==
				 writer->move.chunk - 1 &&
				 pxt_tail_is_of(tail, writer->move.lease));
		if (find_place(writer, tail)) {
			pxt_writer_discard(writer);
		} else {
			forget_chunk(writer);
			pxt_order_commit(&lane->tail, 0);
		}
	}
	if (pxt_is_quiet())
		return;
	pxt_add_relaxed(&segment->wake, 1);
	pxt_futex_wake(&segment->wake);
}

void pxt_writer_rename(const struct pxt_writer *writer,
		       const struct pxt_writer_identity *id)
{
	uint32_t chunk = chunk_of(writer);

	/* Any value, if a handler has left the writer half way by longjmp. */
	if (chunk < writer->view->n_chunks &&
	    pxt_chunk(writer->view, chunk)->lane == writer->lane_index)
		pxt_chunk_put_name(pxt_chunk(writer->view, chunk), id->comm);
}

void pxt_writer_exit(struct pxt_writer *writer)
{
	const struct pxt_view *view = writer->view;
	struct pxt_segment *segment = view->segment;
	struct pxt_lane *lane = writer->lane;
	uint32_t chunk = chunk_of(writer);
	uint32_t bytes = pxt_tail_bytes(pxt_writer_tail(writer));
	struct pxt_chunk_header *header;

	writer->lane = NULL;
	if (chunk != UINT32_MAX && bytes != 0) {
		/* For the thread that adopts the chunk, or closes it. */
		header = pxt_chunk(view, chunk);
		header->last = writer->last;
		header->count = writer->count;
		header->used = bytes;
		pxt_add_relaxed(&segment->exited, 1);
		pxt_store_release(&lane->exited, PXT_LANE_GONE |
				  pxt_load_relaxed(&lane->exited));
		pxt_store_relaxed(&segment->left_hint, writer->lane_index);
		return;
	}
	if (chunk != UINT32_MAX)
		pxt_chunk_free(view, chunk);
	pxt_order_commit(&lane->tail, 0);
	pxt_store_relaxed(&segment->lane_hint, writer->lane_index);
	pxt_lane_give(lane);
}
