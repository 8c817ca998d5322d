/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The STOP of a controller that was killed; see ending.h. */
#include "source/ending.h"

#include "source/gaps.h"

bool pxt_ending_is_in(const struct pxt_log_reader *log, uint64_t *ticks)
{
	size_t n;
	const struct pxt_log_block *block = pxt_log_get_blocks(log, &n);
	const struct pxt_log_block *newest = NULL;
	_Alignas(8) unsigned char bytes[PXT_SINGLE_SIZE];
	struct pxt_chunk_header *header = (void *)bytes;
	struct pxt_cursor cursor;
	struct pxt_event event;

	for (size_t i = 0; i < n; i++)
		if (!newest || block[i].serial > newest->serial)
			newest = &block[i];
	if (!newest || newest->kind != PXT_KIND_CONTROL || newest->is_packed ||
	    newest->tid == -1 ||
	    newest->used > sizeof(bytes) - PXT_CHUNK_HEADER_SIZE ||
	    pxt_log_load(log, newest, bytes) != 0)
		return false;
	pxt_cursor_init(&cursor, header, header + 1, header->used);
	if (!pxt_cursor_next(&cursor, &event) || event.id != POSIX_TRACE_STOP)
		return false;
	*ticks = event.ticks;
	return true;
}

/* The newest START or STOP. */
struct turn {
	uint64_t ticks;
	unsigned id;
};

static void note_turn(const struct pxt_event *event, void *arg)
{
	struct turn *turn = arg;

	if ((event->id == POSIX_TRACE_START || event->id == POSIX_TRACE_STOP) &&
	    event->ticks >= turn->ticks)
		*turn = (struct turn){ event->ticks, event->id };
}

/*
 * A full stream has stopped by itself, but its controller records that only when it
 * notices, and may not have had room for it.
 */
static bool lacks_stop(const struct pxt_rescue *rescue,
		       const struct pxt_log_reader *log, bool *is_full)
{
	const uint8_t died = pxt_load_relaxed(&rescue->view.segment->died);
	struct turn turn = { 0 };

	*is_full = died == 1 + PXT_RUN_FULL;
	if (!*is_full)
		return died == 1 + PXT_RUN_RUNNING;
	return pxt_gaps_visit(log, rescue, note_turn, &turn) == 0 &&
	       turn.id != POSIX_TRACE_STOP;
}

bool pxt_ending_make(struct pxt_rescue *rescue, const struct pxt_log_reader *log,
		     struct pxt_rescued *found)
{
	const struct pxt_segment *segment = rescue->view.segment;
	uint64_t at = pxt_log_get_summary(log)->last, last = 0, stopped;
	bool is_full;
	int automatic;

	if (pxt_segment_filters(segment, POSIX_TRACE_STOP) ||
	    !lacks_stop(rescue, log, &is_full))
		return false;
	automatic = is_full;
	for (size_t i = 0; i < rescue->n; i++)
		if (rescue->piece[i].last > last)
			last = rescue->piece[i].last;
	/* Written by a recovery that was killed; a STOP of the controller is followed
	 * by START. */
	if (pxt_ending_is_in(log, &stopped) && stopped >= last)
		return false;
	at = (last > at ? last : at) + 1;
	pxt_single(segment->target, POSIX_TRACE_STOP, at, &automatic,
		   sizeof(automatic), rescue->stop);
	*found = (struct pxt_rescued){
		.chunk = PXT_RESCUED_STOP,
		.to = ((struct pxt_chunk_header *)rescue->stop)->used,
		.count = 1,
		.base = at,
		.last = at,
	};
	return true;
}

/* As the controller would have found it at the end: a FLUSH stream has been read. */
static bool ended_full(const struct pxt_rescue *rescue)
{
	const struct pxt_view *view = &rescue->view;

	if (view->loop)
		return pxt_load_relaxed(&view->segment->wrapped);
	return view->attr.stream_policy == POSIX_TRACE_UNTIL_FULL &&
	       pxt_load_relaxed(&view->segment->died) == 1 + PXT_RUN_FULL;
}

void pxt_ending_status(const struct pxt_rescue *rescue,
		       const struct pxt_log_reader *log,
		       struct pxt_log_status *status)
{
	const struct pxt_log_status *last = pxt_log_get_status(log);
	const struct pxt_segment *segment = rescue->view.segment;
	struct pxt_anchor anchor = pxt_rescue_anchor(rescue);
	uint32_t threads = pxt_load_relaxed(&segment->threads);

	*status = last ? *last : (struct pxt_log_status){
		.stream_full = POSIX_TRACE_NOT_FULL,
	};
	if (ended_full(rescue))
		status->stream_full = POSIX_TRACE_FULL;
	status->stream_status = POSIX_TRACE_SUSPENDED;
	status->flush_status = POSIX_TRACE_NOT_FLUSHING;
	status->lost = rescue->lost;
	status->stream_overrun = rescue->lost ? POSIX_TRACE_OVERRUN :
				 POSIX_TRACE_NO_OVERRUN;
	status->events = pxt_log_get_summary(log)->events + rescue->events;
	status->processes = pxt_load_relaxed(&segment->processes);
	status->threads = threads ? threads - 1 : 0;
	status->peak = pxt_load_relaxed(&segment->peak) *
		       rescue->view.chunk_size;
	/* The number of starts is not known; but a log with events was
	 * started. */
	if (!status->starts)
		status->starts = status->events != 0;
	status->anchor_ticks = anchor.ticks;
	status->anchor_ns = anchor.ns;
}
