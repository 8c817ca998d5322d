/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What is reported about a stream: its status, usage and attributes. */
#include <string.h>

#include "model/eventset.h"
#include "source/ending.h"
#include "source/replay.h"
#include "stream/flush.h"
#include "stream/stream.h"

static enum pxt_run_state state_of(const struct pxt_stream *stream)
{
	return (enum pxt_run_state)(pxt_load_relaxed(
			&pxt_segment_of(stream)->run) & PXT_RUN_MASK);
}

static void live_status(struct pxt_stream *stream,
			struct posix_trace_status_info *status, bool reset)
{
	struct pxt_segment *segment = pxt_segment_of(stream);
	enum pxt_run_state state = state_of(stream);
	uint64_t lost = pxt_stream_lost(stream, 0, NULL);

	status->posix_stream_status = state == PXT_RUN_RUNNING ?
		POSIX_TRACE_RUNNING : POSIX_TRACE_SUSPENDED;
	status->posix_stream_full_status = pxt_stream_is_full(stream) ||
		(stream->slot.view.loop && pxt_load_relaxed(&segment->wrapped)) ?
		POSIX_TRACE_FULL : POSIX_TRACE_NOT_FULL;
	status->posix_stream_overrun_status = lost != stream->status_lost ?
		POSIX_TRACE_OVERRUN : POSIX_TRACE_NO_OVERRUN;
	status->posix_stream_flush_status = POSIX_TRACE_NOT_FLUSHING;
	status->posix_stream_flush_error = 0;
	status->posix_log_overrun_status = POSIX_TRACE_NO_OVERRUN;
	status->posix_log_full_status = POSIX_TRACE_NOT_FULL;
	if (stream->flush)
		pxt_flush_status(stream->flush, status, reset);
	if (reset)
		stream->status_lost = lost;
}

/* The log's own status, or, if its controller died, what can be found now. */
static bool last_status(const struct pxt_replay *replay,
			struct pxt_log_status *status)
{
	const struct pxt_log_status *last = pxt_log_get_status(replay->log);

	if (replay->rescues)
		pxt_ending_status(&replay->rescue, replay->log, status);
	else if (last)
		*status = *last;
	return replay->rescues || last;
}

/*
 * ST-1: as it was when the stream was completed.  For a dead controller the
 * log has its last status; that stream neither runs nor is flushed now.
 */
static void logged_status(const struct pxt_stream *stream,
			  struct posix_trace_status_info *status)
{
	struct pxt_log_status s;

	*status = (struct posix_trace_status_info){
		.posix_stream_status = POSIX_TRACE_SUSPENDED,
		.posix_stream_full_status = POSIX_TRACE_NOT_FULL,
		.posix_stream_flush_status = POSIX_TRACE_NOT_FLUSHING,
		.posix_log_full_status = POSIX_TRACE_NOT_FULL,
	};
	if (!last_status(stream->replay, &s))
		return;
	status->posix_stream_full_status = s.stream_full;
	status->posix_stream_overrun_status = s.stream_overrun;
	status->posix_stream_flush_error = s.flush_error;
	status->posix_log_overrun_status = s.log_overrun;
	status->posix_log_full_status = s.log_full;
}

void pxt_stream_get_status(struct pxt_stream *stream,
			   struct posix_trace_status_info *status, bool reset)
{
	if (stream->kind != PXT_STREAM_REPLAY)
		live_status(stream, status, reset);
	else if (stream->replay->log)
		logged_status(stream, status);
	else
		pxt_dumped_status(&stream->replay->dumped, status);
}

static uint32_t filtered_types(const struct pxt_stream *stream)
{
	trace_event_set_t set;

	pxt_stream_get_filter(stream, &set);
	return pxt_eventset_count(&set);
}

static void live_usage(const struct pxt_stream *stream,
		       struct posixtrace_usage *usage)
{
	struct pxt_segment *segment = pxt_segment_of(stream);

	*usage = (struct posixtrace_usage){
		.events = stream->read,
		.lost = pxt_stream_lost_now(stream),
		.stream_size = pxt_sizing_stream(&stream->slot.view.attr),
		.peak = pxt_load_relaxed(&segment->peak) *
			stream->slot.view.chunk_size,
		.processes = pxt_load_relaxed(&segment->processes),
		.threads = pxt_load_relaxed(&segment->threads) - 1,
		.starts = stream->starts,
		.filtered = filtered_types(stream),
		.complete = 1,
	};
	if (stream->flush)
		pxt_flush_usage(stream->flush, usage);
}

static void logged_usage(const struct pxt_stream *stream,
			 struct posixtrace_usage *usage)
{
	const struct pxt_replay *replay = stream->replay;
	const struct pxt_log_summary *summary =
		pxt_log_get_summary(replay->log);
	struct pxt_log_status s;

	/* Events as old as those that a LOOP log has overwritten are lost,
	 * too; their number is known once they have been skipped. */
	*usage = (struct posixtrace_usage){
		.events = summary->events - replay->source.dropped,
		.log_lost = summary->lost + replay->source.dropped,
		.stream_size = pxt_sizing_stream(
			&pxt_log_get_head(replay->log)->attr),
	};
	if (!last_status(replay, &s))
		return;
	if (replay->rescues)
		usage->events += replay->rescue.events;
	usage->bytes = s.bytes;
	usage->lost = s.lost;
	usage->peak = s.peak;
	usage->processes = s.processes;
	usage->threads = s.threads;
	usage->starts = s.starts;
	usage->filtered = s.filtered;
	usage->complete = s.complete && !summary->damaged && !replay->damaged;
}

void pxt_stream_get_usage(struct pxt_stream *stream,
			  struct posixtrace_usage *usage)
{
	if (stream->kind != PXT_STREAM_REPLAY)
		live_usage(stream, usage);
	else if (stream->replay->log)
		logged_usage(stream, usage);
	else
		pxt_dumped_usage(&stream->replay->dumped, usage);
}

void pxt_stream_get_attr(const struct pxt_stream *stream, struct pxt_attr *attr)
{
	if (stream->kind != PXT_STREAM_REPLAY)
		*attr = stream->slot.view.attr;
	else if (stream->replay->log)
		*attr = pxt_log_get_head(stream->replay->log)->attr;
	else
		pxt_dumped_attr(&stream->replay->dumped, attr);
	/* The size in use, not the one that was requested. */
	if (stream->kind != PXT_STREAM_REPLAY || stream->replay->log)
		attr->stream_size = pxt_sizing_stream(attr);
}
