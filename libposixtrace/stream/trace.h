/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The trace point: one event into every stream that wants it.
 *
 * Async-signal-safe, never blocks, keeps errno.  In steady state it makes no
 * system call and executes no locked instruction (INV-1); it makes system
 * calls to set itself up, to use memory for the first time, to wake someone
 * who sleeps, and, when another process controls the stream, twice a second
 * to see whether he is still there.
 */
#ifndef PXT_STREAM_TRACE_H
#define PXT_STREAM_TRACE_H

#include "model/describe.h"
#include "stream/here.h"
#include "stream/thread.h"

/*
 * What an event carries: bytes, or arguments that are put together in the
 * ring.  `args` is a constant NULL where it is bytes, so that the compiler
 * leaves nothing of the question in the path of a plain event.
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
 * many streams, signal handlers, full, first time.  Data longer than the
 * stream's max-data-size is cut if `user`.
 */
void pxt_trace(unsigned id, const void *data, size_t len, const void *address,
	       bool user);

/* The same for a user event with arguments. */
void pxt_trace_args(unsigned id, const struct pxt_payload *payload,
		    const void *address);

/* Would some stream record an event of type `id` now, or count it as lost? */
bool pxt_is_recorded(unsigned id);

/* Relaxed: whether it is still true is asked again before the commit. */
static inline bool pxt_run_is_running(uint64_t run)
{
	return (run & PXT_RUN_MASK) == PXT_RUN_RUNNING;
}

/* Relaxed: a filter takes effect a moment after it was set. */
static inline bool pxt_is_filtered(const struct pxt_segment *segment,
				   size_t id)
{
	const _Atomic uint64_t *words = segment->filter;

	return pxt_load_relaxed(words + id / 64) >> id % 64 & 1;
}

/* Store a record with `len` bytes of the payload into a lane that is busy and
 * has room, but for its time and the commit. */
static inline __attribute__((always_inline))
void pxt_store_record(struct pxt_writer *writer, uint64_t word1,
		      const struct pxt_payload *payload, size_t len)
{
	unsigned char *to = pxt_writer_subject(writer, word1);

	if (!payload->args)
		pxt_copy_data(to, payload->data, len);
	else if (pxt_likely(len == payload->len))
		pxt_put_args(to, payload->args, payload->n_args, len);
	else
		pxt_put_args_cut(to, payload->args, payload->n_args, len);
}

/*
 * The stream was stopped, started or cleared since `run` was read.  To be
 * full is no new generation: what is in flight may still land.
 */
static inline bool pxt_run_has_changed(const struct pxt_segment *segment,
				       uint64_t run)
{
	return (pxt_load_relaxed(&segment->run) ^ run) >> PXT_RUN_BITS;
}

/* The trace point ends, having woken who waited for the event. */
void pxt_trace_wake(void);

/* What has become of an event; see pxt_trace_is_over(). */
enum pxt_outcome {
	PXT_NOT_QUICK,
	PXT_TRACED,
	PXT_AWAITED,
};

/*
 * The usual case, in line, with nothing called on its way: one running
 * stream, which goes by `clock`, a lane with room, no signal handler on top of
 * a trace point.  PXT_NOT_QUICK: it is not that, and nothing has been done.
 * The steps are those of pxt_trace(), see there, but that the clock is read
 * when the data is in its place.
 */
static inline __attribute__((always_inline))
enum pxt_outcome pxt_trace_quickly(enum pxt_clock_kind clock, unsigned id,
		       const struct pxt_payload *payload, const void *address)
{
	struct pxt_writer *writer = &pxt_self.quick;
	struct pxt_thread *thread = pxt_self.thread;
	const uint64_t key = pxt_self_key(clock);
	const size_t len = payload->len;
	struct pxt_segment *segment;
	unsigned char *next;
	uint64_t run, ticks;
	char here;

	if (pxt_unlikely(!thread || pxt_load_relaxed(&thread->frame[0])))
		return PXT_NOT_QUICK;
	/* From here on handlers, and children they fork, know of us; what
	 * they may have changed before, pxt_self.thread too, has another
	 * key. */
	pxt_self_go_down(thread, 0, pxt_place_of(&here));
	if (pxt_unlikely(!pxt_here_is_only(key))) {
		pxt_self_come_up(thread, 0);
		return PXT_NOT_QUICK;
	}

	/* From there, since that is quicker; but we may just have become a
	 * forked child, which finds nothing there. */
	segment = pxt_load_relaxed(&pxt_here->segment);
	if (pxt_unlikely(segment != writer->segment))
		goto not_quick;
	if (pxt_unlikely(pxt_is_filtered(segment, id)) ||
	    (payload->subject &&
	     pxt_rkh_suppresses(&segment->rkh, payload->subject)))
		goto filtered;
	run = pxt_load_relaxed(&segment->run);
	if (pxt_unlikely(run != writer->run))
		goto not_running;
	if (pxt_unlikely(len > writer->data_max))
		goto not_quick;
	next = pxt_writer_next(writer, len);
	if (pxt_unlikely(next > writer->end))
		goto not_quick;
	/* INV-5; one thread alone is in order with itself. */
	if (clock == PXT_CLOCK_COUNTER && pxt_load_relaxed(&segment->shared))
		pxt_clock_order();
	pxt_writer_begin(writer, false);
	pxt_store_record(writer,
			 pxt_record_word1((uintptr_t)address, id, false),
			 payload, len);
	ticks = pxt_clock_ticks(clock);
	if (pxt_unlikely(!pxt_writer_has_time(writer, ticks)))
		goto abandon;
	pxt_writer_stamp(writer, ticks, len);
	segment = writer->segment;
	/* Full, too: then the slow way looks whether it still lands. */
	if (pxt_unlikely(pxt_load_relaxed(&segment->run) != writer->run))
		goto abandon;
	pxt_writer_commit_to(writer, next, ticks);
	if (pxt_unlikely(pxt_load_relaxed(&segment->waiters)))
		return PXT_AWAITED;
leave:
	pxt_self_come_up(pxt_self.thread, 0);
	return PXT_TRACED;
not_running:
	if (++pxt_self.ignored % 64 && pxt_writer_lose_more(writer, run))
		goto leave;
	goto not_quick;
filtered:
	/* Now and then the slow way looks whether anybody is still there. */
	if (++pxt_self.ignored % 64)
		goto leave;
	goto not_quick;
abandon:
	pxt_writer_abandon(writer);
not_quick:
	pxt_self_come_up(pxt_self.thread, 0);
	return PXT_NOT_QUICK;
}

/* False: pxt_trace() or pxt_trace_args() is to do it.  The waking stands here,
 * so that it is a call at the very end, which needs no frame. */
static inline __attribute__((always_inline))
bool pxt_trace_is_over(enum pxt_outcome outcome)
{
	if (pxt_unlikely(outcome == PXT_AWAITED))
		pxt_trace_wake();
	return pxt_likely(outcome != PXT_NOT_QUICK);
}

#endif
