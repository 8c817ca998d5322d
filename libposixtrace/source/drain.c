/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Makes the rings of a live stream a source of events; see drain.h. */
#include "source/drain.h"

#include <errno.h>
#include <stdlib.h>

#include "base/clock.h"
#include "ring/collect.h"

/*
 * Report what writers have overwritten since the last call.  The count may
 * decrease a little when a writer takes a loss back (ring/chunk.c).  Then the
 * next losses have been reported already, but not at their position; so a new
 * horizon is a gap even if it adds no event.
 */
static void note_overrun(struct pxt_drain *drain)
{
	struct pxt_segment *segment = drain->view->segment;
	/* The horizon is loaded after the count, so it covers what is counted. */
	uint64_t lost = pxt_collect_overwritten(drain->view), first = 0, n = 0;
	uint64_t horizon = pxt_load_relaxed(&segment->horizon);

	if (lost > drain->lost) {
		n = lost - drain->lost;
		first = atomic_exchange(&segment->lost_first, 0);
		drain->lost = lost;
	}
	if (n || horizon > drain->horizon) {
		drain->horizon = horizon;
		pxt_source_overrun(&drain->source, horizon, first, n);
		drain->source.is_gap = true;
	}
}

/*
 * Fetch the bytes of a run, unless a writer has overwritten them.  Full chunks
 * that have been read are freed now (UF-4), not only at the end of the round:
 * otherwise a reader that never gets to the end would leave the stream full.
 */
static bool fetch(void *context, struct pxt_run *run)
{
	struct pxt_drain *drain = context;
	struct pxt_piece piece = {
		.chunk = run->chunk,
		.lease = run->lease,
		.from = run->from,
		.to = run->from + run->size,
	};

	if (pxt_collect_copy(drain->view, &piece, run->bytes)) {
		pxt_collect_free(drain->view);
		return true;
	}
	/* Now, so that the gap comes before the next event. */
	note_overrun(drain);
	return false;
}

/*
 * Reading should not fail for want of memory once the stream exists: this
 * allocates what reading the chunks of a few threads at a time needs.  More
 * threads that all record at the same time may need more.
 */
static int reserve(struct pxt_drain *drain)
{
	enum { RUNS = 128, OPEN = 4 };
	size_t runs = drain->view->n_chunks;
	int err = pxt_merge_reserve(&drain->source.merge,
				    runs < RUNS ? runs : RUNS, OPEN);

	return err ? err : pxt_timeline_reserve(&drain->source.timeline);
}

int pxt_drain_init(struct pxt_drain *drain, const struct pxt_view *view)
{
	struct pxt_merge_source from = {
		.fetch = fetch,
		.context = drain,
		.chunk_size = view->chunk_size,
		.has_owners = true,
	};

	*drain = (struct pxt_drain){
		.view = view,
		.settling.is_complete = true,
		.stuck = calloc(view->n_lanes, sizeof(*drain->stuck)),
		.planned = calloc(view->n_chunks, sizeof(*drain->planned)),
	};
	if (!drain->stuck || !drain->planned ||
	    pxt_source_init(&drain->source, &from, view->anchor,
			    view->anchor_real_ns) != 0 ||
	    reserve(drain) != 0) {
		pxt_drain_fini(drain);
		return ENOMEM;
	}
	drain->source.pid = view->target;
	drain->source.shows_gaps =
		view->attr.stream_policy != POSIX_TRACE_UNTIL_FULL;
	return 0;
}

void pxt_drain_fini(struct pxt_drain *drain)
{
	pxt_source_fini(&drain->source);
	free(drain->stuck);
	free(drain->planned);
	drain->stuck = drain->planned = NULL;
}

/*
 * Add the part of a piece that has not been planned yet: a chunk may be seen
 * open in one round and full in the next, or both in one round.
 */
static int plan(struct pxt_drain *drain, const struct pxt_piece *piece)
{
	uint64_t *planned = &drain->planned[piece->chunk];
	uint32_t from = piece->from;
	int err;

	if (*planned >> 32 == piece->lease && (uint32_t)*planned > from)
		from = (uint32_t)*planned;
	if (from >= piece->to)
		return 0;
	err = pxt_merge_add(&drain->source.merge, &(struct pxt_run){
		.first = piece->header.base,
		.base = piece->header.base,
		.number = piece->header.epoch,
		.from = from,
		.size = piece->to - from,
		.chunk = piece->chunk,
		.lease = piece->lease,
	});
	if (!err)
		*planned = (uint64_t)piece->lease << 32 | piece->to;
	return err;
}

static int plan_all(struct pxt_drain *drain)
{
	const struct pxt_view *view = drain->view;
	uint32_t lanes = pxt_collect_lanes(view), open = 0, seq, end;
	struct pxt_piece piece;
	int err = 0;

	/* Tails before the queue: a chunk that becomes full in between is seen
	 * in the queue, and one that is seen twice is planned once. */
	for (uint32_t i = 0; i < lanes && !err; i++) {
		pxt_collect_lane(view, i);
		if (pxt_collect_open(view, i, &piece)) {
			open += piece.to != 0;
			err = plan(drain, &piece);
		}
	}
	pxt_collect_begin(view, open);
	pxt_collect_sequences(view, &seq, &end);
	for (; seq != end && !err; seq++)
		if (pxt_collect_full(view, seq, &piece))
			err = plan(drain, &piece);
	return err;
}

/*
 * Runs left from the last round were recorded before it, so they cannot be
 * later than now, except by the offset between the counters of two
 * processors.  Later times are false (untrusted input) and would be kept for
 * ever.
 */
static void drop_lies(struct pxt_drain *drain)
{
	const uint64_t slack = UINT64_C(1) << 20;

	drain->source.dropped +=
		pxt_merge_drop_after(&drain->source.merge,
				     drain->settled + slack);
}

/*
 * The last round did not wait for all writers, and may have handed out events
 * that are later than theirs.  Events of those writers count as overwritten.
 * But while the stream has room for all events they are not lost: they are
 * reported late.
 */
static void give_up_late_ones(struct pxt_drain *drain)
{
	struct pxt_source *source = &drain->source;

	if (drain->settling.is_complete || drain->horizon <= source->floor)
		return;
	if (source->last > source->horizon)
		source->horizon = source->last - 1;
}

int pxt_drain_round(struct pxt_drain *drain, uint64_t until)
{
	const struct pxt_view *view = drain->view;
	int err;

	/* Now and then look for threads that ended without notice. */
	if (++drain->rounds % 256 == 0)
		pxt_collect_dead(view);
	pxt_collect_free(view);
	/* Is the clock behind what has been read? */
	pxt_segment_catch_up(view, drain->settled);
	/* Once a round, not each time a round is continued. */
	if (!drain->settling.begun)
		give_up_late_ones(drain);
	if (!pxt_collect_settle_newest(view, drain->stuck, &drain->settling,
				       until))
		return ENOENT;
	drain->settled = drain->settling.now;
	drop_lies(drain);
	err = plan_all(drain);
	if (!err)
		err = pxt_timeline_follow(&drain->source.timeline,
					  pxt_segment_anchor(view));
	return err;
}

int pxt_drain_next(struct pxt_drain *drain, const struct pxt_event **event)
{
	int err;

	note_overrun(drain);
	err = pxt_source_next(&drain->source, drain->settled, event);
	/* Chunks that have been read to the end are freed at once. */
	if (err == ENOENT)
		pxt_collect_free(drain->view);
	return err;
}

void pxt_drain_clear(struct pxt_drain *drain)
{
	const struct pxt_view *view = drain->view;
	struct pxt_cleared cleared;

	pxt_segment_catch_up(view, drain->settled);
	/* A round in progress is about events that are dropped now. */
	drain->settling.begun = false;
	cleared = pxt_collect_clear(view, drain->stuck);
	drain->settled = cleared.floor;
	drain->horizon = cleared.horizon;
	drain->lost = cleared.lost;
	pxt_source_clear(&drain->source, cleared.floor);
}
