/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Writes chunks as blocks of the log; see block.h. */
#include "stream/block.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "log/writer.h"
#include "model/eventset.h"
#include "ring/chunk.h"
#include "ring/collect.h"
#include "ring/lane.h"
#include "ring/order.h"
#include "stream/batch.h"
#include "stream/held.h"
#include "stream/loghead.h"
#include "stream/lognames.h"
#include "stream/refused.h"
#include "stream/window.h"

#define ANY_LANE UINT32_MAX

struct pxt_blocks {
	struct pxt_stream *stream;
	const struct pxt_view *view;
	struct pxt_log *log;
	uint64_t *stuck;		/* see pxt_collect_settle() */
	struct pxt_held open;		/* while full chunks are written */
	bool *queued;			/* by chunk: see pxt_collect_stray() */
	uint64_t floor;			/* cleared: older events are dropped */
	uint64_t horizon;		/* overwritten: older ones are lost */
	uint64_t overwritten;		/* events already reported in the log */
	uint64_t reported_horizon;	/* position of the last gap */
	/* ticks of the first unreported loss, or 0 */
	uint64_t first_unreported;
	struct pxt_refused refused;	/* by the file, and not reported */
	struct pxt_lognames names;
	struct pxt_batch batch;
	bool has_begun;			/* START is in the log, if anything is */
	bool has_end;
	uint64_t events;		/* written since the clear */
	struct pxt_recent recent;	/* written last, for the window */
};

int pxt_blocks_create(struct pxt_stream *stream, int fd, uint32_t number,
		      struct pxt_blocks **out)
{
	struct pxt_blocks *blocks = calloc(1, sizeof(*blocks));
	struct pxt_log_head head;
	int err;

	if (!blocks)
		return ENOMEM;
	blocks->stream = stream;
	blocks->view = &stream->slot.view;
	pxt_lognames_init(&blocks->names);
	pxt_batch_init(&blocks->batch, blocks->view);
	blocks->stuck = calloc(blocks->view->n_lanes, sizeof(*blocks->stuck));
	blocks->queued = calloc(blocks->view->n_chunks, sizeof(bool));
	err = pxt_held_init(&blocks->open, blocks->view);
	if (!blocks->stuck || !blocks->queued)
		err = ENOMEM;
	if (err)
		goto free_arrays;
	pxt_loghead_fill(stream, &head);
	head.number = number;
	err = pxt_log_create(fd, &head, &blocks->log);
	if (err)
		goto free_arrays;
	*out = blocks;
	return 0;

free_arrays:
	free(blocks->queued);
	pxt_held_fini(&blocks->open);
	free(blocks->stuck);
	free(blocks);
	return err;
}

void pxt_blocks_destroy(struct pxt_blocks *blocks)
{
	pxt_log_destroy(blocks->log);
	free(blocks->queued);
	pxt_held_fini(&blocks->open);
	free(blocks->stuck);
	free(blocks);
}

void pxt_blocks_close_file(struct pxt_blocks *blocks)
{
	pxt_log_close_file(blocks->log);
}

void pxt_blocks_disown(struct pxt_blocks *blocks)
{
	pxt_log_disown(blocks->log);
}

/* For a process that opens the log if this one is killed (rescue.h). */
static void note_reported(const struct pxt_blocks *blocks)
{
	struct pxt_segment *segment = blocks->view->segment;

	pxt_store_relaxed(&segment->reported, blocks->overwritten);
	pxt_store_relaxed(&segment->reported_horizon, blocks->reported_horizon);
}

/* The next block reports that many; 0: it was not written. */
static void set_gap_block(const struct pxt_blocks *blocks, uint64_t reported)
{
	struct pxt_segment *segment = blocks->view->segment;

	/* In this order: an older block does not report the new losses. */
	pxt_store_relaxed(&segment->gap_serial, 0);
	pxt_store_release(&segment->gap_reported, reported);
	pxt_store_release(&segment->gap_serial,
			  reported ? pxt_log_serial(blocks->log) + 1 : 0);
}

typedef int add_gap(struct pxt_log *, const struct pxt_chunk_header *,
		    const void *, uint64_t);

/* Write a record that represents a gap, in a block of its own. */
static int write_overflow(struct pxt_blocks *blocks, uint64_t ticks,
			  const struct pxt_gap *gap, uint64_t of_log,
			  add_gap *add)
{
	_Alignas(8) unsigned char chunk[PXT_SINGLE_SIZE];
	struct pxt_chunk_header *header = (void *)chunk;

	pxt_single(blocks->view->target, POSIX_TRACE_OVERFLOW, ticks, gap,
		   sizeof(*gap), chunk);
	pxt_batch_anchor(blocks->view, header);
	return add(blocks->log, header, header + 1, of_log);
}

/*
 * What writers have overwritten (LOOP) since the last call is a gap.  In order
 * of time it is at the newest of those events.  Called before each batch, when
 * its pieces are acquired: what was overwritten before them is reported now, so
 * in each thread the next event after the gap also comes after its record in
 * the log.
 */
static int report_overwritten(struct pxt_blocks *blocks)
{
	struct pxt_segment *segment = blocks->view->segment;
	uint64_t lost = pxt_collect_overwritten(blocks->view), first;
	struct pxt_gap gap = {0};
	int err;

	blocks->horizon = pxt_load_relaxed(&segment->horizon);
	/* The count may decrease a little: see note_overrun() in drain.c. */
	if (lost > blocks->overwritten)
		gap.events = lost - blocks->overwritten;
	if (!gap.events && blocks->horizon <= blocks->reported_horizon)
		return 0;
	first = atomic_exchange(&segment->lost_first, 0);
	if (!blocks->first_unreported ||
	    (first && first < blocks->first_unreported))
		blocks->first_unreported = first;
	gap.first = blocks->first_unreported;
	set_gap_block(blocks, blocks->overwritten + gap.events);
	err = write_overflow(blocks, blocks->horizon, &gap, 0,
			     pxt_log_add_gap);
	/* Otherwise it is reported later. */
	if (err) {
		set_gap_block(blocks, 0);
		return err;
	}
	blocks->overwritten += gap.events;
	blocks->reported_horizon = blocks->horizon;
	blocks->first_unreported = 0;
	note_reported(blocks);
	return 0;
}

/*
 * Write the gap of what the file has refused.  Called only when the file has
 * accepted a block again: it might accept this small block alone, again and
 * again.
 */
static void report_refused(struct pxt_blocks *blocks)
{
	struct pxt_refused *refused = &blocks->refused;

	if (refused->gap.events && !pxt_blocks_takes_no_more(blocks) &&
	    write_overflow(blocks, refused->at, &refused->gap, refused->of_log,
			   pxt_log_add_gap) == 0)
		*refused = (struct pxt_refused){0};
}

/*
 * Write prepared chunks from `from` on, as many as one write takes.  One that is
 * refused is dropped.  *done is their number, including that one.
 */
static int write_chunks(struct pxt_blocks *blocks, size_t from, size_t *done)
{
	struct pxt_batch *batch = &blocks->batch;
	int err = pxt_lognames_write(&blocks->names, blocks->stream,
				     blocks->log);

	*done = 0;
	if (!err)
		err = pxt_log_add_blocks(blocks->log, &batch->chunk[from],
					 batch->n_chunks - from, done);
	for (size_t i = from; i < from + *done; i++) {
		pxt_recent_note(&blocks->recent, blocks->view, &batch->chunk[i]);
		pxt_batch_note_written(batch, i);
	}
	/* If this fails, so will what comes next; it is tried again then. */
	if (*done > 0)
		report_refused(blocks);
	if (err)
		pxt_refused_add(&blocks->refused, blocks->log,
				&batch->chunk[from + (*done)++]);
	return err;
}

/* Write the chunks that have been prepared. */
static int write_prepared(struct pxt_blocks *blocks)
{
	struct pxt_batch *batch = &blocks->batch;
	int err, first = 0;
	size_t done;

	for (size_t i = 0; i < batch->n_chunks; i++)
		blocks->events += batch->chunk[i].header->count;
	for (size_t i = 0; i < batch->n_chunks; i += done) {
		err = write_chunks(blocks, i, &done);
		first = first ? first : err;
	}
	return first;
}

/* Write the batch, and free its chunks. */
static int write_batch(struct pxt_blocks *blocks)
{
	struct pxt_batch *batch = &blocks->batch;
	int err, first;

	if (batch->n == 0)
		return 0;
	first = report_overwritten(blocks);
	while (pxt_batch_prepare(batch, blocks->floor, blocks->horizon)) {
		err = write_prepared(blocks);
		first = first ? first : err;
	}
	/* Chunks that the log did not take are lost once they are freed.
	 * Write the status that counts them first, in case we are killed. */
	if (first || pxt_blocks_takes_no_more(blocks))
		pxt_log_update_status(blocks->log);
	pxt_batch_finish(batch);
	return first;
}

/* Add the piece in the batch's next place; a full batch is written. */
static int write_piece(struct pxt_blocks *blocks, bool held)
{
	int err = 0;

	if (pxt_batch_add(&blocks->batch, held) &&
	    pxt_batch_is_full(&blocks->batch)) {
		err = write_batch(blocks);
		pxt_collect_free(blocks->view);
	}
	return err;
}

/*
 * Write the chunks that are full now, of one lane or of all; those that become
 * full meanwhile wait.  Each stays in the queue until it has been written.
 */
static int write_full(struct pxt_blocks *blocks, uint32_t lane)
{
	const struct pxt_view *view = blocks->view;
	uint32_t seq, end;
	int err, first = 0;

	pxt_collect_sequences(view, &seq, &end);
	for (; seq != end; seq++) {
		struct pxt_piece *piece = pxt_batch_place(&blocks->batch);

		if (!pxt_collect_full(view, seq, piece) ||
		    (lane != ANY_LANE && piece->header.lane != lane))
			continue;
		err = write_piece(blocks, pxt_held_take(&blocks->open, piece));
		first = first ? first : err;
	}
	err = write_batch(blocks);
	/* Also chunks that could not be read. */
	pxt_collect_free(view);
	return first ? first : err;
}

/* Write what is held of open chunks. */
static int write_open(struct pxt_blocks *blocks)
{
	struct pxt_held *open = &blocks->open;
	int err, first = 0;

	pxt_held_sort(open);
	for (uint32_t i = 0; i < open->n; i++) {
		*pxt_batch_place(&blocks->batch) = open->piece[i];
		err = write_piece(blocks, true);
		first = first ? first : err;
	}
	open->n = 0;
	err = write_batch(blocks);
	return first ? first : err;
}

/*
 * Write all that has come so far, of each lane in the order of recording:
 * chunks that a lane filled before its open chunk are in the queue by then,
 * and are written first.  So if we are killed meanwhile, nothing in the log is
 * newer than what is still in memory of that lane (rescue.h).
 */
static int write_all(struct pxt_blocks *blocks)
{
	const struct pxt_view *view = blocks->view;
	uint32_t lanes = pxt_collect_lanes(view);
	int first, err;

	/* In a LOOP stream no writer overwrites them meanwhile. */
	pxt_held_acquire_all(&blocks->open);
	first = write_full(blocks, ANY_LANE);
	err = write_open(blocks);
	for (uint32_t i = 0; i < lanes; i++)
		pxt_collect_lane(view, i);
	return first ? first : err;
}

/*
 * Write the open chunk of the controller's lane first.  Its events, START
 * above all, must not be lost because other events have filled the log, or the
 * disk, by the time that chunk is full.  If only the disk is the limit, doing
 * so once at the beginning is enough.  In a LOOP log the newest event must not
 * come before older ones.  A STOP that nothing follows is written in its turn,
 * because a log that becomes full has a STOP of its own at its end.
 */
static int write_control(struct pxt_blocks *blocks)
{
	const struct pxt_view *view = blocks->view;
	uint32_t control = blocks->stream->control.lane_index;
	struct pxt_held *open = &blocks->open;
	int err, first;

	if (view->attr.log_policy == POSIX_TRACE_LOOP || blocks->has_end ||
	    (blocks->has_begun &&
	     view->attr.log_policy != POSIX_TRACE_UNTIL_FULL) ||
	    !pxt_held_acquire(open, control))
		return 0;
	pxt_collect_begin_lane(view, control);
	first = write_full(blocks, control);
	if (open->n)
		pxt_piece_spare_stop(view, open->piece);
	err = write_open(blocks);
	blocks->has_begun = true;
	return first ? first : err;
}

int pxt_blocks_write_strays(struct pxt_blocks *blocks)
{
	const struct pxt_view *view = blocks->view;
	int err, first = 0;

	pxt_collect_queued(view, blocks->queued);
	for (uint32_t i = 0; i < view->n_chunks; i++) {
		const struct pxt_piece *piece = pxt_batch_place(&blocks->batch);

		if (!pxt_collect_stray(view, i, blocks->queued,
				       pxt_batch_place(&blocks->batch)) ||
		    pxt_collect_is_newest(view, piece))
			continue;
		err = write_piece(blocks, false);
		first = first ? first : err;
	}
	err = write_batch(blocks);
	return first ? first : err;
}

int pxt_blocks_write(struct pxt_blocks *blocks, bool all)
{
	const struct pxt_view *view = blocks->view;
	int err, first;

	if (pxt_load_relaxed(&view->segment->exited) > view->n_lanes / 8)
		all = true;
	if (all) {
		pxt_collect_dead(view);
		/* The caller's earlier events are complete; wait for those
		 * that other threads are recording. */
		pxt_collect_settle(view, blocks->stuck);
	}
	first = pxt_log_check_size(blocks->log);
	err = write_control(blocks);
	first = first ? first : err;
	/* Approximately in the order of time. */
	err = all ? write_all(blocks) : write_full(blocks, ANY_LANE);
	first = first ? first : err;
	err = report_overwritten(blocks);
	return first ? first : err;
}

int pxt_blocks_write_deferred(struct pxt_blocks *blocks)
{
	struct pxt_deferred *deferred = &blocks->stream->deferred;

	/* Behind its STOP a full log takes nothing. */
	if (deferred->n == 0 || blocks->has_end)
		return 0;
	blocks->events += deferred->n;
	/* They are not in the segment. */
	pxt_recent_forget(&blocks->recent);
	return pxt_deferred_write(deferred, blocks->view, blocks->log,
				  &blocks->refused);
}

int pxt_blocks_write_added(struct pxt_blocks *blocks, struct pxt_added *added)
{
	int err, first = write_control(blocks);

	if (blocks->has_end)
		return 0;
	pxt_lognames_write(&blocks->names, blocks->stream, blocks->log);
	pxt_recent_forget(&blocks->recent);
	err = pxt_added_write(added, blocks->view, blocks->floor, blocks->log, &blocks->refused);
	blocks->events += added->written;
	return first ? first : err;
}

void pxt_blocks_begin_end(struct pxt_blocks *blocks)
{
	blocks->has_end = true;
}

/*
 * At the time of the first event that the log has no room for.  Later events
 * of other threads may already be in the log.
 */
static void report_rest(struct pxt_blocks *blocks)
{
	const struct pxt_refused *refused = &blocks->refused;
	struct pxt_gap gap;
	const uint64_t n = pxt_log_unreported(blocks->log, &gap.first);

	gap.events = n + refused->gap.events - refused->of_log;
	if (n && write_overflow(blocks, gap.first, &gap, n,
				pxt_log_add_last_gap) == 0)
		blocks->refused = (struct pxt_refused){0};
}

int pxt_blocks_end(struct pxt_blocks *blocks)
{
	struct pxt_chunk_header *header = (void *)blocks->recent.end;

	report_rest(blocks);
	blocks->has_end = blocks->recent.has_end = true;
	pxt_single_end(blocks->view->target,
		       blocks->stream->stopped ? blocks->stream->stopped :
		       pxt_segment_ticks(blocks->view), header);
	pxt_batch_anchor(blocks->view, header);
	return pxt_log_add_end(blocks->log, header, header + 1);
}

bool pxt_blocks_has_end(const struct pxt_blocks *blocks)
{
	return blocks->has_end;
}

int pxt_blocks_clear(struct pxt_blocks *blocks)
{
	struct pxt_cleared cleared = pxt_collect_clear(blocks->view,
						       blocks->stuck);

	blocks->floor = cleared.floor;
	blocks->horizon = blocks->reported_horizon = cleared.horizon;
	blocks->overwritten = cleared.lost;
	blocks->first_unreported = 0;
	blocks->refused = (struct pxt_refused){0};
	set_gap_block(blocks, 0);
	note_reported(blocks);
	blocks->events = 0;
	blocks->has_begun = blocks->has_end = false;
	blocks->names.images = (struct pxt_logimages){0};
	memset(&blocks->recent, 0, sizeof(blocks->recent));
	return pxt_log_clear(blocks->log);
}

static int put_status(struct pxt_blocks *blocks, int flush_error,
		      uint64_t lost, enum pxt_log_end end)
{
	struct pxt_stream *stream = blocks->stream;
	struct pxt_segment *segment = blocks->view->segment;
	struct pxt_anchor anchor = pxt_segment_anchor(blocks->view);
	struct posix_trace_status_info now;
	trace_event_set_t filter;
	struct pxt_log_status status;

	pxt_lognames_write(&blocks->names, stream, blocks->log);
	if (end != PXT_LOG_OPEN) {
		report_refused(blocks);
		pxt_logimages_write(&blocks->names.images, blocks->view,
				    blocks->log, true);
	}
	pxt_stream_get_filter(stream, &filter);
	pxt_stream_get_status(stream, &now, false);
	status = (struct pxt_log_status){
		.complete = end,
		.stream_status = now.posix_stream_status,
		.stream_full = now.posix_stream_full_status,
		.flush_status = POSIX_TRACE_NOT_FLUSHING,
		.flush_error = flush_error,
		.processes = pxt_load_relaxed(&segment->processes),
		.events = blocks->events - pxt_log_lost(blocks->log),
		.bytes = pxt_log_bytes(blocks->log),
		.lost = lost,
		.peak = (uint64_t)pxt_load_relaxed(&segment->peak) *
			blocks->view->chunk_size,
		.threads = pxt_load_relaxed(&segment->threads) - 1,
		.starts = stream->starts,
		.filtered = pxt_eventset_count(&filter),
		.anchor_ticks = anchor.ticks,
		.anchor_ns = anchor.ns,
	};
	/* ST-1: as if get_status had never been called. */
	status.stream_overrun = status.lost ? POSIX_TRACE_OVERRUN :
				POSIX_TRACE_NO_OVERRUN;
	if (end == PXT_LOG_COMPLETE)
		return pxt_recent_complete(&blocks->recent, blocks->log, stream,
					   &status);
	return pxt_log_set_status(blocks->log, &status);
}

int pxt_blocks_put_status(struct pxt_blocks *blocks, int flush_error,
			  bool complete)
{
	return put_status(blocks, flush_error,
			  pxt_stream_lost_now(blocks->stream),
			  complete ? PXT_LOG_COMPLETE : PXT_LOG_OPEN);
}

int pxt_blocks_hand_over(struct pxt_blocks *blocks, struct pxt_blocks *next,
			 const struct pxt_log_place *place, int flush_error)
{
	struct pxt_segment *segment = blocks->view->segment;
	/* What is lost meanwhile is reported in the next log. */
	const uint64_t reported = blocks->stream->reported_lost + blocks->overwritten;
	const uint64_t cleared = pxt_load_relaxed(&segment->cleared);
	const uint64_t lost = reported > cleared ? reported - cleared : 0;

	next->floor = blocks->floor;
	next->horizon = blocks->horizon;
	next->overwritten = blocks->overwritten;
	next->reported_horizon = blocks->reported_horizon;
	next->first_unreported = blocks->first_unreported;
	put_status(blocks, flush_error, lost, PXT_LOG_HANDED_OVER);
	set_gap_block(blocks, 0);
	pxt_store_relaxed(&segment->cleared, reported);
	segment->log = *place;
	/* Behind this, what is in memory belongs to the next log. */
	pxt_store_release(&segment->logged, pxt_log_head(next->log)->number + 1);
	pxt_blocks_put_status(next, 0, false);
	pxt_recent_forget(&blocks->recent);
	return put_status(blocks, flush_error, lost, PXT_LOG_COMPLETE);
}

bool pxt_blocks_takes_no_more(const struct pxt_blocks *blocks)
{
	return blocks->view->attr.log_policy ==
	       POSIX_TRACE_UNTIL_FULL && pxt_log_is_full(blocks->log);
}

bool pxt_blocks_log_is_full(const struct pxt_blocks *blocks)
{
	return pxt_log_is_full(blocks->log);
}

/* Whether the log accepted them or not. */
uint64_t pxt_blocks_events(const struct pxt_blocks *blocks)
{
	return blocks->events;
}

uint64_t pxt_blocks_lost(const struct pxt_blocks *blocks)
{
	return pxt_log_lost(blocks->log);
}

void pxt_blocks_usage(const struct pxt_blocks *blocks,
		      struct posixtrace_usage *usage)
{
	usage->events = blocks->events - pxt_log_lost(blocks->log);
	usage->bytes = pxt_log_bytes(blocks->log);
	usage->log_lost = pxt_log_lost(blocks->log);
}
