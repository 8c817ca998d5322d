/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The life of a chunk: fresh -> leased to a lane -> full (in the queue of full
 * chunks) -> read or flushed -> free -> leased ..., and, in a LOOP stream that
 * is full, full -> leased at once, by a writer that overwrites it.
 *
 * state[chunk]:  lease << 32 | read << 8 | flags
 *
 *   lease   counts the leases of this chunk: a party that holds an older
 *           number has lost the chunk                       (new leaseholder)
 *   read    bytes of records that the controller has copied out, so that
 *           overwriting them loses nothing; HELD: the owning lane (controller)
 *   PINNED  the controller holds it, to read from it        (controller)
 *   ORPHAN  a writer wanted to recycle it while it was pinned, and has taken
 *           it out of the queue: the controller frees it    (writer)
 *   FULL    its header is complete and it is in the queue of full ones, or
 *           about to be put there or taken out: no longer the lane's; a
 *           writer that died doing so has left a stray (collect.h)  (writer)
 *   FREE    unowned: in the queue of free ones, or about to be put there or
 *           taken out                                       (who frees it)
 *   HELD    leased, and not in its lane's tail yet; the lane, plus 1, is in
 *           the place of `read`                             (new leaseholder)
 *
 * This word alone decides who owns a chunk: each step from FULL or FREE to the
 * next lease, or from FULL to FREE, is made by one party, which owns the chunk
 * then, and a queue only says where to look.  Therefore a writer that a signal
 * handler has left by longjmp at any instruction can tell what it had done
 * (struct pxt_move), and may put a chunk into a queue that already contains
 * it: an entry whose chunk is not in the state of its queue is skipped.
 */
#ifndef PXT_RING_CHUNK_H
#define PXT_RING_CHUNK_H

#include <string.h>

#include "ring/order.h"
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
 * The thread's name in a header is the only part that changes while the chunk
 * is open.  It is accessed by words, so a reader may find half of a new name.
 */
static_assert(offsetof(struct pxt_chunk_header, comm) % 8 == 0, "words");

/* Through its address, because the name itself is aligned as characters are. */
static inline pxt_header_word *pxt_chunk_name_word(
		const struct pxt_chunk_header *header, unsigned i)
{
	return (pxt_header_word *)((uintptr_t)header +
				   offsetof(struct pxt_chunk_header, comm)) + i;
}

static inline void pxt_chunk_put_name(struct pxt_chunk_header *header,
				      const char name[PXT_COMM_SIZE])
{
	for (unsigned i = 0; i < PXT_COMM_SIZE / 8; i++) {
		uint64_t word;

		memcpy(&word, name + 8 * i, 8);
		pxt_store_relaxed(pxt_chunk_name_word(header, i), word);
	}
}

static inline void pxt_chunk_get_name(const struct pxt_chunk_header *header,
				      char name[PXT_COMM_SIZE])
{
	for (unsigned i = 0; i < PXT_COMM_SIZE / 8; i++) {
		uint64_t word = pxt_load_relaxed(pxt_chunk_name_word(header, i));

		memcpy(name + 8 * i, &word, 8);
	}
}

/*
 * The word of a header that tells of the owner records (model/record.h).  Who
 * has added one stores it, and then the name in the header.
 */
static inline pxt_header_word *
pxt_chunk_owners(const struct pxt_chunk_header *header)
{
	return (pxt_header_word *)((uintptr_t)header +
				   offsetof(struct pxt_chunk_header, serial));
}

/*
 * How many bytes of a full chunk have no event, if it has owner records, else
 * 0; by a header that no longer changes.
 */
static inline uint32_t pxt_chunk_overhead(const struct pxt_view *view,
					  const struct pxt_chunk_header *header)
{
	const uint32_t payload = view->chunk_size - PXT_CHUNK_HEADER_SIZE;
	const uint64_t owners = (header->serial >> 32) * PXT_OWNER_SIZE;

	/* Untrusted input. */
	if (owners == 0 || header->used > payload || owners > header->used)
		return 0;
	return payload - header->used + (uint32_t)owners;
}

/*
 * Number of full chunks that may wait: those that stream-min-size is divided
 * into, plus as many as the bytes of owner records fill, plus those that were
 * partly read while they were open.  Such a chunk may hold a single event when
 * it becomes full.  If it used up the room of a whole chunk, some threads with
 * one event each would fill a stream that is read continuously (ASIZE-6).  A
 * lane has at most one of them, because it is read in order.
 */
uint32_t pxt_chunk_limit(const struct pxt_view *view);

/*
 * What a writer keeps in private memory while it leases a chunk.  It tells
 * whether the writer has a chunk if a signal handler interrupts it and never
 * returns.  Volatile: each store happens where the code has it.
 */
struct pxt_move {
	volatile uint32_t chunk;	/* plus 1; 0: none is being leased */
	volatile uint32_t was;		/* its lease when it was examined */
	volatile uint32_t lease;	/* our lease of it; 0: not yet */
	volatile uint64_t counted;	/* its events that count as lost */
	uint32_t lane;			/* the writer's lane */
};

/*
 * Get a chunk for a writer: a free one, one never used, or, in a LOOP stream,
 * the oldest full one, whose unread events are counted as lost.  Returns 0 and
 * a leased chunk whose header is zero except for its lease, or ENOSPC.
 * Async-signal-safe; makes a system call only for a chunk that was never used
 * and lies beyond those populated at creation.  The move ends when the caller
 * stores 0 in its `chunk`, after storing the chunk in its lane's tail.
 */
int pxt_chunk_lease(const struct pxt_view *view, struct pxt_move *move,
		    uint32_t *chunk);

/*
 * Complete what a handler that did not return has interrupted: the lease is
 * undone unless the lane's tail names the chunk already.
 */
void pxt_chunk_settle(const struct pxt_view *view, struct pxt_move *move,
		      bool is_named);

/*
 * The same for a writer that may have been about to put its chunk, under this
 * lease, into the queue of full ones.  True: the chunk is not in the queue and
 * belongs to the writer again.
 */
bool pxt_chunk_reclaim(const struct pxt_view *view, uint32_t chunk,
		       uint32_t lease);

/*
 * Populate the page that the next thread starts with, unless there is a used
 * chunk for it by then: a new page is most of the cost of a first event.  For
 * callers that are not time-critical, such as a thread that ends.
 * Async-signal-safe.
 */
void pxt_chunk_prepare(const struct pxt_view *view);

/*
 * Populate what chunks have been used, and some more, for a process that will
 * not be able to do so later (base/quiet.h).
 */
void pxt_segment_prepare(const struct pxt_view *view);

/*
 * Events from ticks `first` to `last` are about to be counted as overwritten;
 * readers also drop other events as old as those.
 */
void pxt_segment_overrun(struct pxt_segment *segment, uint64_t first,
			 uint64_t last);

/*
 * How many bytes of a leased chunk may be written: at least `want`, or fewer
 * if the file system has no more room, or in a quiet process.
 * Async-signal-safe; makes a system call only the first time that part of the
 * chunk is used.
 */
uint32_t pxt_chunk_back(const struct pxt_view *view, uint32_t chunk,
			uint32_t want);

/*
 * Copy a header that another party may be changing.  The caller uses the copy
 * only if it finds out afterwards, behind pxt_order_snapshot(), that the chunk
 * was there all the time.
 */
void pxt_chunk_snapshot(const struct pxt_view *view, uint32_t chunk,
			struct pxt_chunk_header *copy);

/*
 * The controller pins a chunk, so that no writer overwrites it.  There is one
 * pin of a chunk at a time, which collect.h gives out and takes back.  *read is
 * how far it has been read.  False: it is no longer under that lease.
 */
bool pxt_chunk_pin(const struct pxt_view *view, uint32_t chunk, uint32_t lease,
		   uint32_t *read);

/*
 * Undo the pin, and store how far the chunk has been read.  A chunk that a
 * writer gave up meanwhile is freed.  False: the chunk was freed and leased
 * again in between; what was copied from it is undefined.
 */
bool pxt_chunk_unpin(const struct pxt_view *view, uint32_t chunk,
		     uint32_t lease, uint32_t read);

/*
 * Store how far a chunk has been read, pinned or not.  False: it is no longer
 * under that lease.
 */
bool pxt_chunk_mark_read(const struct pxt_view *view, uint32_t chunk,
			 uint32_t lease, uint32_t read);

/* The writer is about to put the chunk into the queue of full ones. */
void pxt_chunk_close(const struct pxt_view *view, uint32_t chunk);

/* Free a chunk that only the caller uses. */
void pxt_chunk_free(const struct pxt_view *view, uint32_t chunk);

/*
 * The same for a chunk that the caller has taken out of the queue of full
 * ones.  False: it was no longer under that lease, or was reopened by its
 * writer.
 */
bool pxt_chunk_retire(const struct pxt_view *view, uint32_t chunk,
		      uint32_t lease);

#endif
