/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What was lost, as the controller counts it, dead or alive; see collect.h. */
#include "ring/collect.h"

#include "ring/lane.h"
#include "ring/order.h"

/*
 * The exchange of the chunk's state is the one step by which the events become
 * lost: before it `omitted` is true, after it `omitting`.
 */
void pxt_collect_omit(const struct pxt_view *view,
		      const struct pxt_piece *piece, uint32_t to, uint64_t n,
		      uint64_t first, uint64_t horizon)
{
	struct pxt_segment *segment = view->segment;
	uint64_t sum = pxt_load_relaxed(&segment->omitted) + n;

	pxt_segment_overrun(segment, first, horizon);
	pxt_store_relaxed(&segment->omitting_chunk, piece->chunk);
	pxt_store_relaxed(&segment->omitting_to, to);
	pxt_store_release(&segment->omitting, sum);
	pxt_chunk_mark_read(view, piece->chunk, piece->lease, to);
	pxt_store_release(&segment->omitted, sum);
}

uint64_t pxt_collect_overwritten(const struct pxt_view *view)
{
	struct pxt_segment *segment = view->segment;

	return pxt_load_acquire(&segment->lost) +
	       pxt_load_acquire(&segment->omitted);
}

/* Complete what the controller may have been omitting. */
static void end_omit(const struct pxt_view *view)
{
	struct pxt_segment *segment = view->segment;
	uint64_t omitting = pxt_load_acquire(&segment->omitting);
	uint32_t chunk = pxt_load_relaxed(&segment->omitting_chunk);

	/* The chunk is still acquired, under the same lease. */
	if (omitting != pxt_load_relaxed(&segment->omitted) &&
	    chunk < view->n_chunks &&
	    pxt_state_read(pxt_order_state(&view->states[chunk])) >=
	    pxt_load_relaxed(&segment->omitting_to))
		pxt_store_relaxed(&segment->omitted, omitting);
}

/* The controller's own lane; UINT32_MAX: it has none. */
static uint32_t find_controller(const struct pxt_view *view)
{
	uint32_t n = pxt_collect_lanes(view);

	for (uint32_t i = 0; i < n; i++)
		if (pxt_load_relaxed(&view->lanes[i].owner) == UINT64_MAX)
			return i;
	return UINT32_MAX;
}

void pxt_collect_settle_orphaned(const struct pxt_view *view, uint64_t *stuck)
{
	uint32_t i = find_controller(view);

	if (i != UINT32_MAX)
		stuck[i] = pxt_order_committed(&view->lanes[i].tail);
	pxt_collect_settle(view, stuck);
	end_omit(view);
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

uint64_t pxt_collect_reported(const struct pxt_view *view)
{
	uint32_t i = find_controller(view);
	struct pxt_lane *lane;
	uint64_t reported, reporting;

	if (i == UINT32_MAX)
		return 0;
	lane = &view->lanes[i];
	reported = pxt_load_relaxed(&lane->reported);
	reporting = pxt_load_relaxed(&lane->reporting);
	return (int64_t)(reporting - reported) > 0 &&
	       pxt_order_committed(&lane->tail) ==
	       pxt_load_relaxed(&lane->reporting_tail) ? reporting : reported;
}
