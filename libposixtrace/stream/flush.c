/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Requests to the flush thread, and what is asked about it; see flush.h. */
#include "stream/flush.h"

#include <errno.h>
#include <stdlib.h>

#include "base/futex.h"
#include "stream/flush-thread.h"

/* Give a request to a thread that has none, and wait for it. */
static int give_to(struct pxt_flush *flush, enum pxt_flush_order order,
		   struct pxt_added *added)
{
	struct pxt_stream *stream = flush->stream;
	struct pxt_segment *segment = pxt_segment_of(stream);
	struct pxt_flush_request request = { .order = order, .added = added };

	flush->request = &request;
	pxt_add_relaxed(&segment->wake, 1);
	pxt_futex_wake(&segment->wake);
	while (!request.done)
		pthread_cond_wait(&flush->done, &stream->lock);
	return request.result;
}

/* The same after the requests that were given before, which may have been to go on
 * with another log. */
static int give_added(struct pxt_stream *stream, enum pxt_flush_order order,
		      struct pxt_added *added)
{
	int cancel, result;

	/* pthread_cond_wait() would be a cancellation point. */
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	while (stream->flush->request)
		pthread_cond_wait(&stream->flush->done, &stream->lock);
	result = give_to(stream->flush, order, added);
	pthread_setcancelstate(cancel, NULL);
	return result;
}

static int give(struct pxt_stream *stream, enum pxt_flush_order order)
{
	return give_added(stream, order, NULL);
}

/*
 * Wait until the thread has ended; under the lock, which is released
 * meanwhile.
 */
static void join(struct pxt_flush *flush)
{
	struct pxt_stream *stream = flush->stream;

	pthread_mutex_unlock(&stream->lock);
	pxt_worker_join(&flush->worker);
	pthread_mutex_lock(&stream->lock);
}

static void destroy(struct pxt_flush *flush)
{
	if (flush->blocks)
		pxt_blocks_destroy(flush->blocks);
	pthread_cond_destroy(&flush->done);
	free(flush);
}

static struct pxt_flush *new_flush(struct pxt_stream *stream, int fd)
{
	struct pxt_flush *flush = calloc(1, sizeof(*flush));

	if (!flush)
		return NULL;
	flush->stream = stream;
	flush->fd = fd;
	pthread_cond_init(&flush->done, NULL);
	return flush;
}

/* Start the thread, and begin its log; under the lock. */
static int begin_thread(struct pxt_flush *flush)
{
	int err = pxt_worker_start(&flush->worker, pxt_flush_run, flush);

	if (err)
		return err;
	err = give_to(flush, PXT_FLUSH_BEGIN, NULL);
	if (err)
		join(flush);
	return err;
}

int pxt_flush_create(struct pxt_stream *stream, int fd, struct pxt_flush **out)
{
	struct pxt_flush *flush = new_flush(stream, fd);
	int err;

	if (!flush)
		return ENOMEM;
	/* Before the thread runs: it uses stream->flush from the start. */
	*out = flush;
	pthread_mutex_lock(&stream->lock);
	err = begin_thread(flush);
	pthread_mutex_unlock(&stream->lock);
	if (err) {
		*out = NULL;
		destroy(flush);
	}
	return err;
}

/* The thread of the next log is scheduled like this one.  What the system does not
 * permit any more stays as it is. */
static void schedule_as(const struct pxt_flush *flush, struct pxt_flush *next)
{
	int policy, priority;

	if (pxt_worker_get_scheduling(&flush->worker, &policy, &priority) == 0)
		pxt_worker_set_scheduling(&next->worker, policy, priority);
}

/* A log has one writer. */
static bool is_in_use(const struct pxt_stream *stream, int fd,
		      const struct pxt_log_place *place)
{
	return pxt_log_place_is_of(&pxt_segment_of(stream)->log, fd) ||
	       pxt_directory_shares_log(&stream->slot, place);
}

/* One switch at a time: this one's next log has begun, or it has none.  The one
 * that was waited for may have been to the same log. */
static int begin_next(struct pxt_stream *stream, int fd)
{
	struct pxt_log_place place;
	struct pxt_flush *next;
	int err;

	while (stream->flush->next)
		pthread_cond_wait(&stream->flush->done, &stream->lock);
	pxt_log_place_note(fd, &place);
	if (is_in_use(stream, fd, &place))
		return EBUSY;
	next = new_flush(stream, fd);
	if (!next)
		return ENOMEM;
	next->place = place;
	next->number = stream->flush->number + 1;
	stream->flush->next = next;
	err = begin_thread(next);
	if (!err) {
		schedule_as(stream->flush, next);
		return 0;
	}
	stream->flush->next = NULL;
	pthread_cond_broadcast(&stream->flush->done);
	destroy(next);
	return err;
}

int pxt_flush_switch(struct pxt_stream *stream, int fd)
{
	struct pxt_flush *former;
	int err, cancel;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	err = begin_next(stream, fd);
	if (!err) {
		former = stream->flush;
		give(stream, PXT_FLUSH_SWITCH);
		join(former);
		destroy(former);
	}
	pthread_setcancelstate(cancel, NULL);
	return err;
}

int pxt_flush_now(struct pxt_stream *stream)
{
	return give(stream, PXT_FLUSH_NOW);
}

int pxt_flush_add(struct pxt_stream *stream, struct pxt_added *added)
{
	return give_added(stream, PXT_FLUSH_ADD, added);
}

int pxt_flush_clear(struct pxt_stream *stream)
{
	return give(stream, PXT_FLUSH_CLEAR);
}

int pxt_flush_finish(struct pxt_stream *stream)
{
	struct pxt_flush *flush = stream->flush;
	int err = give(stream, PXT_FLUSH_FINISH);

	join(flush);
	stream->flush = NULL;
	destroy(flush);
	return err;
}

void pxt_flush_close_file(struct pxt_flush *flush)
{
	for (; flush; flush = flush->next) {
		if (!flush->blocks)
			continue;
		if (flush->apart)
			pxt_blocks_disown(flush->blocks);
		else
			pxt_blocks_close_file(flush->blocks);
	}
}

void pxt_flush_abandon(struct pxt_flush *flush)
{
	struct pxt_flush *next;

	for (; flush; flush = next) {
		next = flush->next;
		if (flush->blocks)
			pxt_blocks_destroy(flush->blocks);
		free(flush);
	}
}

void pxt_flush_status(struct pxt_flush *flush,
		      struct posix_trace_status_info *status, bool reset)
{
	uint64_t lost = pxt_blocks_lost(flush->blocks);

	status->posix_stream_flush_status = flush->busy ?
		POSIX_TRACE_FLUSHING : POSIX_TRACE_NOT_FLUSHING;
	status->posix_stream_flush_error = flush->error;
	status->posix_log_overrun_status = lost != flush->log_lost_seen ?
		POSIX_TRACE_OVERRUN : POSIX_TRACE_NO_OVERRUN;
	status->posix_log_full_status = pxt_blocks_log_is_full(flush->blocks) ?
		POSIX_TRACE_FULL : POSIX_TRACE_NOT_FULL;
	if (reset) {
		flush->error = 0;
		flush->log_lost_seen = lost;
	}
}

void pxt_flush_usage(struct pxt_flush *flush, struct posixtrace_usage *usage)
{
	pxt_blocks_usage(flush->blocks, usage);
}

bool pxt_flush_log_is_full(const struct pxt_flush *flush)
{
	return pxt_blocks_has_end(flush->blocks);
}

int pxt_flush_set_scheduling(const struct pxt_flush *flush, int policy,
			     int priority)
{
	return pxt_worker_set_scheduling(&flush->worker, policy, priority);
}

int pxt_flush_get_scheduling(const struct pxt_flush *flush, int *policy,
			     int *priority)
{
	return pxt_worker_get_scheduling(&flush->worker, policy, priority);
}
