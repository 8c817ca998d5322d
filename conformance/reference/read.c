/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Reading events (page posix_trace_getnext_event).
 *
 * Streams with log are not read: the page speaks of streams without log, and
 * the rationale has it unspecified.  With `other` they are.
 */
#include "reference.h"

/* The caller's variables for the event. */
struct wanted {
	struct posix_trace_event_info *info;
	void *data;
	size_t size;
	size_t *data_size;
	int *unavailable;
};

static void report(const struct wanted *wanted, const struct record *record)
{
	*wanted->info = record->info;
	*wanted->data_size = record->data_size;
	if (record->data_size > wanted->size) {
		*wanted->data_size = wanted->size;
		wanted->info->posix_truncation_status =
				POSIX_TRACE_TRUNCATED_READ;
	}
	*wanted->unavailable = 0;
}

/* --- Waiting ------------------------------------------------------------------ */

struct wait {
	struct stream *stream;
	bool closed;
};

static void wait_end(void *arg)
{
	struct wait *wait = arg;
	sigset_t saved;

	segment_lock(&saved);
	wait->closed = wait->stream->closing;
	if (--wait->stream->readers == 0 && wait->closed)
		sem_post(&wait->stream->no_readers);
	segment_unlock(&saved);
}

/* Wait for something that may be an event.  A thread that is cancelled or
 * interrupted takes no event. */
static int wait_for_event(struct stream *stream,
		const struct timespec *deadline)
{
	struct wait wait = { stream, false };
	int failed, cancel;

	if (choose.nocancel)
		pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	pthread_cleanup_push(wait_end, &wait);
	failed = deadline ? sem_timedwait(&stream->readable, deadline) :
			sem_wait(&stream->readable);
	failed = failed ? errno : 0;
	if (choose.other && deadline != NULL && deadline->tv_sec < 0)
		failed = EINVAL;
	pthread_cleanup_pop(1);
	if (choose.nocancel)
		pthread_setcancelstate(cancel, &cancel);
	return wait.closed ? EINVAL : failed;
}

/* --- The three functions
 * ---------------------------------------------------------- */

enum kind { GETNEXT, TIMEDGETNEXT, TRYGETNEXT };

static int next_of_log(struct reader *reader, const struct wanted *wanted,
		enum kind kind)
{
	struct record record;
	int error = EINVAL;

	*wanted->unavailable = 1;
	if (kind == GETNEXT || (choose.other && kind == TIMEDGETNEXT))
		error = reader_next(reader, &record, wanted->data,
				wanted->size);
	local_unlock();
	if (error == 0 && record.size != 0)
		report(wanted, &record);
	return error;
}

/* Returns EAGAIN if there is no event; then the caller is counted as a reader,
 * and *waits_for is the stream. */
static int next_of_stream(trace_id_t trid, const struct wanted *wanted,
		bool wait, struct stream **waits_for)
{
	struct stream *stream;
	struct record record;
	sigset_t saved;
	int error = EINVAL;

	*wanted->unavailable = 1;
	if (shared == NULL)
		return EINVAL;
	segment_lock(&saved);
	stream = stream_find(trid);
	if (stream != NULL && (!stream->has_log || choose.other)) {
		if (stream_peek(stream, &record, wanted->data, wanted->size)) {
			stream_drop(stream, &record);
			report(wanted, &record);
			error = 0;
		} else {
			error = EAGAIN;
			stream->readers += wait;
			*waits_for = stream;
		}
	}
	segment_unlock(&saved);
	return error;
}

static int next(trace_id_t trid, enum kind kind, const struct wanted *wanted,
		const struct timespec *deadline)
{
	struct reader *reader = reader_find(trid);
	struct stream *stream;
	int error;

	if (reader != NULL)
		return next_of_log(reader, wanted, kind);
	for (;;) {
		error = next_of_stream(trid, wanted, kind != TRYGETNEXT,
				&stream);
		if (error != EAGAIN)
			return error;
		if (kind == TRYGETNEXT)
			return 0;
		error = wait_for_event(stream, deadline);
		if (error != 0)
			return error;
	}
}

int posix_trace_getnext_event(trace_id_t trid,
		struct posix_trace_event_info *restrict info,
		void *restrict data, size_t size, size_t *restrict data_size,
		int *restrict unavailable)
{
	struct wanted wanted = { info, data, size, data_size, unavailable };

	may_cancel();
	return next(trid, GETNEXT, &wanted, NULL);
}

int posix_trace_timedgetnext_event(trace_id_t trid,
		struct posix_trace_event_info *restrict info,
		void *restrict data, size_t size, size_t *restrict data_size,
		int *restrict unavailable,
		const struct timespec *restrict deadline)
{
	struct wanted wanted = { info, data, size, data_size, unavailable };

	may_cancel();
	return next(trid, TIMEDGETNEXT, &wanted, deadline);
}

int posix_trace_trygetnext_event(trace_id_t trid,
		struct posix_trace_event_info *restrict info,
		void *restrict data, size_t size, size_t *restrict data_size,
		int *restrict unavailable)
{
	struct wanted wanted = { info, data, size, data_size, unavailable };

	return next(trid, TRYGETNEXT, &wanted, NULL);
}
