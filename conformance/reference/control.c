/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Controlling a stream: pages posix_trace_start, posix_trace_clear,
 * posix_trace_set_filter and posix_trace_flush.
 */
#include "reference.h"

/* The stream, with the lock held; NULL, without the lock, if there is none. */
static struct stream *control(trace_id_t trid, sigset_t *saved)
{
	struct stream *stream;

	if (shared == NULL)
		return NULL;
	segment_lock(saved);
	stream = stream_find(trid);
	if (stream == NULL)
		segment_unlock(saved);
	return stream;
}

int posix_trace_start(trace_id_t trid)
{
	void *address = __builtin_return_address(0);
	sigset_t saved;
	struct stream *stream = control(trid, &saved);
	struct origin origin;

	if (stream == NULL)
		return EINVAL;
	origin = caller(stream, address);
	stream_start(stream, &origin);
	segment_unlock(&saved);
	return 0;
}

int posix_trace_stop(trace_id_t trid)
{
	void *address = __builtin_return_address(0);
	sigset_t saved;
	struct stream *stream = control(trid, &saved);
	struct origin origin;

	if (stream == NULL)
		return EINVAL;
	origin = caller(stream, address);
	stream_stop(stream, &origin);
	segment_unlock(&saved);
	return 0;
}

/* The stream is empty, and starts again if it was full. */
static void clear_otherwise(struct stream *stream)
{
	attr_set_created(&stream->attr);
	if (stream->halted)
		stream->status.posix_stream_status = POSIX_TRACE_RUNNING;
}

/*
 * Reset the stream as after create, except for the names and for whether it is
 * running; if it has stopped because it was full, it stays stopped.  Events are
 * removed from the log, too, except with APPEND, for which that is unspecified.
 */
int posix_trace_clear(trace_id_t trid)
{
	struct posix_trace_status_info *status;
	struct stream *stream;
	sigset_t saved;

	may_cancel();
	stream = control(trid, &saved);
	if (stream == NULL)
		return EINVAL;
	status = &stream->status;
	stream->ring.begin = stream->ring.end;
	stream->extras = 0;
	stream->loss = LOSS_NONE;
	if (choose.other)
		clear_otherwise(stream);
	else
		stream->cursor = 0;
	stream->halted = false;
	status->posix_stream_full_status = POSIX_TRACE_NOT_FULL;
	if (!choose.keepfilter) {
		memset(&stream->filter, 0, sizeof(stream->filter));
		status->posix_stream_overrun_status = POSIX_TRACE_NO_OVERRUN;
		status->posix_log_overrun_status = POSIX_TRACE_NO_OVERRUN;
		status->posix_stream_flush_error = 0;
	}
	if (stream->attr.__log_policy != POSIX_TRACE_APPEND || choose.other) {
		stream->log_end = 0;
		status->posix_log_full_status = POSIX_TRACE_NOT_FULL;
	}
	segment_unlock(&saved);
	return 0;
}

/* --- The filter --------------------------------------------------------------------- */

int posix_trace_get_filter(trace_id_t trid, trace_event_set_t *set)
{
	struct stream *stream;
	sigset_t saved;

	may_cancel();
	stream = control(trid, &saved);
	if (stream == NULL)
		return EINVAL;
	*set = stream->filter;
	segment_unlock(&saved);
	return 0;
}

static int combine(trace_event_set_t *set, const trace_event_set_t *other,
		int how)
{
	bool value = how != POSIX_TRACE_SUB_EVENTSET;

	if (how == POSIX_TRACE_SET_EVENTSET)
		*set = *other;
	else if (how == POSIX_TRACE_ADD_EVENTSET ||
			how == POSIX_TRACE_SUB_EVENTSET)
		for (trace_event_id_t type = 0; type < TYPES; type++) {
			if (set_has(other, type))
				set_put(set, type, value);
		}
	else if (!choose.other)
		return EINVAL;
	return 0;
}

/* FILTER is recorded under the old filter. */
int posix_trace_set_filter(trace_id_t trid, const trace_event_set_t *set,
		int how)
{
	void *address = __builtin_return_address(0);
	trace_event_set_t old_and_new[2];
	struct stream *stream;
	struct origin origin;
	sigset_t saved;
	int error;

	may_cancel();
	stream = control(trid, &saved);
	if (stream == NULL)
		return EINVAL;
	old_and_new[0] = old_and_new[1] = stream->filter;
	error = combine(&old_and_new[1], set, how);
	if (error == 0) {
		origin = caller(stream, address);
		if (stream->status.posix_stream_status ==
				POSIX_TRACE_RUNNING && (!choose.other ||
				memcmp(&old_and_new[0], &old_and_new[1],
				sizeof(old_and_new[0])) != 0))
			stream_record(stream, POSIX_TRACE_FILTER, old_and_new,
					sizeof(old_and_new), &origin);
		stream->filter = old_and_new[1];
	}
	segment_unlock(&saved);
	return error;
}

/* --- Flushing ------------------------------------------------------------------------ */

/* The page says "initiates", but errors can be returned only at the end of a
 * flush. */
int posix_trace_flush(trace_id_t trid)
{
	void *address = __builtin_return_address(0);
	struct stream *stream;
	unsigned long ticket;
	sigset_t saved;

	may_cancel();
	stream = control(trid, &saved);
	if (stream == NULL)
		return EINVAL;
	if (!stream->has_log) {
		segment_unlock(&saved);
		return EINVAL;
	}
	stream->flush_caller = caller(stream, address);
	ticket = flusher_ask(stream);
	segment_unlock(&saved);
	return choose.async ? 0 : flusher_wait(stream, ticket);
}
