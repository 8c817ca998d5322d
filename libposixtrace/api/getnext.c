/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Reading events: getnext, timedgetnext, trygetnext. */
#include <errno.h>
#include <trace.h>

#include "stream/table.h"

/* The reader was cancelled. */
static void leave(void *stream)
{
	pxt_table_put(stream);
}

/*
 * GET-8: unavailable is set on every return.  A-6: a stream with a log is
 * read through the log only.
 */
static int getnext(trace_id_t trid, const struct pxt_reading *into,
		   int *unavailable, bool wait,
		   const struct timespec *deadline, bool replays)
{
	struct pxt_stream *stream;
	int err = EINVAL;

	if (!into->info || !into->len || !unavailable ||
	    (into->size && !into->data))
		return EINVAL;
	*unavailable = 1;
	stream = pxt_table_get(trid);
	if (!stream)
		return EINVAL;
	if (stream->kind == PXT_STREAM_PLAIN ||
	    (stream->kind == PXT_STREAM_REPLAY && replays))
		err = pxt_stream_read(stream, wait, deadline, into, leave,
				      stream);
	pxt_table_put(stream);
	if (!err)
		*unavailable = 0;
	return err == ENOENT ? 0 : err;
}

int posix_trace_getnext_event(trace_id_t trid,
		struct posix_trace_event_info *restrict event,
		void *restrict data, size_t num_bytes,
		size_t *restrict data_len, int *restrict unavailable)
{
	struct pxt_reading into = { event, data, num_bytes, data_len };

	return getnext(trid, &into, unavailable, true, NULL, true);
}

int posix_trace_timedgetnext_event(trace_id_t trid,
		struct posix_trace_event_info *restrict event,
		void *restrict data, size_t num_bytes,
		size_t *restrict data_len, int *restrict unavailable,
		const struct timespec *restrict abstime)
{
	struct pxt_reading into = { event, data, num_bytes, data_len };

	if (!abstime)
		return EINVAL;
	return getnext(trid, &into, unavailable, true, abstime, false);
}

int posix_trace_trygetnext_event(trace_id_t trid,
		struct posix_trace_event_info *restrict event,
		void *restrict data, size_t num_bytes,
		size_t *restrict data_len, int *restrict unavailable)
{
	struct pxt_reading into = { event, data, num_bytes, data_len };

	return getnext(trid, &into, unavailable, false, NULL, false);
}
