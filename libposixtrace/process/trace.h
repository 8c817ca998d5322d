/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The trace point: records one event in every stream that wants it.
 *
 * Async-signal-safe, does not wait for other threads, keeps errno.  In steady
 * state it makes no system call and executes no locked instruction (INV-1).
 * It makes system calls to set itself up, to touch memory for the first time,
 * to wake a sleeping reader, and, when another process controls the stream,
 * twice a second to check whether that process is alive.
 */
#ifndef PXT_PROCESS_TRACE_H
#define PXT_PROCESS_TRACE_H

#include "model/describe.h"
#include "process/self.h"
#include "process/thread.h"

/*
 * What an event carries: bytes, or arguments that are assembled in the ring.
 * `args` is a constant NULL for bytes, so that the compiler removes the
 * distinction from the path of a plain event.
 */
struct pxt_payload {
	const void *data;
	const struct posixtrace_arg *args;
	size_t n_args;
	size_t len;		/* bytes, also of the arguments */
	uint32_t subject;	/* for the RKH filter; 0: not for it */
};

/*
 * Record an event of type `id`, which is below PXT_ID_SPACE, in all cases:
 * many streams, signal handlers, a full stream, the first event.  Data longer
 * than the stream's max-data-size is truncated if `user`.
 */
void pxt_trace(unsigned id, const void *data, size_t len, const void *address,
	       bool user);

/* The same for a user event with arguments. */
void pxt_trace_args(unsigned id, const struct pxt_payload *payload,
		    const void *address);

/* Would some stream record an event of type `id` now, or count it as lost? */
bool pxt_is_recorded(unsigned id);

/* Relaxed: the run word is checked again before the commit. */
static inline bool pxt_run_is_running(uint64_t run)
{
	return (run & PXT_RUN_MASK) == PXT_RUN_RUNNING;
}

/* Events are lost in this state. */
static inline bool pxt_run_is_full(uint64_t run)
{
	return (run & PXT_RUN_MASK) == PXT_RUN_FULL;
}

/*
 * Stopped by a call.  0 is memory in which no stream ever ran: see
 * hide_segments() in self.c.
 */
static inline bool pxt_run_is_stopped(uint64_t run)
{
	return run && (run & PXT_RUN_MASK) == PXT_RUN_STOPPED;
}

/* Store `len` bytes of the payload. */
static inline __attribute__((always_inline))
void pxt_put_payload(unsigned char *to, const struct pxt_payload *payload,
		     size_t len)
{
	if (!payload->args)
		pxt_copy_data(to, payload->data, len);
	else if (pxt_likely(len == payload->len))
		pxt_put_args(to, payload->args, payload->n_args, len);
	else
		pxt_put_args_cut(to, payload->args, payload->n_args, len);
}

/*
 * The stream was stopped, started or cleared since `run` was read.  Becoming
 * full is no new generation: records in flight may still be committed.
 */
static inline bool pxt_run_has_changed(const struct pxt_segment *segment,
				       uint64_t run)
{
	uint64_t now = pxt_load_relaxed(&segment->run);

	return pxt_unlikely(now != run) && (now ^ run) >> PXT_RUN_BITS;
}

/* Wake the readers that wait for the event, and end the trace point. */
void pxt_trace_wake(void);

/* What became of an event; see pxt_trace_is_over(). */
enum pxt_outcome {
	PXT_SLOW_PATH,
	PXT_TRACED,
	PXT_AWAITED,
};

/*
 * The usual case, in line and without a call: one running stream with the
 * clock `clock`, a lane with room, no signal handler inside a trace point.
 * PXT_SLOW_PATH: it is another case, and nothing has been done.  `address`
 * NULL: the call site of the function that this is inlined into, which is then
 * read only when it is needed, because registers are few.
 *
 * The steps are those of pxt_trace(), but the data is stored first, and the
 * clock is read last.
 */
static inline __attribute__((always_inline))
enum pxt_outcome pxt_trace_fast(enum pxt_clock_kind clock, unsigned id,
		       const struct pxt_payload *payload, const void *address)
{
	struct pxt_writer *writer = &pxt_thread_self.fast;
	struct pxt_thread *thread = pxt_thread_self.thread;
	const size_t len = payload->len, size = pxt_record_size(len);
	struct pxt_segment *segment;
	unsigned char *pos;
	uint64_t run, ticks;
	char here;

	if (pxt_unlikely(!thread || pxt_load_relaxed(&thread->frame[0])))
		return PXT_SLOW_PATH;
	/* From here on handlers, and children they fork, see this frame; a
	 * child forked before has other keys, or none in this record. */
	pxt_reader_enter(thread, 0, pxt_place_of(&here));
	if (pxt_unlikely(pxt_self_only_key() != pxt_thread_key(thread, clock)))
		goto slow_path;

	segment = writer->segment;
	if (pxt_unlikely(len > writer->data_max))
		goto slow_path;
	if (pxt_unlikely(pxt_segment_filters(segment, id)) ||
	    (payload->subject &&
	     pxt_rkh_suppresses(&segment->rkh, payload->subject)))
		goto filtered;
	pos = writer->pos;
	/* Compared as numbers: without a chunk both are NULL. */
	if (pxt_unlikely((uintptr_t)pos + size > (uintptr_t)writer->end))
		goto no_room;
	pxt_record_put_type(pos, (uintptr_t)(address ? address :
				 __builtin_return_address(0)), id, false);
	pxt_put_payload(pos + PXT_HEAD_SIZE, payload, len);
	pxt_writer_reserve_at(writer, pos, false);
	/* INV-5; a single thread is in order with itself. */
	if (clock == PXT_CLOCK_COUNTER &&
	    pxt_unlikely(!pxt_is_zero_relaxed(&segment->shared)))
		pxt_clock_order();
	ticks = pxt_clock_ticks(clock);
	if (pxt_unlikely(!pxt_writer_has_time(writer, ticks)))
		goto discard;
	pxt_record_put_time(pos, ticks, len);
	/* After the clock: INV-3.  Loads the segment again: registers are
	 * few. */
	segment = writer->segment;
	run = pxt_load_relaxed(&segment->run);
	if (pxt_unlikely(run != writer->run))
		goto not_running;
	pxt_writer_commit_to(writer, pos + size, ticks);
	if (pxt_unlikely(!pxt_is_zero_relaxed(&segment->waiters)))
		return PXT_AWAITED;
leave:
	pxt_reader_exit(thread, 0);
	return PXT_TRACED;
no_room:
	/* There may be no room because the stream is full, or stopped. */
	run = pxt_load_relaxed(&segment->run);
	if (run == writer->run)
		goto slow_path;
	goto not_recorded;
not_running:
	pxt_writer_discard(writer);
	pxt_writer_shut(writer);
not_recorded:
	if (++pxt_thread_self.ignored % 64 && (pxt_run_is_stopped(run) ||
					pxt_writer_lose_more(writer, run)))
		goto leave;
	goto slow_path;
filtered:
	/* Now and then the slow path checks whether the controller is alive. */
	if (++pxt_thread_self.ignored % 64)
		goto leave;
	goto slow_path;
discard:
	pxt_writer_discard(writer);
slow_path:
	pxt_reader_exit(thread, 0);
	return PXT_SLOW_PATH;
}

/*
 * False: pxt_trace() or pxt_trace_args() must do it.  The waking is here, so
 * that it is a tail call, which needs no frame.
 */
static inline __attribute__((always_inline))
bool pxt_trace_is_over(enum pxt_outcome outcome)
{
	if (pxt_unlikely(outcome == PXT_AWAITED))
		pxt_trace_wake();
	return pxt_likely(outcome != PXT_SLOW_PATH);
}

#endif
