/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Running and not running: start, stop, clear, and the transitions of a stream
 * that became full.  All of it under the stream's lock; only the step from
 * RUNNING to FULL is made by writers, at any time.
 *
 * INV-3, no event sorts between STOP and the next START:
 *
 *   stop    new generation, fence (D), then the time stamp of STOP.  A
 *           writer that committed passed its check before the fence, so it
 *           has an earlier time; any other finds the new generation.
 *   start   the time stamp of START, fence, then the new generation.  A
 *           writer that sees it reads its clock later.
 */
#include "stream/stream.h"

#include <errno.h>

#include "base/futex.h"
#include "ring/collect.h"
#include "ring/order.h"
#include "stream/flush.h"
#include "stream/held.h"

static enum pxt_run_state state_of(uint64_t run)
{
	return (enum pxt_run_state)(run & PXT_RUN_MASK);
}

static uint64_t next_generation(uint64_t run, enum pxt_run_state state)
{
	return ((run >> PXT_RUN_BITS) + 1) << PXT_RUN_BITS | state;
}

/* Acquire and release: a writer's FULL and our next state are ordered. */
void pxt_stream_set_run(struct pxt_stream *stream, enum pxt_run_state state)
{
	struct pxt_segment *segment = pxt_segment_of(stream);
	uint64_t run = pxt_load_relaxed(&segment->run);

	/* Bounded: a traced process may change it at any time. */
	for (int tries = 0; tries < 1000; tries++)
		if (pxt_cas_acq_rel(&segment->run, &run,
				    next_generation(run, state)))
			break;
}

uint64_t pxt_stream_lost(const struct pxt_stream *stream, uint64_t since,
			 uint64_t *first)
{
	const struct pxt_view *view = &stream->slot.view;

	return pxt_collect_losses(view, since, first) +
	       pxt_collect_overwritten(view) + stream->drain.source.dropped;
}

uint64_t pxt_stream_lost_now(const struct pxt_stream *stream)
{
	uint64_t lost = pxt_stream_lost(stream, 0, NULL);
	uint64_t cleared = pxt_load_relaxed(&pxt_segment_of(stream)->cleared);

	/* The count may decrease a little (ring/chunk.c). */
	return lost > cleared ? lost - cleared : 0;
}

/*
 * Record a gap for the losses that are in no gap yet: those while the stream was
 * full, and those that a writer counted only after the gap before.  What LOOP
 * overwrites has gaps of its own.
 */
static void emit_gap(struct pxt_stream *stream)
{
	const uint64_t since = stream->began > stream->handed_over ?
			       stream->began : stream->handed_over;
	struct pxt_gap gap;
	uint64_t lost = pxt_collect_losses(&stream->slot.view, since, &gap.first);

	gap.events = lost - stream->reported_lost;
	/* Traced processes write the counts, and may decrease them. */
	if ((int64_t)gap.events > 0 && pxt_emit_gap(stream, &gap, lost) == 0)
		stream->reported_lost = lost;
}

/* Record what was lost, and START, then let writers record. */
static void begin(struct pxt_stream *stream, const void *address)
{
	trace_event_set_t filter;

	emit_gap(stream);
	pxt_stream_get_filter(stream, &filter);
	pxt_emit(stream, POSIX_TRACE_START, address, &filter,
		 sizeof(filter));
	stream->began = pxt_segment_ticks(&stream->slot.view);
	pxt_store_relaxed(&pxt_segment_of(stream)->began, stream->began);
	stream->stopped = 0;
	pxt_added_begin(&stream->pauses, stream->began);
	pxt_added_clock_renew(&stream->added_clock,
			      pxt_segment_anchor(&stream->slot.view));
	stream->starts++;
	pxt_store_relaxed(&pxt_segment_of(stream)->dropped_first, 0);
	pxt_order_decide(stream->slot.view.others);
	/* Whatever is recorded from now on comes after START. */
	pxt_clock_order();
	pxt_stream_set_run(stream, PXT_RUN_RUNNING);
}

int pxt_stream_start(struct pxt_stream *stream, const void *address)
{
	struct pxt_segment *segment = pxt_segment_of(stream);

	switch (state_of(pxt_load_relaxed(&segment->run))) {
	case PXT_RUN_STOPPED:
		/* Full: it restarts when there is room, and until then events are
		 * lost again. */
		if (stream->held) {
			stream->held = false;
			pxt_stream_set_run(stream, PXT_RUN_FULL);
			break;
		}
		/* A full log keeps its stream stopped. */
		if (!stream->flush || !pxt_flush_log_is_full(stream->flush))
			begin(stream, address);
		break;
	default:
		break;
	}
	return 0;
}

int pxt_stream_stop(struct pxt_stream *stream, const void *address)
{
	struct pxt_segment *segment = pxt_segment_of(stream);
	uint64_t run = pxt_load_relaxed(&segment->run);
	const uint64_t before = pxt_segment_ticks(&stream->slot.view);
	const int automatic = 0;

	for (int tries = 0; tries < 1000 && state_of(run) == PXT_RUN_RUNNING;
	     tries++)
		if (pxt_cas_acq_rel(&segment->run, &run,
				    next_generation(run, PXT_RUN_STOPPED))) {
			pxt_order_decide(stream->slot.view.others);
			pxt_added_halt(&stream->pauses, before, false);
			pxt_emit(stream, POSIX_TRACE_STOP, address,
				 &automatic, sizeof(automatic));
			return 0;
		}
	/* it stopped because it was full; now it stays stopped, and events
	 * are not lost any more. */
	if (state_of(run) == PXT_RUN_FULL) {
		pxt_stream_take_full(stream);
		pxt_added_halt(&stream->pauses, 0, false);
		stream->held = true;
		pxt_stream_set_run(stream, PXT_RUN_STOPPED);
		pxt_order_decide(stream->slot.view.others);
	}
	return 0;
}

bool pxt_stream_is_full(const struct pxt_stream *stream)
{
	return stream->held ||
	       state_of(pxt_load_relaxed(&pxt_segment_of(stream)->run)) ==
	       PXT_RUN_FULL;
}

/*
 * The time of the newest record in memory.  False: one is in flight, perhaps of a
 * newer time.  While the stream is full no chunk is written that can be read.  Else
 * `acquires`: only where nobody else reads.
 */
static bool find_newest(const struct pxt_view *view, bool acquires,
			uint64_t *newest)
{
	uint32_t lanes = pxt_collect_lanes(view), seq, end;
	struct pxt_piece piece;
	bool complete = true;

	for (uint32_t i = 0; i < lanes; i++) {
		uint64_t last;

		if (pxt_load_acquire(&view->lanes[i].tail) & PXT_LANE_BUSY)
			complete = false;
		if (!pxt_collect_open(view, i, &piece) ||
		    (acquires && !pxt_piece_acquire(view, &piece)))
			continue;
		last = pxt_piece_last(view, &piece);
		/* It stays unread. */
		piece.to = piece.from;
		if (acquires && !pxt_piece_release(view, &piece))
			continue;
		if (last > *newest)
			*newest = last;
	}
	pxt_collect_sequences(view, &seq, &end);
	for (; seq != end; seq++)
		if (pxt_collect_full(view, seq, &piece) &&
		    piece.header.last > *newest)
			*newest = piece.header.last;
	return complete;
}

/*
 * When an UNTIL_FULL stream became full: the time of the first event that was
 * lost.  Such a stream is only examined when a call asks.  Events that other
 * threads recorded at that moment come before, as do events that have been
 * read or written.  Streams of other policies are examined as soon as they are
 * full.
 */
static uint64_t when_full(const struct pxt_stream *stream)
{
	const struct pxt_view *view = &stream->slot.view;
	uint64_t now = pxt_segment_ticks(view), at, newest;

	if (view->attr.stream_policy != POSIX_TRACE_UNTIL_FULL)
		return now;
	newest = stream->flushed;
	if (stream->drain.settled > newest)
		newest = stream->drain.settled;
	if (stream->drain.source.last > newest)
		newest = stream->drain.source.last;
	if (!find_newest(view, false, &newest))
		return now;
	/* Behind that, because a lane that was busy may have lost the first. */
	pxt_stream_lost(stream, stream->began, &at);
	if (at < newest)
		at = newest;
	return at < now ? at : now;
}

bool pxt_stream_take_full(struct pxt_stream *stream)
{
	struct pxt_segment *segment = pxt_segment_of(stream);
	const int automatic = 1;

	if (stream->auto_stopped ||
	    state_of(pxt_load_relaxed(&segment->run)) != PXT_RUN_FULL)
		return false;
	stream->auto_stopped = true;
	/* From here on nothing of that run can be committed any more. */
	pxt_stream_set_run(stream, PXT_RUN_FULL);
	pxt_order_decide(stream->slot.view.others);
	stream->stopped = when_full(stream);
	pxt_added_halt(&stream->pauses, stream->stopped, true);
	pxt_emit_at(stream, POSIX_TRACE_STOP, stream->stopped, &automatic,
		    sizeof(automatic));
	return true;
}

/* Behind its STOP a full stream, or log, takes no gap: a status tells the losses. */
static bool ends_with_stop(const struct pxt_stream *stream)
{
	return stream->slot.view.attr.stream_policy == POSIX_TRACE_UNTIL_FULL ||
	       (stream->flush && pxt_flush_log_is_full(stream->flush));
}

void pxt_stream_report_rest(struct pxt_stream *stream)
{
	if (!ends_with_stop(stream))
		emit_gap(stream);
}

void pxt_stream_add_loss(struct pxt_stream *stream, uint64_t events, uint64_t first,
			 uint64_t until)
{
	const struct pxt_gap gap = { .events = events, .first = first };
	struct pxt_segment *segment = pxt_segment_of(stream);
	uint64_t none = 0;

	pxt_add_relaxed(&segment->dropped, events);
	/* Before the next START it is told with the others. */
	if (!ends_with_stop(stream) &&
	    !pxt_added_find_pause(&stream->pauses, until) &&
	    pxt_emit_gap_at(stream, until, &gap, stream->reported_lost + events) == 0) {
		stream->reported_lost += events;
		return;
	}
	pxt_cas_relaxed(&segment->dropped_first, &none, first);
	if (!pxt_stream_is_full(stream))
		pxt_stream_report_rest(stream);
}

void pxt_stream_leave_rest(struct pxt_stream *stream)
{
	const uint64_t run = pxt_load_relaxed(&pxt_segment_of(stream)->run);

	/* If it became full just now, its STOP will be in the next log. */
	if (!ends_with_stop(stream) ||
	    (state_of(run) == PXT_RUN_FULL && !stream->auto_stopped))
		return;
	stream->handed_over = pxt_segment_ticks(&stream->slot.view);
	stream->reported_lost = pxt_collect_losses(&stream->slot.view, 0, NULL);
	pxt_store_relaxed(&stream->control.lane->reported,
			  stream->reported_lost);
}

void pxt_stream_restart(struct pxt_stream *stream)
{
	if (!stream->auto_stopped)
		return;
	stream->auto_stopped = false;
	if (stream->held ||
	    (stream->flush && pxt_flush_log_is_full(stream->flush))) {
		stream->held = false;
		pxt_stream_set_run(stream, PXT_RUN_STOPPED);
		pxt_order_decide(stream->slot.view.others);
		pxt_stream_report_rest(stream);
		return;
	}
	begin(stream, NULL);
}

void pxt_stream_pass_newest(const struct pxt_stream *stream)
{
	const struct pxt_view *view = &stream->slot.view;
	uint64_t newest = 0;

	find_newest(view, true, &newest);
	pxt_segment_catch_up(view, newest);
	/* Bounded: a traced process may say anything. */
	for (int naps = 0; naps < 100 && pxt_segment_ticks(view) <= newest; naps++)
		pxt_nap(20000);
}

/*
 * A running stream continues to run.  One that is full stays stopped, but for a
 * FLUSH stream: nobody else restarts that when it has been emptied.
 */
static enum pxt_run_state state_after_clear(const struct pxt_stream *stream)
{
	switch (state_of(pxt_load_relaxed(&pxt_segment_of(stream)->run))) {
	case PXT_RUN_RUNNING:
		return PXT_RUN_RUNNING;
	case PXT_RUN_FULL:
		return stream->slot.view.attr.stream_policy ==
		       POSIX_TRACE_FLUSH ? PXT_RUN_RUNNING : PXT_RUN_STOPPED;
	default:
		return PXT_RUN_STOPPED;
	}
}

int pxt_stream_clear(struct pxt_stream *stream)
{
	struct pxt_segment *segment = pxt_segment_of(stream);
	trace_event_set_t none = {{0}};
	int err = 0;

	/* A new generation: records in flight are not committed after this. */
	pxt_stream_set_run(stream, state_after_clear(stream));
	stream->auto_stopped = false;
	stream->held = false;
	stream->deferred.n = 0;
	/* CLEAR-4: as if it had just been created, in the log, too. */
	pxt_store_relaxed(&segment->cleared, pxt_stream_lost(stream, 0, NULL));
	if (stream->kind == PXT_STREAM_LOGGED) {
		err = pxt_flush_clear(stream);
	} else {
		pxt_stream_pass_newest(stream);
		pxt_drain_clear(&stream->drain);
	}
	pxt_store_relaxed(&segment->wrapped, 0);
	pxt_store_relaxed(&segment->peak, 0);
	pxt_stream_put_filter(stream, &none);
	stream->list_at = 0;
	stream->read = 0;
	stream->reported_lost = pxt_collect_losses(&stream->slot.view, 0, NULL);
	pxt_store_relaxed(&stream->control.lane->reported,
			  stream->reported_lost);
	stream->status_lost = pxt_stream_lost(stream, 0, NULL);
	pxt_store_relaxed(&segment->cleared, stream->status_lost);
	return err;
}
