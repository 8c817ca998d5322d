/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Pre-recorded streams: posix_trace_open(), _close(), _rewind(),
 * posixtrace_open_again() and posixtrace_seek(). */
#include <errno.h>
#include <posixtrace.h>

#include "api/use.h"
#include "source/replay.h"

/* Takes the stream. */
static int give_id(struct pxt_stream *stream, trace_id_t *trid)
{
	int err = pxt_table_add(stream, trid);

	if (err)
		pxt_stream_free(stream);
	return err;
}

int posix_trace_open(int file_desc, trace_id_t *trid)
{
	struct pxt_stream *stream;
	int err, saved = errno, cancel;

	if (!trid)
		return EINVAL;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	err = pxt_stream_open(file_desc, &stream);
	if (!err)
		err = give_id(stream, trid);
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
	return err;
}

int posixtrace_open_again(trace_id_t trid, trace_id_t *other)
{
	struct pxt_stream *first, *stream;
	int err, saved = errno, cancel;

	if (!other)
		return EINVAL;
	first = pxt_use_begin(trid, PXT_USE_REPLAY);
	if (!first)
		return EINVAL;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	err = pxt_stream_open_again(first, &stream);
	/* The lock of the table comes before that of a stream. */
	pxt_use_end(first);
	if (!err)
		err = give_id(stream, other);
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
	return err;
}

int posix_trace_close(trace_id_t trid)
{
	struct pxt_stream *stream = pxt_table_remove(trid, true);
	int saved = errno, cancel;

	if (!stream)
		return EINVAL;
	/* close() would be a cancellation point. */
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	pxt_table_retire(stream);
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
	return 0;
}

int posix_trace_rewind(trace_id_t trid)
{
	struct pxt_stream *stream = pxt_use_begin(trid, PXT_USE_REPLAY);
	int err;

	if (!stream)
		return EINVAL;
	err = pxt_replay_rewind(stream->replay);
	pxt_use_end(stream);
	return err;
}

/* Nanoseconds since the epoch; the times of a trace are in range. */
static int64_t to_ns(const struct timespec *time)
{
	int64_t ns;

	if (__builtin_mul_overflow((int64_t)time->tv_sec, INT64_C(1000000000),
				   &ns) ||
	    __builtin_add_overflow(ns, (int64_t)time->tv_nsec, &ns))
		return time->tv_sec < 0 ? INT64_MIN : INT64_MAX;
	return ns;
}

int posixtrace_seek(trace_id_t trid, const struct timespec *time)
{
	struct pxt_stream *stream;
	int err;

	if (!time || time->tv_nsec < 0 || time->tv_nsec >= 1000000000)
		return EINVAL;
	stream = pxt_use_begin(trid, PXT_USE_REPLAY);
	if (!stream)
		return EINVAL;
	err = pxt_replay_seek(stream->replay, to_ns(time));
	pxt_use_end(stream);
	return err;
}
