/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The flush thread: waits for requests of this process, for commands of others and
 * for chunks, and writes blocks; see flush.h.  This file decides when to write
 * what, block.c how.
 */
#include "stream/flush-thread.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/fdtable.h"
#include "base/futex.h"
#include "base/guard.h"
#include "ring/collect.h"
#include "ring/command.h"
#include "ring/order.h"

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

/* Is there work that a FLUSH stream does without reporting it? */
static bool has_work(const struct pxt_flush *flush)
{
	const struct pxt_view *view = &flush->stream->slot.view;

	if (!flushes_by_itself(flush))
		return false;
	return pxt_queue_length(&view->segment->full) >= mark_of(view) ||
	       pxt_load_relaxed(&view->segment->exited) > view->n_lanes / 8 ||
	       pxt_stream_is_full(flush->stream);
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
	pxt_order_decide(stream->slot.view.others);
	pxt_added_halt(&stream->pauses, pxt_segment_ticks(&stream->slot.view), false);
	stream->auto_stopped = false;
	stream->held = false;
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
	int err, last;

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
	last = pxt_blocks_write_deferred(flush->blocks);
	err = err ? err : last;
	note_error(flush, err);
	if (pxt_blocks_takes_no_more(flush->blocks) &&
	    !pxt_blocks_has_end(flush->blocks))
		stop_for_log(flush);
	pxt_blocks_put_status(flush->blocks, flush->error, false);
	flush->busy = false;
	return err;
}

/* Write events of others, and the chunks that are full.  An automatic STOP to come is
 * behind them (`flushed`). */
static int add(struct pxt_flush *flush, struct pxt_added *added)
{
	struct pxt_stream *stream = flush->stream;
	int err, last;

	pxt_added_clock_renew(&stream->added_clock,
			      pxt_segment_anchor(&stream->slot.view));
	added->clock = stream->added_clock;
	added->pauses = stream->pauses;
	pthread_mutex_unlock(&stream->lock);
	err = pxt_blocks_write_added(flush->blocks, added);
	pthread_mutex_lock(&stream->lock);
	note_error(flush, err);
	if (added->newest > stream->added_clock.seen_ticks) {
		stream->added_clock.seen_ticks = added->newest;
		stream->added_clock.seen_ns = added->newest_ns;
	}
	last = write_out(flush, false, false);
	if (stream->flushed < added->newest)
		stream->flushed = added->newest;
	return err ? err : last;
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
	int err;

	pxt_stream_pass_newest(flush->stream);
	err = pxt_blocks_clear(flush->blocks);
	flush->error = 0;
	flush->log_lost_seen = 0;
	pxt_blocks_put_status(flush->blocks, 0, false);
	return err;
}

/*
 * Was the file of names cut off before any process could use it?  A process that
 * finds it so cannot be traced.
 */
static bool was_never_usable(const struct pxt_stream *stream)
{
	const struct pxt_segment *segment = stream->slot.view.segment;

	if (stream->self || stream->target.map->magic == PXT_EVENTMAP_MAGIC)
		return false;
	pxt_guard_note_cut();
	return pxt_load_relaxed(&segment->processes) == 0;
}

/*
 * Then the lost events are not known, and the log is never complete.  Where names
 * are missing it is, and who reads it finds types without a name.
 */
static bool was_cut_off(const struct pxt_stream *stream)
{
	return pxt_guard_has_replaced(stream->slot.view.segment,
				      stream->slot.view.size) ||
	       was_never_usable(stream);
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

	if (flushes_by_itself(flush))
		pxt_store_relaxed(&pxt_segment_of(flush->stream)->flush_mark,
				  mark_of(&flush->stream->slot.view));
	flush->apart = pxt_fdtable_part(flush->fd);
	err = pxt_blocks_create(flush->stream, flush->fd, flush->number,
				&flush->blocks);
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
		stream->held = false;
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

/* The losses so far are of this log. */
static void write_rest(struct pxt_flush *flush)
{
	struct pxt_stream *stream = flush->stream;
	uint64_t before = stream->reported_lost;

	pxt_stream_report_rest(stream);
	if (stream->reported_lost != before)
		write_out(flush, true, false);
	pxt_stream_leave_rest(stream);
}

/* Go on with the next log, and complete this one. */
static void hand_over(struct pxt_flush *flush)
{
	struct pxt_stream *stream = flush->stream;
	struct pxt_flush *next = flush->next;

	pxt_stream_take_full(stream);
	write_out(flush, true, false);
	write_rest(flush);
	note_error(flush, pxt_blocks_hand_over(flush->blocks, next->blocks,
					       &next->place, flush->error));
	next->error = flush->error;
	/* Not reported yet: any other number than that of the next log. */
	if (pxt_blocks_lost(flush->blocks) != flush->log_lost_seen)
		next->log_lost_seen = UINT64_MAX;
	pxt_blocks_close_file(flush->blocks);
	flush->next = NULL;
	stream->flush = next;
	pthread_cond_broadcast(&next->done);
	pxt_stream_restart(stream);
}

/* What another process has asked for.  It has waited for the stream's lock, as a
 * thread of this process would have. */
static void obey(struct pxt_flush *flush)
{
	struct pxt_segment *segment = pxt_segment_of(flush->stream);
	enum pxt_command command;
	uint32_t taken;
	int err = EINVAL;

	if (!pxt_command_take(segment, &command, &taken))
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
	case PXT_COMMAND_SNAPSHOT:
		err = pxt_snapshot_ask(flush->stream, taken);
		if (!err)
			return;
		break;
	}
	pxt_command_end(segment, taken, err);
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
	pxt_order_decide(flush->stream->slot.view.others);
	if (has_work(flush) || flush->request || pxt_command_is_there(segment))
		return;
	pthread_mutex_unlock(&flush->stream->lock);
	woken = sleep_on(flush, seen);
	pthread_mutex_lock(&flush->stream->lock);
	if (woken == ETIMEDOUT && flushes_by_itself(flush) && !flush->request)
		write_out(flush, true, false);
}

static int carry_out(struct pxt_flush *flush,
		     const struct pxt_flush_request *request)
{
	switch (request->order) {
	case PXT_FLUSH_BEGIN:
		return begin(flush);
	case PXT_FLUSH_NOW:
		return flush_once(flush, true);
	case PXT_FLUSH_CLEAR:
		return clear(flush);
	case PXT_FLUSH_ADD:
		return add(flush, request->added);
	case PXT_FLUSH_SWITCH:
		hand_over(flush);
		return 0;
	case PXT_FLUSH_FINISH:
		return finish(flush);
	}
	return EINVAL;
}

void *pxt_flush_run(void *arg)
{
	struct pxt_flush *flush = arg;
	struct pxt_stream *stream = flush->stream;
	bool finished = false;

	prctl(PR_SET_NAME, "posixtrace-log");
	pthread_mutex_lock(&stream->lock);
	while (!finished) {
		struct pxt_flush_request *request = flush->request;

		if (request) {
			request->result = carry_out(flush, request);
			finished = request->order >= PXT_FLUSH_SWITCH || !flush->blocks;
			request->done = true;
			flush->request = NULL;
			pthread_cond_broadcast(&flush->done);
		} else if (stream->flush != flush) {
			/* Its log has begun, and another thread's goes on. */
			pthread_cond_wait(&flush->done, &stream->lock);
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
