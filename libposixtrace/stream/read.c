/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Reading events: the next one of a source, and waiting for it. */
#include <errno.h>
#include <string.h>

#include "base/alone.h"
#include "base/futex.h"
#include "ring/order.h"
#include "source/replay.h"
#include "stream/stream.h"

/*
 * How far a call may exceed its deadline while it waits for a writer inside a
 * record: an event that is there has precedence (TGET-3).
 */
#define GRACE_NS 50000000

static bool is_valid(const struct timespec *t)
{
	return t->tv_nsec >= 0 && t->tv_nsec < 1000000000;
}

/* The time, CLOCK_MONOTONIC, until which a writer is waited for. */
static uint64_t last_moment(const struct pxt_waiting *waiting)
{
	const struct timespec *deadline = waiting ? waiting->deadline : NULL;
	const int64_t sec = deadline ? deadline->tv_sec : INT64_MAX;
	uint64_t now, real, at = 0;

	if (sec > INT64_MAX / 1000000000 - 1)
		return UINT64_MAX;
	now = pxt_clock_ns(CLOCK_MONOTONIC);
	real = pxt_clock_ns(CLOCK_REALTIME);
	if (is_valid(deadline) && sec >= 0)
		at = (uint64_t)sec * 1000000000 +
		     (uint64_t)deadline->tv_nsec;
	return now + (at > real ? at - real : 0) + GRACE_NS;
}

/*
 * The next event of a live stream.  When a stream that stopped because it was
 * full has been read to its end, STOP included, it restarts (UF-5).
 */
static int live_next(struct pxt_stream *stream, const struct pxt_event **event,
		     const struct pxt_waiting *waiting)
{
	struct pxt_drain *drain = &stream->drain;
	int err = pxt_drain_next(drain, event);

	if (err == ENOENT) {
		pxt_stream_take_full(stream);
		err = pxt_drain_round(drain, last_moment(waiting));
		if (!err)
			err = pxt_drain_next(drain, event);
	}
	if ((!err || err == ENOENT) && stream->auto_stopped &&
	    !drain->settling.begun && pxt_source_is_empty(&drain->source))
		pxt_stream_restart(stream);
	stream->read += !err;
	return err;
}

/* Copy it to the caller's buffers; GET-5, GET-6. */
static inline void copy_out(struct pxt_timeline *line,
			    const struct pxt_event *event,
			    const struct pxt_reading *into)
{
	size_t len = event->len < into->size ? event->len : into->size;
	int64_t ns = pxt_timeline_real(line, event->ticks);
	struct posix_trace_event_info *info = into->info;

	info->posix_event_id = event->id;
	info->posix_pid = event->pid;
	info->posix_prog_address = (void *)(uintptr_t)event->address;
	info->posix_thread_id = (pthread_t)event->thread;
	info->posix_timestamp = pxt_clock_timespec(ns);
	info->posix_tid = event->tid;
	info->posix_truncation_status =
		len < event->len ? POSIX_TRACE_TRUNCATED_READ :
		event->truncated ? POSIX_TRACE_TRUNCATED_RECORD :
		POSIX_TRACE_NOT_TRUNCATED;
	if (len)
		memcpy(into->data, event->data, len);
	*into->len = len;
}

/* events generated when reading are filtered here. */
static bool is_left_out(const struct pxt_stream *stream,
			const struct pxt_event *event)
{
	return (event->id == POSIX_TRACE_OVERFLOW ||
		event->id == POSIX_TRACE_RESUME) &&
	       pxt_segment_filters(pxt_segment_of(stream), event->id);
}

/* For a stream that is live. */
static int try_read(struct pxt_stream *stream, const struct pxt_reading *into,
		    const struct pxt_waiting *waiting)
{
	const struct pxt_event *event;
	int err;

	if (stream->closing)
		return EINVAL;
	do
		err = live_next(stream, &event, waiting);
	while (!err && is_left_out(stream, event));
	if (!err)
		copy_out(&stream->drain.source.timeline, event, into);
	return err;
}

/*
 * Set the word by which writers know that a reader sleeps.  After this either
 * the reader sees an event, or its writer sees the word and wakes the reader
 * (ring/order.h, C and D).
 */
static uint32_t register_waiter(struct pxt_stream *stream)
{
	struct pxt_segment *segment = pxt_segment_of(stream);
	uint32_t seen = pxt_load_relaxed(&segment->wake);

	pxt_store_relaxed(&segment->waiters, 1);
	pxt_order_decide(stream->slot.view.others);
	return seen;
}

/*
 * The kernel checks the deadline only of a thread that sleeps, and while the
 * word keeps changing the thread does not sleep.
 */
static bool is_over(const struct timespec *deadline)
{
	struct timespec now;

	if (!deadline)
		return false;
	clock_gettime(CLOCK_REALTIME, &now);
	return now.tv_sec != deadline->tv_sec ?
	       now.tv_sec > deadline->tv_sec : now.tv_nsec >= deadline->tv_nsec;
}

/*
 * The only place where a reader can be cancelled (CANC-2): no lock is held and
 * no event taken.  `leave` ends the cancelled call.
 */
static int wait_on(struct pxt_segment *segment, uint32_t seen,
		   const struct pxt_waiting *waiting)
{
	_Atomic uint32_t *word = &segment->wake;
	bool shortly = pxt_load_relaxed(&segment->silent);
	int err, type;

	if (shortly && is_over(waiting->deadline))
		return 0;
	pthread_cleanup_push(waiting->leave, waiting->arg);
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &type);
	err = shortly ? pxt_futex_wait_ns(word, seen, PXT_SILENT_NS) :
			pxt_futex_wait(word, seen, waiting->deadline);
	pthread_setcanceltype(type, NULL);
	pthread_cleanup_pop(0);
	return shortly && err == ETIMEDOUT ? 0 : err;
}

/* There was no event: wait for one.  The lock is held except while asleep. */
static int wait_and_read(struct pxt_stream *stream,
			 const struct pxt_reading *into,
			 const struct pxt_waiting *waiting)
{
	struct pxt_segment *segment = pxt_segment_of(stream);
	const struct timespec *deadline = waiting->deadline;
	/* TGET-3: an event has precedence over an invalid deadline. */
	int err = deadline && !is_valid(deadline) ? EINVAL : ENOENT;
	uint32_t seen;

	while (err == ENOENT) {
		seen = register_waiter(stream);
		err = try_read(stream, into, waiting);
		if (err != ENOENT)
			break;
		pthread_mutex_unlock(&stream->lock);
		err = wait_on(segment, seen, waiting);
		if (!err && is_over(deadline))
			err = ETIMEDOUT;
		pthread_mutex_lock(&stream->lock);
		/* An event that came with the signal or at the last moment is
		 * still there for the next call, or for this one. */
		if (err != EINTR || stream->closing) {
			int late = err;

			err = try_read(stream, into, waiting);
			if (err == ENOENT && late)
				err = late;
		}
	}
	return err;
}

int pxt_stream_read(struct pxt_stream *stream, const struct pxt_reading *into,
		    const struct pxt_waiting *waiting)
{
	/* A single thread needs no lock. */
	bool locks = !pxt_is_alone();
	int err;

	if (locks)
		pthread_mutex_lock(&stream->lock);
	err = try_read(stream, into, waiting);
	if (err == ENOENT && waiting) {
		if (!locks)
			pthread_mutex_lock(&stream->lock);
		locks = true;
		err = wait_and_read(stream, into, waiting);
	}
	if (locks)
		pthread_mutex_unlock(&stream->lock);
	return err;
}

/* The end of a round is left to live_next(). */
static int read_ready(struct pxt_stream *stream, const struct pxt_reading *into)
{
	struct pxt_drain *drain = &stream->drain;
	const struct pxt_event *event;

	if (stream->closing || stream->auto_stopped)
		return EAGAIN;
	do {
		if (pxt_drain_next(drain, &event) != 0)
			return EAGAIN;
		stream->read++;
	} while (is_left_out(stream, event));
	copy_out(&drain->source.timeline, event, into);
	return 0;
}

int pxt_stream_read_ready(struct pxt_stream *stream,
			  const struct pxt_reading *into)
{
	bool locks = !pxt_is_alone();
	int err;

	if (locks)
		pthread_mutex_lock(&stream->lock);
	err = read_ready(stream, into);
	if (locks)
		pthread_mutex_unlock(&stream->lock);
	return err;
}

int pxt_stream_read_log(struct pxt_stream *stream,
			const struct pxt_reading *into)
{
	struct pxt_replay *replay = stream->replay;
	const struct pxt_event *event;
	/* A single thread needs no lock; most readers of logs are
	 * single-threaded. */
	bool locks = !pxt_is_alone();
	int err;

	if (locks)
		pthread_mutex_lock(&stream->lock);
	err = stream->closing ? EINVAL : pxt_replay_next(replay, &event);
	if (!err)
		copy_out(&replay->source.timeline, event, into);
	if (locks)
		pthread_mutex_unlock(&stream->lock);
	return err;
}
