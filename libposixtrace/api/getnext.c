/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Reading events: getnext, timedgetnext, trygetnext. */
#include <errno.h>
#include <trace.h>

#include "stream/table.h"

/* Which of the three it is. */
enum how { NEXT, TIMED, TRY };

/* The reader was cancelled. */
static void leave(void *stream)
{
	pxt_table_put(stream);
}

/* This may sleep, so the read section is left, with a reference. */
static int read_active(struct pxt_stream *stream,
		       const struct pxt_reading *into, enum how how,
		       const struct timespec *deadline)
{
	struct pxt_waiting waiting = {
		.deadline = deadline,
		.leave = leave,
		.arg = stream,
	};
	int err;

	if (!pxt_table_keep(stream))
		return EINVAL;
	err = pxt_stream_read(stream, into, how == TRY ? NULL : &waiting);
	pxt_table_put(stream);
	return err;
}

/*
 * GET-8: unavailable is set on every return.  A-6: a stream with a log is
 * read through the log only.  In line: this is called for every event.
 */
static inline __attribute__((always_inline))
int getnext(trace_id_t trid, const struct pxt_reading *into, int *unavailable,
	    enum how how, const struct timespec *deadline)
{
	struct pxt_stream *stream;
	int err = EINVAL;

	if (!into->info || !into->len || !unavailable ||
	    (into->size && !into->data))
		return EINVAL;
	*unavailable = 1;
	stream = pxt_table_enter(trid);
	if (!stream)
		return EINVAL;
	if (stream->kind == PXT_STREAM_PLAIN)
		err = pxt_stream_read_ready(stream, into);
	else if (stream->kind == PXT_STREAM_REPLAY && how == NEXT)
		err = pxt_stream_read_log(stream, into);
	if (err == EAGAIN)
		err = read_active(stream, into, how, deadline);
	else
		pxt_table_leave();
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

	return getnext(trid, &into, unavailable, NEXT, NULL);
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
	return getnext(trid, &into, unavailable, TIMED, abstime);
}

int posix_trace_trygetnext_event(trace_id_t trid,
		struct posix_trace_event_info *restrict event,
		void *restrict data, size_t num_bytes,
		size_t *restrict data_len, int *restrict unavailable)
{
	struct pxt_reading into = { event, data, num_bytes, data_len };

	return getnext(trid, &into, unavailable, TRY, NULL);
}
