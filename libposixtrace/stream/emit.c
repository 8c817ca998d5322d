/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The controller's own events: START, STOP, FILTER, FLUSH_*. */
#include "stream/stream.h"

#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * The event with its origin before the data.  A-17: the thread is reported only
 * if the controller traces itself and the event is due to a call.
 */
static void compose(const struct pxt_stream *stream, unsigned id,
		    const void *address, const void *data, size_t len,
		    struct pxt_system_event *event)
{
	struct pxt_origin origin = { .pid = stream->slot.view.target };

	if (stream->self && address) {
		origin.thread = (uint64_t)pthread_self();
		origin.tid = (int32_t)syscall(SYS_gettid);
	}
	event->id = id;
	event->address = (uintptr_t)address;
	event->len = sizeof(origin) + len;
	memcpy(event->composed, &origin, sizeof(origin));
	if (len)
		memcpy(event->composed + sizeof(origin), data, len);
}

/* Store the record; it is not committed.  `at`: the time of the event, or 0: now,
 * which is noted in the event. */
static int store(struct pxt_stream *stream, uint64_t at,
		 struct pxt_system_event *event)
{
	struct pxt_writer *writer = &stream->control;
	const size_t size = pxt_record_size(event->len);
	uint64_t ticks;

	pxt_writer_reserve(writer, false);
	/* STOP comes after all that was recorded before. */
	pxt_clock_order();
	ticks = at ? at : pxt_segment_ticks(&stream->slot.view);
	if (!at && !pxt_writer_has_time(writer, ticks))
		ticks = pxt_writer_keep_up(writer, ticks);
	event->ticks = ticks;
	if (!pxt_writer_has_room(writer, size, ticks) &&
	    pxt_writer_make_room(writer, size, ticks, &stream->identity) != 0) {
		pxt_writer_discard(writer);
		return ENOSPC;
	}
	pxt_copy_data(pxt_record_put(writer->pos, ticks, event->address,
				     event->id, event->len),
		      event->composed, event->len);
	return 0;
}

static void commit(struct pxt_stream *stream,
		   const struct pxt_system_event *event)
{
	struct pxt_segment *segment = pxt_segment_of(stream);

	pxt_writer_commit(&stream->control, pxt_record_size(event->len),
			  event->ticks);
	if (pxt_load_relaxed(&segment->waiters))
		pxt_segment_wake(segment, &segment->waiters);
}

/* There was no room for it in the stream. */
static int defer(struct pxt_stream *stream,
		 const struct pxt_system_event *event, uint64_t reported)
{
	if (stream->kind != PXT_STREAM_LOGGED)
		return ENOSPC;
	return pxt_deferred_add(&stream->deferred, event, reported);
}

static int emit(struct pxt_stream *stream, unsigned id, uint64_t at,
		const void *address, const void *data, size_t len)
{
	struct pxt_system_event event;

	if (pxt_segment_filters(pxt_segment_of(stream), id))
		return 0;
	compose(stream, id, address, data, len, &event);
	if (store(stream, at, &event) != 0)
		return defer(stream, &event, 0);
	commit(stream, &event);
	return 0;
}

int pxt_emit(struct pxt_stream *stream, unsigned id, const void *address,
	     const void *data, size_t len)
{
	return emit(stream, id, 0, address, data, len);
}

int pxt_emit_at(struct pxt_stream *stream, unsigned id, uint64_t ticks,
		const void *data, size_t len)
{
	return emit(stream, id, ticks, NULL, data, len);
}

int pxt_emit_gap(struct pxt_stream *stream, const struct pxt_gap *gap,
		 uint64_t reported)
{
	const struct pxt_writer *writer = &stream->control;
	struct pxt_lane *lane = writer->lane;
	struct pxt_system_event event;

	if (!pxt_segment_filters(pxt_segment_of(stream), POSIX_TRACE_OVERFLOW)) {
		compose(stream, POSIX_TRACE_OVERFLOW, NULL, gap, sizeof(*gap),
			&event);
		if (store(stream, 0, &event) != 0)
			return defer(stream, &event, reported);
		pxt_store_relaxed(&lane->reporting_tail,
				  pxt_writer_tail_at(writer, writer->pos +
						     pxt_record_size(event.len)));
		pxt_store_release(&lane->reporting, reported);
		commit(stream, &event);
	}
	pxt_store_release(&lane->reported, reported);
	return 0;
}

int pxt_emit_gap_at(struct pxt_stream *stream, uint64_t ticks,
		    const struct pxt_gap *gap, uint64_t reported)
{
	struct pxt_system_event event;

	if (pxt_segment_filters(pxt_segment_of(stream), POSIX_TRACE_OVERFLOW)) {
		pxt_store_release(&stream->control.lane->reported, reported);
		return 0;
	}
	compose(stream, POSIX_TRACE_OVERFLOW, NULL, gap, sizeof(*gap), &event);
	event.ticks = ticks;
	return defer(stream, &event, reported);
}
