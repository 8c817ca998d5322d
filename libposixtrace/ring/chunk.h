/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The life of a chunk: fresh -> leased to a lane -> closed (in the queue of
 * full ones) -> read or flushed -> free -> leased ..., and, in a LOOP stream
 * that is full, closed -> leased at once, by a writer that overwrites it.
 *
 * state[chunk]:  lease << 32 | read << 8 | flags
 *
 *   lease   counts the leases of this chunk: who has a number that is no
 *           longer there has lost the chunk                 (new leaseholder)
 *   read    bytes of records that the controller has copied out, so that
 *           overwriting them loses nothing; HELD: whose it is  (controller)
 *   PINNED  the controller is copying from it               (controller)
 *   ORPHAN  a writer wanted to recycle it while it was pinned, and has taken
 *           it out of the queue: the controller frees it    (writer)
 *   CLOSED  its header is complete and it is in the queue of full ones, or
 *           about to be put there or taken out: not the lane's any more; who
 *           died doing so has left it a stray (collect.h)    (writer)
 *   FREE    nobody's: in the queue of free ones, or about to be put there or
 *           taken out                                       (who frees it)
 *   HELD    leased, and not in its lane's tail yet; in the place of `read`
 *           stands the lane, plus 1                         (new leaseholder)
 *
 * Whose a chunk is, this word alone decides: from CLOSED or FREE to the next
 * lease, from CLOSED to FREE, it goes to whoever makes that step, and a queue
 * only says where to look.  Thus a writer that a signal handler has left by
 * longjmp at any instruction can tell what it had done (struct pxt_move), and
 * may put a chunk into a queue where it is already: an entry whose chunk is not
 * what the queue is of is passed over.
 */
#ifndef PXT_RING_CHUNK_H
#define PXT_RING_CHUNK_H

#include <string.h>

#include "ring/segment.h"

enum {
	PXT_CHUNK_PINNED = 1,
	PXT_CHUNK_ORPHAN = 2,
	PXT_CHUNK_FULL = 4,
	PXT_CHUNK_FREE = 8,
	PXT_CHUNK_HELD = 16,
};

static inline uint32_t pxt_state_lease(uint64_t state)
{
	return (uint32_t)(state >> 32);
}

static inline uint32_t pxt_state_read(uint64_t state)
{
	return (uint32_t)(state >> 8) & 0xffffff;
}

static inline uint64_t pxt_state(uint32_t lease, uint32_t read)
{
	return (uint64_t)lease << 32 | (uint64_t)read << 8;
}

/*
 * The thread's name in a header, which is the only part of it that changes
 * while the chunk is open: by words, so a reader may find half of a new one.
 */
typedef uint64_t __attribute__((may_alias)) pxt_name_word;

static_assert(offsetof(struct pxt_chunk_header, comm) % 8 == 0, "words");

/* By its address, since the name itself is aligned as characters are. */
static inline pxt_name_word *pxt_chunk_name_word(
		const struct pxt_chunk_header *header, unsigned i)
{
	return (pxt_name_word *)((uintptr_t)header +
				 offsetof(struct pxt_chunk_header, comm)) + i;
}

static inline void pxt_chunk_put_name(struct pxt_chunk_header *header,
				      const char name[PXT_COMM_SIZE])
{
	for (unsigned i = 0; i < PXT_COMM_SIZE / 8; i++) {
		uint64_t word;

		memcpy(&word, name + 8 * i, 8);
		__atomic_store_n(pxt_chunk_name_word(header, i), word,
				 __ATOMIC_RELAXED);
	}
}

static inline void pxt_chunk_get_name(const struct pxt_chunk_header *header,
				      char name[PXT_COMM_SIZE])
{
	for (unsigned i = 0; i < PXT_COMM_SIZE / 8; i++) {
		uint64_t word = __atomic_load_n(pxt_chunk_name_word(header, i),
						__ATOMIC_RELAXED);

		memcpy(name + 8 * i, &word, 8);
	}
}

/*
 * So many full chunks may wait: those that stream-min-size is cut into, and as
 * many more as have been read in part while they were open.  Such a chunk may
 * hold a single event when it is closed, so if it cost the room of a whole one,
 * some threads with an event each would fill a stream that is read all the time
 * (ASIZE-6); and a lane has one of them at most, since it is read in order.
 */
static inline uint32_t pxt_chunk_limit(const struct pxt_view *view)
{
	/* Relaxed: raised before they are read, lowered some time later. */
	uint32_t begun = pxt_load_relaxed(&view->segment->begun);

	return view->n_full + (begun < view->n_lanes ? begun : view->n_lanes);
}

/*
 * What a writer keeps in its own memory while it leases a chunk, so that it can
 * be told whether it has one if a signal handler comes in between and never
 * returns.  Volatile: each is stored where the code says.
 */
struct pxt_move {
	volatile uint32_t chunk;	/* plus 1; 0: none is being leased */
	volatile uint32_t was;		/* its lease when it was looked at */
	volatile uint32_t lease;	/* under which it is ours; 0: not yet */
	volatile bool pinned;		/* when it was looked at */
	uint32_t lane;			/* of the writer */
};

/*
 * A writer gets itself a chunk: a free one, one never used, or, in a LOOP
 * stream, the oldest full one, whose unread events are counted as lost.
 * Returns 0 and a leased chunk with a zero header but for its lease, or
 * ENOSPC.  Async-signal-safe; makes a system call only for a chunk that was
 * never used and lies beyond those claimed at creation.  The move is over when
 * the caller stores 0 in its `chunk`, having said in its tail whose that is.
 */
int pxt_chunk_lease(const struct pxt_view *view, struct pxt_move *move,
		    uint32_t *chunk);

/*
 * Bring to an end what a handler that did not return has interrupted: a lease,
 * which is undone unless the lane's tail names the chunk already.
 */
void pxt_chunk_settle(const struct pxt_view *view, struct pxt_move *move,
		      bool is_named);

/*
 * The same for a writer that may have been about to put its chunk into the
 * queue of full ones, under this lease.  True: it is not there, and the
 * writer's again.
 */
bool pxt_chunk_reclaim(const struct pxt_view *view, uint32_t chunk,
		       uint32_t lease);

/*
 * Have the page there that the next thread begins with, unless there is a used
 * chunk for it by then: a new page is most of what a first event costs.  For
 * one who has time, as a thread that ends.  Async-signal-safe.
 */
void pxt_chunk_prepare(const struct pxt_view *view);

/* So many events are lost as overwritten, from ticks `first` up to `last`, and
 * with them whatever else is as old. */
void pxt_segment_overrun(struct pxt_segment *segment, uint64_t n,
			 uint64_t first, uint64_t last);

/*
 * How many bytes of a leased chunk may be touched: at least `want`, or fewer
 * if the file system has no more.  Async-signal-safe; a system call only the
 * first time that part of the chunk is used.
 */
uint32_t pxt_chunk_back(const struct pxt_view *view, uint32_t chunk,
			uint32_t want);

/* What became of an attempt to pin a chunk. */
enum pxt_pin {
	PXT_PIN_FAILED = 0,		/* it is no longer under that lease */
	PXT_PIN_NESTED,			/* it was pinned already, and stays so */
	PXT_PIN_HELD,			/* it is pinned until this is undone */
};

/*
 * The controller pins a chunk to copy from it.  While it does so it may pin the
 * chunk again: only undoing the first of these pins ends it.
 */
enum pxt_pin pxt_chunk_pin(const struct pxt_view *view, uint32_t chunk,
			   uint32_t lease);

/*
 * Undo a pin that did not fail, and say how far the chunk has been read now.
 * A chunk that a writer gave up meanwhile is freed at the end of the pin that
 * held it.  False: the chunk was leased anew in between, because it had been
 * freed already; what was copied of it may be anything.
 */
bool pxt_chunk_unpin(const struct pxt_view *view, uint32_t chunk,
		     uint32_t lease, enum pxt_pin pin, uint32_t read);

/* The writer is about to put the chunk into the queue of full ones. */
void pxt_chunk_close(const struct pxt_view *view, uint32_t chunk);

/* Give a chunk that only the caller uses to the writers. */
void pxt_chunk_free(const struct pxt_view *view, uint32_t chunk);

/* The same for one that the caller has taken out of the queue of full ones.
 * False: it was not under that lease any more, or its writer's again. */
bool pxt_chunk_retire(const struct pxt_view *view, uint32_t chunk,
		      uint32_t lease);

#endif
