/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A thread's lane: claiming it, changing chunks, leaving; see lane.h. */
#include "ring/lane.h"

#include <errno.h>

#include "base/futex.h"
#include "ring/reclaim.h"

/* Claim lane `i`; relaxed words are the new owner's alone from then on. */
static bool claim(const struct pxt_view *view, uint32_t i, uint64_t owner)
{
	struct pxt_lane *lane = &view->lanes[i];
	uint64_t nobody = 0;

	if (pxt_load_relaxed(&lane->owner) != 0 ||
	    !pxt_order_claim_lane(&lane->owner, &nobody, owner))
		return false;
	pxt_store_relaxed(&view->segment->lane_hint, i + 1);
	return true;
}

/*
 * One thread alone has nobody to be in order with.  A second one says so
 * before its first event; whoever has learnt of that event, by whatever
 * synchronisation, reads `shared` after that.
 */
static void note_owner(struct pxt_segment *segment, uint64_t owner)
{
	uint64_t first = 0;

	if (owner == UINT64_MAX ||
	    pxt_cas_relaxed(&segment->first_owner, &first, owner) ||
	    first == owner)
		return;
	pxt_store_release(&segment->shared, 1);
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

int pxt_writer_claim(struct pxt_writer *writer, const struct pxt_view *view,
		     const struct pxt_writer_identity *id)
{
	uint64_t owner = (uint64_t)(uint32_t)id->pid << 32 | (uint32_t)id->tid;
	uint32_t hint = pxt_load_relaxed(&view->segment->lane_hint);

	for (uint32_t n = 0; n <= view->n_lanes; n++) {
		uint32_t i = (hint + n) % view->n_lanes;

		if (n == view->n_lanes) {
			if (!pxt_lane_reclaim(view, owner, &i))
				break;
		} else if (!claim(view, i, owner)) {
			continue;
		}
		pxt_writer_aim(writer, view);
		writer->lane = &view->lanes[i];
		writer->lane_index = i;
		pxt_store_relaxed(&view->lanes[i].space, id->space);
		note_owner(view->segment, owner);
		/* Before the first commit, so a reader who looks for
		 * events up to lane_end finds this one's. */
		note_lane(view->segment, i);
		return 0;
	}
	return EAGAIN;
}

void pxt_segment_wake(struct pxt_segment *segment, _Atomic uint32_t *sleepers)
{
	if (atomic_exchange(sleepers, 0) == 0)
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

/*
 * Has the stream run between these two losses?  The first one makes it full, or
 * finds it so; its controller, when he notices, makes that a generation of its
 * own; and one in which it runs again comes behind that.  No loss: 0.
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

/*
 * Say in the header what it holds, and queue it for who reads.  First the
 * writer forgets it: a signal handler may come and never return.
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
	writer->tail_at_0 = 0;
	writer->pos = writer->end = NULL;
	pxt_fence_light();
	pxt_chunk_close(view, chunk);
	pxt_queue_put(&segment->closed, &view->closed, chunk);

	length = pxt_queue_length(&segment->closed);
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

static int open_chunk(struct pxt_writer *writer, uint64_t ticks,
		      const struct pxt_writer_identity *id)
{
	const struct pxt_view *view = writer->view;
	struct pxt_chunk_header *header;
	uint32_t chunk, backed;
	int err = pxt_chunk_lease(view, &chunk);

	if (err)
		return err;
	header = pxt_chunk(view, chunk);
	header->pid = id->pid;
	header->tid = id->tid;
	header->thread = id->thread;
	header->kind = id->kind;
	header->lane = (uint16_t)writer->lane_index;
	header->base = header->last = ticks;
	memcpy(header->comm, id->comm, sizeof(header->comm));

	backed = pxt_chunk_back(view, chunk, PXT_CHUNK_SIZE_MIN);
	writer->pos = (unsigned char *)(header + 1);
	writer->end = (unsigned char *)header + backed;
	writer->tail_at_0 = (pxt_tail(chunk, 0) |
			     pxt_tail_lease(header->lease)) -
			    (uintptr_t)writer->pos;
	writer->base = ticks;
	writer->limit = ticks + PXT_CHUNK_SPAN;
	writer->last = ticks;
	writer->count = 0;
	pxt_order_commit(&writer->lane->tail,
			 pxt_writer_tail(writer) | PXT_LANE_BUSY);
	return 0;
}

/* Grow into the part of the chunk that has not been claimed yet. */
static bool extend(struct pxt_writer *writer, size_t need, uint64_t ticks)
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
	return want <= backed;
}

int pxt_writer_make_room(struct pxt_writer *writer, size_t need,
			 uint64_t ticks, const struct pxt_writer_identity *id)
{
	const struct pxt_view *view = writer->view;
	bool open = chunk_of(writer) != UINT32_MAX;
	uint32_t most = pxt_chunk_limit(view);
	int err;

	/* INV-4: what says "full" has room of its own. */
	if (id->kind == PXT_KIND_CONTROL)
		most += 8;

	if (extend(writer, need, ticks))
		return 0;
	if (open && !view->loop &&
	    pxt_queue_length(&view->segment->closed) >= most)
		return ENOSPC;
	if (open) {
		pxt_writer_close(writer);
		/*
		 * It is in the queue, so it is no longer ours to show: once
		 * it has been read we may lease it again, and this tail must
		 * not stand for what it held before.
		 */
		pxt_order_commit(&writer->lane->tail, PXT_LANE_BUSY);
	}
	err = open_chunk(writer, ticks, id);
	if (err)
		return err;
	return extend(writer, need, ticks) ? 0 : ENOSPC;
}

void pxt_writer_exit(struct pxt_writer *writer)
{
	const struct pxt_view *view = writer->view;
	struct pxt_segment *segment = view->segment;
	struct pxt_lane *lane = writer->lane;
	uint32_t chunk = chunk_of(writer);

	writer->lane = NULL;
	if (chunk != UINT32_MAX && pxt_tail_bytes(pxt_writer_tail(writer)) != 0) {
		if (pxt_add_relaxed(&segment->exited, 1) < view->n_lanes / 2) {
			/* Costs nobody room; whoever drains it frees it. */
			pxt_store_release(&lane->exited, PXT_LANE_GONE |
					pxt_load_relaxed(&lane->exited));
			return;
		}
		/* So many lanes wait already that this one is queued. */
		pxt_add_relaxed(&segment->exited, -1u);
		pxt_writer_close(writer);
	} else if (chunk != UINT32_MAX) {
		pxt_chunk_free(view, chunk);
	}
	pxt_order_commit(&lane->tail, 0);
	pxt_store_relaxed(&segment->lane_hint, writer->lane_index);
	pxt_order_give_lane(&lane->owner);
}
