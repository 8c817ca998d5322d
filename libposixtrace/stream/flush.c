/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The flush thread: waits for requests of this process, for commands of others and
 * for chunks, and writes blocks; see flush.h.  This file decides when to write what, block.c how.
 *
 * Everything in struct pxt_flush is guarded by the stream's lock, except
 * `blocks`, which belongs to the thread while it has been given work.
 */
#include "stream/flush.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/fdtable.h"
#include "base/futex.h"
#include "base/guard.h"
#include "ring/collect.h"
#include "ring/command.h"
#include "ring/order.h"
#include "stream/block.h"
#include "stream/worker.h"

enum order { BEGIN, FLUSH, CLEAR, FINISH };

/* On the stack of the caller that waits for it. */
struct request {
	enum order order;
	bool done;
	int result;
};

struct pxt_flush {
	struct pxt_stream *stream;
	struct pxt_blocks *blocks;	/* NULL before BEGIN */
	int fd;				/* of the caller, for BEGIN */
	/* the thread has its own descriptor table */
	bool apart;
	struct pxt_worker worker;	/* its thread's */
	pthread_cond_t done;		/* a request has been completed */
	struct request *request;	/* NULL: none */
	bool busy;			/* FLUSHING */
	int error;			/* first one since get_status */
	uint64_t log_lost_seen;		/* when get_status last reset */
};

/*
 * Number of full chunks that wakes the thread: small, so that the stream is
 * rarely full.
 */
static uint32_t mark_of(const struct pxt_view *view)
{
	return view->n_full / 4 ? view->n_full / 4 : 1;
}

static bool flushes_by_itself(const struct pxt_flush *flush)
{
	return flush->stream->slot.view.attr.stream_policy ==
	       POSIX_TRACE_FLUSH;
}

static bool is_full(const struct pxt_flush *flush)
{
	return (pxt_load_relaxed(&pxt_segment_of(flush->stream)->run) &
		PXT_RUN_MASK) == PXT_RUN_FULL;
}

/* Is there work that a FLUSH stream does without reporting it? */
static bool has_work(const struct pxt_flush *flush)
{
	const struct pxt_view *view = &flush->stream->slot.view;

	if (!flushes_by_itself(flush))
		return false;
	return pxt_queue_length(&view->segment->full) >= mark_of(view) ||
	       pxt_load_relaxed(&view->segment->exited) > view->n_lanes / 8 ||
	       is_full(flush);
}

static void note_error(struct pxt_flush *flush, int err)
{
	if (err && !flush->error)
		flush->error = err;
}

/* The log is full: the stream stops and the log ends in STOP. */
static void stop_for_log(struct pxt_flush *flush)
{
	struct pxt_stream *stream = flush->stream;

	pxt_stream_set_run(stream, PXT_RUN_STOPPED);
	pxt_order_decide();
	stream->auto_stopped = stream->held = false;
	pxt_blocks_begin_end(flush->blocks);
	/* What is lost is also reported at the position of its first event. */
	pthread_mutex_unlock(&stream->lock);
	pxt_blocks_write(flush->blocks, true);
	pthread_mutex_lock(&stream->lock);
	note_error(flush, pxt_blocks_end(flush->blocks));
}

/*
 * Write what is there.  `all`: also what stands in open chunks, up to now.
 * The lock is released while writing: only this thread takes chunks out.
 */
static int write_out(struct pxt_flush *flush, bool all, bool mark)
{
	struct pxt_stream *stream = flush->stream;
	int err;

	flush->busy = true;
	if (mark)
		pxt_emit(stream, POSIX_TRACE_FLUSH_START, NULL, NULL, 0);
	pthread_mutex_unlock(&stream->lock);
	err = pxt_blocks_write(flush->blocks, all);
	pthread_mutex_lock(&stream->lock);
	/* Events for which a thread had no memory cannot be written later. */
	if (!err && atomic_exchange(&pxt_segment_of(stream)->starved, 0))
		err = ENOMEM;
	stream->flushed = pxt_segment_ticks(&stream->slot.view);
	if (mark)
		pxt_emit(stream, POSIX_TRACE_FLUSH_STOP, NULL, NULL, 0);
	note_error(flush, err);
	if (pxt_blocks_takes_no_more(flush->blocks) &&
	    !pxt_blocks_has_end(flush->blocks))
		stop_for_log(flush);
	pxt_blocks_put_status(flush->blocks, flush->error, false);
	flush->busy = false;
	return err;
}

static bool is_running(const struct pxt_flush *flush)
{
	return (pxt_load_relaxed(&pxt_segment_of(flush->stream)->run) &
		PXT_RUN_MASK) == PXT_RUN_RUNNING;
}

/*
 * There was work, but nothing could be written: either a traced process has
 * corrupted the words that indicate work, or the file accepts nothing.  Pause,
 * so that this neither uses the processor nor fills the log with FLUSH_START
 * and FLUSH_STOP.
 */
static void rest(struct pxt_flush *flush)
{
	struct pxt_segment *segment = pxt_segment_of(flush->stream);
	uint32_t seen = pxt_load_relaxed(&segment->wake);

	if (flush->request)
		return;
	pthread_mutex_unlock(&flush->stream->lock);
	pxt_futex_wait_ns(&segment->wake, seen, 50000000);
	pthread_mutex_lock(&flush->stream->lock);
}

/* Flush, and restart a stream that was full. */
static int flush_once(struct pxt_flush *flush, bool all)
{
	bool full = pxt_stream_take_full(flush->stream);
	/* not on a stream that was stopped by a call. */
	int err = write_out(flush, all, full || is_running(flush));

	pxt_stream_restart(flush->stream);
	return err;
}

static int clear(struct pxt_flush *flush)
{
	int err = pxt_blocks_clear(flush->blocks);

	flush->error = 0;
	flush->log_lost_seen = 0;
	pxt_blocks_put_status(flush->blocks, 0, false);
	return err;
}

/*
 * Then the lost events are not known, and the log is never complete.  Where names
 * are missing it is, and who reads it finds types without a name.
 */
static bool was_cut_off(const struct pxt_stream *stream)
{
	return pxt_guard_has_replaced(stream->slot.view.segment,
				      stream->slot.view.size);
}

/*
 * Begin the log.  Its descriptor is in a descriptor table of this thread, so
 * the program cannot close it, for example by close_range(), nor reuse its
 * number, and no child inherits it.  Where that is not possible, log/file.h
 * checks before each use that it still is the log.
 */
static int begin(struct pxt_flush *flush)
{
	int err;

	flush->apart = pxt_fdtable_part(flush->fd);
	err = pxt_blocks_create(flush->stream, flush->fd, &flush->blocks);
	if (flush->apart)
		close(flush->fd);
	return err;
}

/* The stream ends: record a gap for the losses that are in no gap yet. */
static int write_last_gap(struct pxt_flush *flush)
{
	struct pxt_stream *stream = flush->stream;
	uint64_t before = stream->reported_lost;

	/* All is written, so it is not full.  Threads that still trace would
	 * go on counting losses. */
	if (flushes_by_itself(flush)) {
		stream->held = true;
		pxt_stream_restart(stream);
	}
	pxt_stream_report_rest(stream);
	return stream->reported_lost == before ? 0 : write_out(flush, true, false);
}

static int finish(struct pxt_flush *flush)
{
	int err, last;

	pxt_stream_take_full(flush->stream);
	note_error(flush, pxt_blocks_write_strays(flush->blocks));
	err = write_out(flush, true, false);
	last = write_last_gap(flush);
	err = err ? err : last;
	note_error(flush, pxt_blocks_put_status(flush->blocks, flush->error,
						!was_cut_off(flush->stream)));
	/* Only this thread can close it. */
	pxt_blocks_close_file(flush->blocks);
	return err ? err : flush->error;
}

/* What another process has asked for.  It has waited for the stream's lock, as a
 * thread of this process would have. */
static void obey(struct pxt_flush *flush)
{
	struct pxt_segment *segment = pxt_segment_of(flush->stream);
	enum pxt_command command;
	int err = EINVAL;

	if (!pxt_command_take(segment, &command))
		return;
	switch (command) {
	case PXT_COMMAND_START:
		err = pxt_stream_start(flush->stream, NULL);
		break;
	case PXT_COMMAND_STOP:
		err = pxt_stream_stop(flush->stream, NULL);
		break;
	case PXT_COMMAND_FLUSH:
		err = flush_once(flush, true);
		break;
	}
	pxt_command_end(segment, err);
}

/*
 * Sleep for a second, or less if a writer has work and cannot wake the thread.
 * Returns what pxt_futex_wait_ns() does.
 */
static int sleep_on(struct pxt_flush *flush, uint32_t seen)
{
	struct pxt_segment *segment = pxt_segment_of(flush->stream);
	uint64_t left = 1000000000, step;
	int err;

	do {
		step = pxt_load_relaxed(&segment->silent) ? PXT_SILENT_NS : left;
		err = pxt_futex_wait_ns(&segment->wake, seen, step);
		if (err == ETIMEDOUT && step < left && has_work(flush))
			return 0;
		left -= step;
	} while (err == ETIMEDOUT && left);
	return err;
}

/*
 * Sleep until a writer or a request wakes the thread.  After a second without
 * work what has come is written, so that it reaches the file however slowly it
 * comes.  Such a flush records no FLUSH_START, or it would cause the next one.
 */
static void doze(struct pxt_flush *flush)
{
	struct pxt_segment *segment = pxt_segment_of(flush->stream);
	uint32_t seen = pxt_load_relaxed(&segment->wake);
	int woken;

	pxt_store_relaxed(&segment->flusher, 1);
	pxt_order_decide();
	if (has_work(flush) || flush->request || pxt_command_is_there(segment))
		return;
	pthread_mutex_unlock(&flush->stream->lock);
	woken = sleep_on(flush, seen);
	pthread_mutex_lock(&flush->stream->lock);
	if (woken == ETIMEDOUT && flushes_by_itself(flush) && !flush->request)
		write_out(flush, true, false);
}

static int carry_out(struct pxt_flush *flush, enum order order)
{
	switch (order) {
	case BEGIN:
		return begin(flush);
	case FLUSH:
		return flush_once(flush, true);
	case CLEAR:
		return clear(flush);
	case FINISH:
		return finish(flush);
	}
	return EINVAL;
}

static void *run(void *arg)
{
	struct pxt_flush *flush = arg;
	struct pxt_stream *stream = flush->stream;
	bool finished = false;

	prctl(PR_SET_NAME, "posixtrace-log");
	pthread_mutex_lock(&stream->lock);
	while (!finished) {
		struct request *request = flush->request;

		if (request) {
			request->result = carry_out(flush, request->order);
			finished = request->order == FINISH || !flush->blocks;
			request->done = true;
			flush->request = NULL;
			pthread_cond_broadcast(&flush->done);
		} else if (pxt_command_is_there(pxt_segment_of(stream))) {
			obey(flush);
		} else if (has_work(flush)) {
			uint64_t before = pxt_blocks_events(flush->blocks);

			flush_once(flush, false);
			if (pxt_blocks_events(flush->blocks) == before)
				rest(flush);
		} else {
			doze(flush);
		}
	}
	pthread_mutex_unlock(&stream->lock);
	return NULL;
}

/* Give a request, after those given before, and wait for it. */
static int give(struct pxt_stream *stream, enum order order)
{
	struct pxt_flush *flush = stream->flush;
	struct pxt_segment *segment = pxt_segment_of(stream);
	struct request request = { .order = order };
	int cancel;

	/* pthread_cond_wait() would be a cancellation point. */
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	while (flush->request)
		pthread_cond_wait(&flush->done, &stream->lock);
	flush->request = &request;
	pxt_add_relaxed(&segment->wake, 1);
	pxt_futex_wake(&segment->wake);
	while (!request.done)
		pthread_cond_wait(&flush->done, &stream->lock);
	pthread_setcancelstate(cancel, NULL);
	return request.result;
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

int pxt_flush_create(struct pxt_stream *stream, int fd, struct pxt_flush **out)
{
	struct pxt_flush *flush = calloc(1, sizeof(*flush));
	int err;

	if (!flush)
		return ENOMEM;
	flush->stream = stream;
	flush->fd = fd;
	pthread_cond_init(&flush->done, NULL);
	if (flushes_by_itself(flush))
		pxt_store_relaxed(&pxt_segment_of(stream)->flush_mark,
				  mark_of(&stream->slot.view));
	/* Before the thread runs: it uses stream->flush from the start. */
	*out = flush;
	pthread_mutex_lock(&stream->lock);
	err = pxt_worker_start(&flush->worker, run, flush);
	if (!err) {
		err = give(stream, BEGIN);
		if (err)
			join(flush);
	}
	pthread_mutex_unlock(&stream->lock);
	if (err) {
		*out = NULL;
		destroy(flush);
	}
	return err;
}

int pxt_flush_now(struct pxt_stream *stream)
{
	return give(stream, FLUSH);
}

int pxt_flush_clear(struct pxt_stream *stream)
{
	return give(stream, CLEAR);
}

int pxt_flush_finish(struct pxt_stream *stream)
{
	struct pxt_flush *flush = stream->flush;
	int err = give(stream, FINISH);

	join(flush);
	stream->flush = NULL;
	destroy(flush);
	return err;
}

void pxt_flush_close_file(struct pxt_flush *flush)
{
	if (flush->apart)
		pxt_blocks_disown(flush->blocks);
	else
		pxt_blocks_close_file(flush->blocks);
}

void pxt_flush_abandon(struct pxt_flush *flush)
{
	pxt_blocks_destroy(flush->blocks);
	free(flush);
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
