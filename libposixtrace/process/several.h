/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The other fast paths: into one stream for all processes, or with other
 * threads, and into several streams.
 *
 * trace.h has that of the usual case, in which a process has one stream and
 * this thread has it for itself.  Here a thread keeps the writers of all streams
 * of the process, if they are few, under the key that stands for them (struct
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

/* Discard the records in these streams, as bits of indices. */
void pxt_several_discard(unsigned marked);

/* The same for one that is left to the slow path: the bit of its entry. */
uint64_t pxt_several_leave(const struct pxt_known *known);

/* Is there room for the event in the stream, whose id the type is? */
static inline __attribute__((always_inline))
bool pxt_known_has_room(const struct pxt_writer *writer, size_t len)
{
	/* Compared as numbers: without a chunk both are NULL. */
	return pxt_likely((uintptr_t)writer->pos + pxt_record_size(len) <=
			  (uintptr_t)writer->end);
}

static inline __attribute__((always_inline))
bool pxt_known_filters(const struct pxt_segment *segment, unsigned id,
		       const struct pxt_payload *payload)
{
	return pxt_unlikely(pxt_segment_filters(segment, id)) ||
	       (payload->subject &&
		pxt_rkh_suppresses(&segment->rkh, payload->subject));
}

/* Store the event in the stream, without its time, and mark the lane busy. */
static inline __attribute__((always_inline))
void pxt_known_mark(struct pxt_writer *writer, unsigned id,
		    const struct pxt_payload *payload, const void *address)
{
	unsigned char *pos = writer->pos;

	pxt_record_put_type(pos, (uintptr_t)address, id, false);
	pxt_put_payload(pos + PXT_HEAD_SIZE, payload, payload->len);
	pxt_writer_reserve_at(writer, pos, false);
}

/* Nothing has been done, and the frame has been left. */
#define PXT_SEVERAL_NONE UINT64_MAX

/* The streams that are left are the caller's, in its frame; or all is over. */
static inline __attribute__((always_inline))
uint64_t pxt_several_end(uint64_t left)
{
	if (pxt_likely(!left) || left == PXT_SEVERAL_NONE)
		pxt_reader_exit(pxt_thread_self.thread, 0);
	return left;
}

/* Wake the readers of all streams, and end the trace point. */
void pxt_several_wake(void);

/* What pxt_several_plain() returns: the event is still to be written. */
enum { PXT_SEVERAL_AGAIN = 1 << PXT_SEVERAL };

/*
 * Where pxt_trace_fast() has found PXT_SET_KEY, and several->plain is `n`, a
 * constant: all is as usual, or nothing is written.  Then the caller must call
 * pxt_several_trace() with what this returns; else it returns 0.  Each stream
 * has code of its own, and nothing is called but at the end, so that all is in
 * registers.
 */
static inline __attribute__((always_inline))
unsigned pxt_several_plain(unsigned n, unsigned id,
			   const struct pxt_payload *payload,
			   const void *address)
{
	const struct pxt_several *several = &pxt_thread_self.several;
	const size_t len = payload->len, size = pxt_record_size(len);
	uint32_t waiters = 0;
	uint64_t ticks;

	if (pxt_unlikely(len > several->data_max))
		return PXT_SEVERAL_AGAIN;
#define PXT_MARK(i) do { \
		struct pxt_writer *writer = several->known[i].writer; \
		if (!pxt_known_has_room(writer, len) || \
		    pxt_known_filters(writer->segment, id, payload)) \
			return PXT_SEVERAL_AGAIN | ((1u << (i)) - 1); \
		pxt_known_mark(writer, id, payload, address); \
	} while (0)
	/* INV-5, and the run word after the clock: INV-3. */
#define PXT_CHECK(i) do { \
		const struct pxt_writer *writer = several->known[i].writer; \
		const struct pxt_segment *segment = writer->segment; \
		if (!pxt_writer_has_time(writer, ticks) || \
		    pxt_unlikely(pxt_lease_covers(segment, ticks)) || \
		    pxt_unlikely(pxt_load_relaxed(&segment->run) != \
				 writer->run)) \
			return PXT_SEVERAL_AGAIN | ((1u << n) - 1); \
	} while (0)
#define PXT_COMMIT(i) do { \
		struct pxt_writer *writer = several->known[i].writer; \
		unsigned char *pos = writer->pos; \
		pxt_record_put_time(pos, ticks, len); \
		pxt_writer_commit_to(writer, pos + size, ticks); \
		waiters |= pxt_load_relaxed(&writer->segment->waiters); \
	} while (0)
	PXT_MARK(0);
	PXT_MARK(1);
	if (n > 2)
		PXT_MARK(2);
	ticks = pxt_clock_counter();
	PXT_CHECK(0);
	PXT_CHECK(1);
	if (n > 2)
		PXT_CHECK(2);
	PXT_COMMIT(0);
	PXT_COMMIT(1);
	if (n > 2)
		PXT_COMMIT(2);
#undef PXT_MARK
#undef PXT_CHECK
#undef PXT_COMMIT
	if (pxt_unlikely(waiters))
		pxt_several_wake();
	else
		pxt_reader_exit(pxt_thread_self.thread, 0);
	return 0;
}

/* Returns the bit of its entry if it is left. */
static inline __attribute__((always_inline))
uint64_t pxt_known_commit(struct pxt_known *known, size_t len, uint64_t ticks)
{
	struct pxt_writer *writer = known->writer;
	struct pxt_segment *segment = writer->segment;
	unsigned char *pos = writer->pos;

	pxt_record_put_time(pos, ticks, len);
	/* The run word after the clock: INV-3. */
	if (pxt_unlikely(!pxt_writer_has_time(writer, ticks) ||
			 !pxt_known_is_in_order(known, ticks) ||
			 pxt_load_relaxed(&segment->run) != writer->run))
		return pxt_several_leave(known);
	pxt_writer_commit_to(writer, pos + pxt_record_size(len), ticks);
	if (pxt_unlikely(!pxt_is_zero_relaxed(&segment->waiters)))
		pxt_segment_wake(segment, &segment->waiters);
	return 0;
}

/*
 * PXT_SET_KEY: write a user event, of which there are perhaps records already in
 * the streams that are bits of `before`.  Returns the streams that the caller
 * must give to pxt_trace_left(), if any.
 */
static inline __attribute__((always_inline))
uint64_t pxt_several_trace(unsigned before, unsigned id,
			   const struct pxt_payload *payload,
			   const void *address)
{
	struct pxt_several *several = &pxt_thread_self.several;
	unsigned marked = 0, n = several->n;
	uint64_t ticks, left = 0;
	bool fences = false;

	for (unsigned i = 0; i < n; i++) {
		const struct pxt_known *known = &several->known[i];
		struct pxt_writer *writer = known->writer;
		unsigned type = pxt_known_type(known, id);

		if (pxt_unlikely(!type || payload->len > writer->data_max ||
				 !pxt_known_has_room(writer, payload->len))) {
			pxt_several_discard(marked | before);
			return pxt_several_end(PXT_SEVERAL_NONE);
		}
		if (pxt_known_filters(writer->segment, type, payload))
			continue;
		pxt_known_mark(writer, type, payload, address);
		marked |= 1u << i;
		fences |= known->fences;
	}
	if (pxt_unlikely(before & ~marked))
		pxt_several_discard(before & ~marked);
	if (pxt_unlikely(!marked))
		return pxt_several_end(pxt_ignore_fast() == PXT_SLOW_PATH ?
				       PXT_SEVERAL_NONE : 0);
	/* INV-5 */
	if (fences)
		pxt_clock_order();
	ticks = pxt_clock_counter();
	for (unsigned i = 0; i < n; i++)
		if (pxt_likely(marked >> i & 1))
			left |= pxt_known_commit(&several->known[i],
						 payload->len, ticks);
	return pxt_several_end(left);
}

/* PXT_SINGLE_KEY */
static inline __attribute__((always_inline))
uint64_t pxt_single_trace(unsigned id, const struct pxt_payload *payload,
			  const void *address)
{
	switch (pxt_write_fast(PXT_CLOCK_COUNTER,
			       &pxt_thread_self.several.known[0], id, payload,
			       address)) {
	case PXT_TRACED:
		return pxt_several_end(0);
	case PXT_AWAITED:
		pxt_trace_wake();
		return 0;
	default:
		return pxt_several_end(PXT_SEVERAL_NONE);
	}
}

/* Any of them, for one that seldom matters: `outcome` is pxt_trace_fast()'s. */
static inline __attribute__((always_inline))
uint64_t pxt_several_trace_any(enum pxt_outcome outcome, unsigned id,
			       const struct pxt_payload *payload,
			       const void *address)
{
	if (outcome == PXT_SINGLE_KEY)
		return pxt_single_trace(id, payload, address);
	if (outcome == PXT_SET_KEY)
		return pxt_several_trace(0, id, payload, address);
	return PXT_SEVERAL_NONE;
}

#endif
