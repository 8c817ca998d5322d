/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The fast path into several streams, or into one for all processes.
 *
 * trace.h has the fast path of the usual case, in which a process has one
 * stream.  Here a thread keeps the writers of all streams of the process, if
 * they are few, under the key that stands for that set of streams (struct
 * pxt_self).  While the key is in force nothing else is looked up: every lane
 * is marked busy, one time is taken, and every record is committed.
 *
 * The slow path makes the set after it has written an event to all its streams,
 * and takes over whatever does not fit.
 */
#ifndef PXT_PROCESS_SEVERAL_H
#define PXT_PROCESS_SEVERAL_H

#include "process/self.h"
#include "process/thread.h"
#include "process/trace.h"

/*
 * An event has been written at depth 0 to `streams`, which were read after
 * `key`, pxt_self_current_key(), and are all.  Know them from now on, if the
 * key stands for them, the thread has no faster path, and they all run and have
 * the counter as their clock.
 */
void pxt_several_remember(const struct pxt_thread *thread, uint64_t key,
			  uint64_t streams);

/* Discard the records in these lanes, as bits of indices. */
void pxt_several_discard(unsigned busy);

/* The same for one that is left to the slow path: the bit of its entry. */
uint64_t pxt_several_leave(unsigned i);

/* The id of the type in a stream; 0: it must be looked up. */
static inline __attribute__((always_inline))
unsigned pxt_several_type(const struct pxt_translation *translation,
			  unsigned id)
{
	return pxt_likely(!translation) ? id :
	       pxt_allproc_known(translation, pxt_self_process()->map, id);
}

/*
 * Store the event, without its time, and mark busy the lanes of the streams
 * that do not filter it.  False: some stream needs the slow path.
 */
static inline __attribute__((always_inline))
bool pxt_several_reserve(unsigned id, const struct pxt_payload *payload,
			 const void *address, unsigned *busy, unsigned *shared)
{
	const struct pxt_several *several = &pxt_thread_self.several;
	const size_t len = payload->len, size = pxt_record_size(len);

	for (unsigned i = 0; i < several->n; i++) {
		struct pxt_writer *writer = several->writer[i];
		const struct pxt_segment *segment = writer->segment;
		unsigned type = pxt_several_type(several->translation[i], id);
		unsigned char *pos = writer->pos;

		/* Compared as numbers: without a chunk both are NULL. */
		if (pxt_unlikely(!type || len > writer->data_max ||
				 (uintptr_t)pos + size >
				 (uintptr_t)writer->end))
			return false;
		if (pxt_unlikely(pxt_segment_filters(segment, type)) ||
		    (payload->subject &&
		     pxt_rkh_suppresses(&segment->rkh, payload->subject)))
			continue;
		pxt_record_put_type(pos, (uintptr_t)address, type, false);
		pxt_put_payload(pos + PXT_HEAD_SIZE, payload, len);
		pxt_writer_reserve_at(writer, pos, false);
		*busy |= 1u << i;
		*shared |= pxt_load_relaxed(&segment->shared);
	}
	return true;
}

/* Returns the streams that are left, as bits of their entries. */
static inline __attribute__((always_inline))
uint64_t pxt_several_commit(unsigned busy, size_t len, uint64_t ticks)
{
	const struct pxt_several *several = &pxt_thread_self.several;
	uint64_t left = 0;

	for (unsigned i = 0; i < several->n; i++) {
		struct pxt_writer *writer = several->writer[i];
		struct pxt_segment *segment = writer->segment;

		if (pxt_unlikely(!(busy >> i & 1)))
			continue;
		pxt_record_put_time(writer->pos, ticks, len);
		/* The run word after the clock: INV-3. */
		if (pxt_unlikely(!pxt_writer_has_time(writer, ticks) ||
				 pxt_load_relaxed(&segment->run) !=
				 writer->run)) {
			left |= pxt_several_leave(i);
			continue;
		}
		pxt_writer_commit(writer, pxt_record_size(len), ticks);
		if (pxt_unlikely(!pxt_is_zero_relaxed(&segment->waiters)))
			pxt_segment_wake(segment, &segment->waiters);
	}
	return left;
}

/* Nothing has been done. */
#define PXT_SEVERAL_NONE UINT64_MAX

/*
 * Write a user event to the streams of the set, if it is current and this is no
 * signal handler inside a trace point: else PXT_SEVERAL_NONE.  Returns the
 * streams that the caller must give to pxt_trace_left(), if any.
 */
static inline __attribute__((always_inline))
uint64_t pxt_several_trace(unsigned id, const struct pxt_payload *payload,
			   const void *address)
{
	struct pxt_thread *thread = pxt_thread_self.thread;
	unsigned busy = 0, shared = 0;
	uint64_t left;
	char here;

	if (!thread || pxt_load_relaxed(&thread->frame[0]))
		return PXT_SEVERAL_NONE;
	pxt_reader_enter(thread, 0, pxt_place_of(&here));
	if (pxt_self_current_key() != pxt_thread_self.several.key) {
		pxt_reader_exit(thread, 0);
		return PXT_SEVERAL_NONE;
	}
	if (pxt_unlikely(!pxt_several_reserve(id, payload, address, &busy,
					      &shared) ||
			 (!busy && pxt_ignore_fast() == PXT_SLOW_PATH))) {
		pxt_several_discard(busy);
		pxt_reader_exit(thread, 0);
		return PXT_SEVERAL_NONE;
	}
	/* INV-5 */
	if (pxt_unlikely(shared))
		pxt_clock_order();
	left = pxt_several_commit(busy, payload->len, pxt_clock_counter());
	if (pxt_likely(!left))
		pxt_reader_exit(thread, 0);
	return left;
}

#endif
