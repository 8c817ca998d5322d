/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The controller's own events: START, STOP, FILTER, FLUSH_*. */
#include "stream/stream.h"

#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * The data with the origin before it.  A-17: the thread is reported only if
 * the controller traces itself and the event is due to a call.
 */
static size_t compose(const struct pxt_stream *stream, const void *address,
		      const void *data, size_t len, unsigned char *out)
{
	struct pxt_origin origin = { .pid = stream->slot.view.target };

	if (stream->self && address) {
		origin.thread = (uint64_t)pthread_self();
		origin.tid = (int32_t)syscall(SYS_gettid);
	}
	memcpy(out, &origin, sizeof(origin));
	if (len)
		memcpy(out + sizeof(origin), data, len);
	return sizeof(origin) + len;
}

enum { COMPOSED_MAX = sizeof(struct pxt_origin) + PXT_SYSTEM_DATA_MAX };

/* A record that has been stored, and not committed. */
struct record {
	size_t size;
	uint64_t ticks;
};

/* `at`: the time of the event, or 0: now. */
static int store(struct pxt_stream *stream, unsigned id, uint64_t at,
		 const void *address, const void *data, size_t len,
		 struct record *record)
{
	struct pxt_writer *writer = &stream->control;
	unsigned char composed[COMPOSED_MAX];
	size_t size;
	uint64_t ticks;

	len = compose(stream, address, data, len, composed);
	size = pxt_record_size(len);
	pxt_writer_reserve(writer, false);
	/* STOP comes after all that was recorded before. */
	pxt_clock_order();
	ticks = at ? at : pxt_segment_ticks(&stream->slot.view);
	if (!at && !pxt_writer_has_time(writer, ticks))
		ticks = pxt_writer_keep_up(writer, ticks);
	if (!pxt_writer_has_room(writer, size, ticks) &&
	    pxt_writer_make_room(writer, size, ticks, &stream->identity) != 0) {
		pxt_writer_discard(writer);
		return ENOSPC;
	}
	pxt_copy_data(pxt_record_put(writer->pos, ticks, (uintptr_t)address, id,
				     len),
		      composed, len);
	*record = (struct record){ size, ticks };
	return 0;
}

static void commit(struct pxt_stream *stream, const struct record *record)
{
	struct pxt_segment *segment = pxt_segment_of(stream);

	pxt_writer_commit(&stream->control, record->size, record->ticks);
	if (pxt_load_relaxed(&segment->waiters))
		pxt_segment_wake(segment, &segment->waiters);
}

static int emit(struct pxt_stream *stream, unsigned id, uint64_t at,
		const void *address, const void *data, size_t len)
{
	struct record record;
	int err;

	if (pxt_segment_filters(pxt_segment_of(stream), id))
		return 0;
	err = store(stream, id, at, address, data, len, &record);
	if (!err)
		commit(stream, &record);
	return err;
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
	struct record record;
	int err;

	if (!pxt_segment_filters(pxt_segment_of(stream), POSIX_TRACE_OVERFLOW)) {
		err = store(stream, POSIX_TRACE_OVERFLOW, 0, NULL, gap,
			    sizeof(*gap), &record);
		if (err)
			return err;
		pxt_store_relaxed(&lane->reporting_tail,
				  pxt_writer_tail_at(writer, writer->pos +
						     record.size));
		pxt_store_release(&lane->reporting, reported);
		commit(stream, &record);
	}
	pxt_store_release(&lane->reported, reported);
	return 0;
}
