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
				   unsigned id)
{
	return pxt_load_relaxed(&segment->filter[id / 64]) >> id % 64 & 1;
}

/* Store a record with `len` bytes of the payload into a lane that is busy and
 * has room, but for the commit. */
static inline __attribute__((always_inline))
void pxt_store_record(struct pxt_writer *writer, uint64_t ticks,
		      uint64_t word1, const struct pxt_payload *payload,
		      size_t len)
{
	unsigned char *to = pxt_writer_head(writer, ticks, word1, len);

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
void pxt_trace_wake(struct pxt_thread *thread, struct pxt_segment *segment);

/*
 * The usual case, in line, with nothing called on its way: one running
 * stream, a lane with room, no signal handler on top of a trace point, the
 * counter for a clock.  False: it is not that, and nothing has been done.
 * The steps are those of pxt_trace(), see there.
 */
static inline __attribute__((always_inline))
bool pxt_trace_quickly(unsigned id, const struct pxt_payload *payload,
		       const void *address)
{
	const size_t len = payload->len;
	struct pxt_writer *writer = &pxt_self.quick;
	struct pxt_segment *segment;
	struct pxt_thread *thread;
	uint64_t run, ticks;
	char here;

	if (pxt_unlikely(pxt_self.frame[0]))
		return false;
	/* From here on handlers, and children they fork, know of us; nothing
	 * that they may change is looked at before. */
	pxt_self.frame[0] = pxt_place_of(&here);
	pxt_fence_light();
	thread = pxt_self.thread;
	if (pxt_unlikely(!pxt_self.key)) {
		pxt_self.frame[0] = 0;
		return false;
	}
	pxt_self_go_down(thread, 0);
	if (pxt_unlikely(pxt_load_acquire(&pxt_here->key) != pxt_self.key))
		goto not_quick;

	/* From there, since that is quicker; but we may just have become a
	 * forked child, which finds nothing there. */
	segment = pxt_load_relaxed(&pxt_here->segment);
	if (pxt_unlikely(segment != writer->segment))
		goto not_quick;
	run = pxt_load_relaxed(&segment->run);
	if (pxt_unlikely(!pxt_run_is_running(run) || len > writer->data_max))
		goto not_quick;
	if (pxt_unlikely(pxt_is_filtered(segment, id)) ||
	    (payload->subject &&
	     pxt_rkh_suppresses(&segment->rkh, payload->subject)))
		goto filtered;
	/* INV-5; one thread alone is in order with itself. */
	if (pxt_load_relaxed(&segment->shared))
		pxt_clock_order();
	pxt_writer_begin(writer, false);
	ticks = pxt_clock_counter();
	if (pxt_unlikely(!pxt_writer_has_room(writer, pxt_record_size(len),
					      ticks)))
		goto abandon;
	pxt_store_record(writer, ticks,
			 pxt_record_word1((uintptr_t)address, id, false),
			 payload, len);
	if (pxt_unlikely(pxt_run_has_changed(segment, run)))
		goto abandon;
	pxt_writer_commit(writer, pxt_record_size(len), ticks);
	if (pxt_unlikely(pxt_load_relaxed(&segment->waiters))) {
		pxt_trace_wake(thread, segment);
		return true;
	}
leave:
	pxt_self_come_up(thread, 0);
	return true;
filtered:
	/* Now and then the slow way looks whether anybody is still there. */
	if (pxt_likely(++pxt_self.ignored % 64))
		goto leave;
	goto not_quick;
abandon:
	pxt_writer_abandon(writer);
not_quick:
	pxt_self_come_up(thread, 0);
	return false;
}

#endif
