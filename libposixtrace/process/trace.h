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
#include "ring/lease.h"

/*
 * What an event carries: bytes, or arguments that are assembled in the ring.
 * `args` and `words` are constants, so that the compiler removes the
 * distinction from the path of a plain event.
 */
struct pxt_payload {
	const void *data;
	const uint64_t *words;	/* the data if that is in registers, or NULL */
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

/*
 * What the fast path of several.h has left: record a user event in these
 * streams only, as bits of their entries, and exit from the frame of depth 0,
 * in which the caller is; or do all of it.  The data is in memory.
 */
void pxt_trace_left(uint64_t streams, unsigned id,
		    const struct pxt_payload *payload, const void *address);

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
 * pxt_inherit_hide().
 */
static inline bool pxt_run_is_stopped(uint64_t run)
{
	return run && (run & PXT_RUN_MASK) == PXT_RUN_STOPPED;
}

/* Store up to 4 words, of which those up to the last one in use are zero
 * behind their bytes. */
static inline __attribute__((always_inline))
void pxt_put_words(unsigned char *to, const uint64_t *words, size_t len)
{
	if (len == 0)
		return;
	memcpy(to, &words[0], 8);
	if (len <= 8)
		return;
	memcpy(to + 8, &words[1], 8);
	if (len <= 16)
		return;
	memcpy(to + 16, &words[2], 8);
	if (len > 24)
		memcpy(to + 24, &words[3], 8);
}

/* Store `len` bytes of the payload. */
static inline __attribute__((always_inline))
void pxt_put_payload(unsigned char *to, const struct pxt_payload *payload,
		     size_t len)
{
	if (payload->words)
		pxt_put_words(to, payload->words, len);
	else if (!payload->args)
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

/* What became of an event. */
enum pxt_outcome {
	PXT_SLOW_PATH,		/* nothing has been done */
	PXT_TRACED,		/* recorded, filtered out or counted as lost */
	PXT_AWAITED,		/* recorded, and readers wait for it */
	/* Nothing, but the frame has been entered, and the current key is one of
	 * those in pxt_thread_self.several. */
	PXT_SINGLE_KEY,
	PXT_SET_KEY,
};

/*
 * The event is not recorded.  Now and then the slow path takes it, which
 * checks whether the controller is alive.
 */
static inline __attribute__((always_inline))
enum pxt_outcome pxt_ignore_fast(void)
{
	return ++pxt_thread_self.ignored % 64 ? PXT_TRACED : PXT_SLOW_PATH;
}

/* The same, since the stream does not run: its run word is `run`. */
static inline __attribute__((always_inline))
enum pxt_outcome pxt_refuse_fast(struct pxt_writer *writer, uint64_t run)
{
	if (pxt_ignore_fast() == PXT_SLOW_PATH)
		return PXT_SLOW_PATH;
	return pxt_run_is_stopped(run) || pxt_writer_lose_more(writer, run) ?
	       PXT_TRACED : PXT_SLOW_PATH;
}

/* The id of the type in a stream; 0: it must be looked up. */
static inline __attribute__((always_inline))
unsigned pxt_known_type(const struct pxt_known *known, unsigned id)
{
	return pxt_likely(!known->translation) ? id :
	       pxt_allproc_known(known->translation, pxt_self_process()->map,
				 id);
}

/* What pxt_known_is_in_order() seldom has to do. */
bool pxt_known_renew(struct pxt_known *known, uint64_t ticks);

/*
 * Is this time, read behind a fence if known->fences, behind all that the
 * thread knows of (lease.h)?  False: the slow path must read it again.
 */
static inline __attribute__((always_inline))
bool pxt_known_is_in_order(struct pxt_known *known, uint64_t ticks)
{
	return pxt_likely(pxt_lease_covers(known->writer->segment, ticks) ==
			  known->fences) || pxt_known_renew(known, ticks);
}

/*
 * Write the record.  The steps are those of pxt_trace(), but the data is stored
 * first, and the clock is read last.  `segment` is loaded again and again,
 * since registers are few.  `known` NULL: the thread needs no fence before the
 * clock, and the ids are its own.
 */
static inline __attribute__((always_inline))
enum pxt_outcome pxt_write_fast(enum pxt_clock_kind clock,
		       struct pxt_known *known, unsigned id,
		       const struct pxt_payload *payload, const void *address)
{
	struct pxt_writer *writer = &pxt_thread_self.fast;
	struct pxt_segment *segment = writer->segment;
	const size_t len = payload->len;
	uint64_t run, ticks;
	unsigned char *pos;
	size_t size;

	if (known)
		id = pxt_known_type(known, id);
	if (pxt_unlikely(len > writer->data_max || (known && !id)))
		return PXT_SLOW_PATH;
	if (pxt_unlikely(pxt_segment_filters(segment, id)) ||
	    (payload->subject &&
	     pxt_rkh_suppresses(&segment->rkh, payload->subject)))
		return pxt_ignore_fast();
	pos = writer->pos;
	size = pxt_record_size(len);
	/* Compared as numbers: without a chunk both are NULL. */
	if (pxt_unlikely((uintptr_t)pos + size > (uintptr_t)writer->end)) {
		/* pxt_writer_shut() took the room if the stream did not run. */
		run = pxt_load_relaxed(&segment->run);
		return run == writer->run ? PXT_SLOW_PATH :
		       pxt_refuse_fast(writer, run);
	}
	pxt_record_put_type(pos, (uintptr_t)(address ? address :
				 __builtin_return_address(0)), id, false);
	pxt_put_payload(pos + PXT_HEAD_SIZE, payload, len);
	pxt_writer_reserve_at(writer, pos, false);
	if (known && known->fences)
		pxt_clock_order();
	ticks = pxt_clock_ticks(clock);
	if (pxt_unlikely(!pxt_writer_has_time(writer, ticks))) {
		pxt_writer_discard(writer);
		return PXT_SLOW_PATH;
	}
	pxt_record_put_time(pos, ticks, len);
	/* After the clock: INV-3. */
	segment = writer->segment;
	/* INV-5; without `known` only the first thread gets here. */
	if (clock == PXT_CLOCK_COUNTER &&
	    pxt_unlikely(known ? !pxt_known_is_in_order(known, ticks) :
			 pxt_lease_covers(segment, ticks))) {
		pxt_writer_discard(writer);
		return PXT_SLOW_PATH;
	}
	run = pxt_load_relaxed(&segment->run);
	if (pxt_unlikely(run != writer->run)) {
		pxt_writer_discard(writer);
		pxt_writer_shut(writer);
		return pxt_refuse_fast(writer, run);
	}
	pxt_writer_commit_to(writer, pos + size, ticks);
	return pxt_unlikely(!pxt_is_zero_relaxed(&segment->waiters)) ?
	       PXT_AWAITED : PXT_TRACED;
}

/*
 * The fast path, in line and without a call: one running stream with the clock
 * `clock`, a lane with room, no signal handler inside a trace point.  `address`
 * NULL: the call site of the function that this is inlined into, which is then
 * read only when it is needed, because registers are few.
 */
static inline __attribute__((always_inline))
enum pxt_outcome pxt_trace_fast(enum pxt_clock_kind clock, unsigned id,
		       const struct pxt_payload *payload, const void *address)
{
	struct pxt_thread *thread = pxt_thread_self.thread;
	enum pxt_outcome outcome;
	uint64_t key;
	char here;

	if (pxt_unlikely(!thread || pxt_load_relaxed(&thread->frame[0])))
		return PXT_SLOW_PATH;
	/* From here on handlers, and children they fork, see this frame; a
	 * child forked before has other keys, or none in this record. */
	pxt_reader_enter(thread, 0, pxt_place_of(&here));
	key = pxt_self_current_key();
	if (pxt_likely(key == pxt_thread_key(thread, clock)))
		outcome = pxt_write_fast(clock, NULL, id, payload, address);
	else if (clock != PXT_CLOCK_COUNTER)
		outcome = PXT_SLOW_PATH;
	else if (key == pxt_thread_self.several.single_key)
		return PXT_SINGLE_KEY;
	else if (key == pxt_thread_self.several.key)
		return PXT_SET_KEY;
	else
		outcome = PXT_SLOW_PATH;
	/* pxt_trace_wake() exits after it has used the segment. */
	if (pxt_likely(outcome != PXT_AWAITED))
		pxt_reader_exit(thread, 0);
	return outcome;
}

#endif
