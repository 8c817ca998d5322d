/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Lanes: a thread's slot in a segment (a producer slot), and how it writes to
 * it.
 *
 * A thread that traces into a stream claims a lane and leases chunks for it,
 * one at a time.  A signal handler that interrupts the thread inside a record
 * uses another lane (one for each depth), so a lane never has two writers.
 * Shared memory contains what others must know:
 *
 *   owner       pid << 32 | tid, 0 if free       claimed by CAS      (J)
 *   tail        chunk + 1 << 32 | lease << 25 | bytes | BUSY: the open chunk,
 *               the low bits of its lease (between closing a chunk and storing
 *               the next tail another may have leased it), and how much of it
 *               is committed, a multiple of 8, with PXT_TAIL_TRIES below
 *                                                stored by the owner (A)
 *   space       the pid namespace that pid and tid are of (base/proc.h)
 *   exited      the thread has ended; another thread goes on in the lane
 *               (adopt.h), the reader that drains the rest frees it, or a
 *               writer that finds no other takes it (reclaim.h)
 *   lost        events this lane lost for want of room; a count that only
 *               grows, also over owners          stored by the owner
 *   lost_first  ticks of the first of them since the stream became full
 *
 *   reported, reporting, reporting_tail
 *               of the controller's lane: so many of the losses of all lanes
 *               are in its gaps, or so many once it has that tail
 *                                                stored by the controller
 *
 * and the writer's private memory (struct pxt_writer) contains what it
 * computes with, so that a process that corrupts the segment cannot mislead
 * it.
 */
#ifndef PXT_RING_LANE_H
#define PXT_RING_LANE_H

#include <string.h>

#include "ring/chunk.h"
#include "ring/order.h"
#include "ring/segment.h"

#define PXT_LANE_BUSY UINT64_C(1)

/*
 * Two bits of a tail that change when a record is discarded, so that a reader
 * does not take the next record, at the same place, for it.
 */
#define PXT_TAIL_TRY UINT64_C(2)
#define PXT_TAIL_TRIES (3 * PXT_TAIL_TRY)

/* Up to this size data is copied without a loop. */
enum { PXT_SMALL = 64 };

enum { PXT_TAIL_LEASE_AT = 25, PXT_TAIL_LEASE_MASK = 0x7f };

struct pxt_lane {
	pxt_cacheline _Atomic uint64_t owner;
	_Atomic uint64_t tail;
	_Atomic uint64_t lost;
	_Atomic uint64_t lost_first;
	_Atomic uint32_t exited;
	_Atomic uint32_t space;
	_Atomic uint64_t reported;
	_Atomic uint64_t reporting;
	_Atomic uint64_t reporting_tail;
};

static_assert(sizeof(struct pxt_lane) == PXT_CACHELINE, "a line a lane");

static inline uint64_t pxt_tail(uint32_t chunk, uint32_t bytes)
{
	return (uint64_t)(chunk + 1) << 32 | bytes;
}

/* The chunk a tail names, UINT32_MAX if none. */
static inline uint32_t pxt_tail_chunk(uint64_t tail)
{
	return (uint32_t)(tail >> 32) - 1;
}

static inline uint32_t pxt_tail_bytes(uint64_t tail)
{
	return (uint32_t)tail & ((1u << PXT_TAIL_LEASE_AT) - 8);
}

/* The low bits of a lease, as contained in a tail. */
static inline uint64_t pxt_tail_lease(uint64_t lease)
{
	return (lease & PXT_TAIL_LEASE_MASK) << PXT_TAIL_LEASE_AT;
}

static inline bool pxt_tail_is_of(uint64_t tail, uint64_t lease)
{
	return pxt_tail_lease(tail >> PXT_TAIL_LEASE_AT) ==
	       pxt_tail_lease(lease);
}

/* The owner gives the lane back. */
static inline void pxt_lane_give(struct pxt_lane *lane)
{
	/* The next owner stores its own behind claiming the lane: meanwhile it
	 * must not be looked up in our pid namespace, and found dead. */
	pxt_store_relaxed(&lane->space, 0);
	pxt_order_give_lane(&lane->owner);
}

/* Identity of the writing thread, for the headers of its chunks. */
struct pxt_writer_identity {
	int32_t pid;
	int32_t tid;
	uint64_t thread;
	uint32_t space;			/* pid namespace */
	uint16_t kind;			/* enum pxt_kind */
	char comm[PXT_COMM_SIZE];
};

struct pxt_writer {
	unsigned char *pos;		/* place of the next record ... */
	unsigned char *end;		/* ... which must end before this */
	uint64_t tail_at_0;		/* the tail if `pos` were 0 */
	struct pxt_lane *lane;		/* NULL: none yet */
	struct pxt_segment *segment;	/* of `view` */
	uint64_t last;			/* ticks of the last record */
	uint64_t run;			/* RUNNING, when last read */
	uint64_t data_max;		/* of `view` */
	uint32_t count;			/* records in the chunk */
	bool is_first;			/* its thread is (lease.h) */
	const struct pxt_view *view;
	uint64_t base;			/* ticks at which the chunk began */
	uint32_t lane_index;
	uint32_t number;		/* of the chunk, as in header.epoch */
	uint64_t lost_run;		/* `run` when it last lost an event */
	uint64_t retry;			/* no lane: try again at these ticks */
	struct pxt_move move;		/* while a chunk is leased */
	struct pxt_lane *volatile claiming;	/* lane being claimed */
};

/*
 * The tail if the next record begins at `pos`.  It is a sum, so that a record
 * changes one word less.
 */
static inline uint64_t pxt_writer_tail_at(const struct pxt_writer *writer,
					  const unsigned char *pos)
{
	return writer->tail_at_0 + (uintptr_t)pos;
}

/* The tail to be published, not busy. */
static inline uint64_t pxt_writer_tail(const struct pxt_writer *writer)
{
	return pxt_writer_tail_at(writer, writer->pos);
}

/*
 * What a writer knows of its stream before it has a lane, and therefore no
 * room.
 */
void pxt_writer_aim(struct pxt_writer *writer, const struct pxt_view *view);

/*
 * Claim a lane for a thread: one with the open chunk of a thread that has ended
 * (adopt.h), or a free one; if all are taken, that of a dead thread.  EAGAIN:
 * none was found; the caller counts what it cannot record (pxt_segment_drop).
 * Async-signal-safe; bounded.
 */
int pxt_writer_claim(struct pxt_writer *writer, const struct pxt_view *view,
		     const struct pxt_writer_identity *id);

/* The owner of the lanes of a thread. */
static inline uint64_t pxt_writer_owner(const struct pxt_writer_identity *id)
{
	return (uint64_t)(uint32_t)id->pid << 32 | (uint32_t)id->tid;
}

/*
 * A signal handler has left pxt_writer_claim() by longjmp: release the lane
 * that was being claimed, which no other writer of this owner has.
 */
void pxt_writer_give_back(struct pxt_writer *writer, uint64_t owner);

/*
 * Make room for `need` bytes at time `ticks`: more of the chunk, or the next
 * one.  The lane is busy.  ENOSPC: the stream is full (not LOOP), or no chunk
 * is available.  Async-signal-safe; O(1).
 */
int pxt_writer_make_room(struct pxt_writer *writer, size_t need,
			 uint64_t ticks, const struct pxt_writer_identity *id);

/* The thread's name has changed: store it in its open chunk. */
void pxt_writer_rename(const struct pxt_writer *writer,
		       const struct pxt_writer_identity *id);

/*
 * The thread ends.  If it has an open chunk, that stays in its lane, until
 * another thread goes on in it or the reader has read it.
 */
void pxt_writer_exit(struct pxt_writer *writer);

/*
 * For a party that acts for a dead thread (reclaim.h), or goes on in its place
 * (adopt.h): a writer of the chunk in a lane's tail, with a count of 0; and put
 * its chunk, which is open and not empty, into the queue of full ones.
 */
void pxt_writer_reopen(struct pxt_writer *writer, const struct pxt_view *view,
		       struct pxt_lane *lane, uint64_t tail);
void pxt_writer_close(struct pxt_writer *writer);

/*
 * A signal handler has left a trace point by longjmp, perhaps while it used
 * this writer: repair it from its lane's tail.  Only the interrupted record is
 * missing.  Wakes readers that the trace point may have been about to wake.
 * May itself be interrupted, and left by longjmp.
 */
void pxt_writer_recover(struct pxt_writer *writer);

/* An event was lost through this lane at `ticks`, while `run` was full. */
void pxt_writer_lose(struct pxt_writer *writer, uint64_t run, uint64_t ticks);

/*
 * Count one more, if it is not the first while `run` is full; else false, as
 * for the 0 in memory without a stream (hide_segments() in process/self.c).
 */
static inline bool pxt_writer_lose_more(struct pxt_writer *writer, uint64_t run)
{
	_Atomic uint64_t *lost;

	if (!run || writer->lost_run != run)
		return false;
	/* Only the owner stores, so no locked addition is needed. */
	lost = &writer->lane->lost;
	pxt_store_relaxed(lost, pxt_load_relaxed(lost) + 1);
	return true;
}

/* The same for a thread that has no lane. */
void pxt_segment_drop(struct pxt_segment *segment, uint64_t ticks);
/* The same because the writer had no memory of its own. */
void pxt_segment_starve(struct pxt_segment *segment, uint64_t ticks);

/* Change RUNNING to FULL, if it is still the same RUNNING; wake a flusher. */
void pxt_segment_set_full(struct pxt_segment *segment, uint64_t run);

/* Wake the sleepers on the segment, if the word says that there are any. */
void pxt_segment_wake(struct pxt_segment *segment, _Atomic uint32_t *sleepers);

/*
 * Copy `len` bytes, from `size` to twice that, as both ends, which may
 * overlap.
 */
static inline __attribute__((always_inline))
void pxt_copy_ends(unsigned char *to, const unsigned char *from, size_t len,
		   size_t size)
{
	__builtin_memcpy(to, from, size);
	__builtin_memcpy(to + len - size, from + len - size, size);
}

/*
 * Copy `len` bytes of data after a record's head, and zeroes up to 8.  Not by a
 * call or "rep movs", which cost more than the usual event.  The usual event
 * has 16 bytes, so the branch for those is marked likely.
 */
static inline __attribute__((always_inline))
void pxt_copy_data(unsigned char *to, const void *data, size_t len)
{
	const unsigned char *from = data;

	if (pxt_likely(len == 16)) {
		__builtin_memcpy(to, from, 16);
		return;
	}
	if (len & 7)
		__builtin_memset(to + (len & ~(size_t)7), 0, 8);
	if (len > PXT_SMALL) {
		for (size_t n = len; n > 64; n -= 64)
			__builtin_memcpy(to + n - 64, from + n - 64, 64);
		__builtin_memcpy(to, from, 64);
	} else if (len >= 32) {
		pxt_copy_ends(to, from, len, 32);
	} else if (len > 16) {
		pxt_copy_ends(to, from, len, 16);
	} else if (len >= 8) {
		pxt_copy_ends(to, from, len, 8);
	} else if (len >= 4) {
		pxt_copy_ends(to, from, len, 4);
	} else if (len > 0) {
		to[0] = from[0];
		to[len / 2] = from[len / 2];
		to[len - 1] = from[len - 1];
	}
}

/*
 * Neither earlier than the last record, nor so much later that the slow path
 * should check for changes.
 */
static inline bool pxt_writer_has_time(const struct pxt_writer *writer,
				       uint64_t ticks)
{
	return pxt_likely(ticks - writer->last < PXT_CLOCK_SLACK);
}

/*
 * The time of a record for which that is false: `ticks`, unless that is
 * earlier than the last record.  Then it is the time of the last one; and if
 * the clock has gone back by more than a little, the stream's time is shifted.
 */
uint64_t pxt_writer_keep_up(const struct pxt_writer *writer, uint64_t ticks);

static inline bool pxt_writer_has_room(const struct pxt_writer *writer,
				       size_t need, uint64_t ticks)
{
	return pxt_likely(need <= (size_t)(writer->end - writer->pos)) &&
	       pxt_writer_has_time(writer, ticks);
}

/*
 * Can the chunk still take a record of that time?  The records that follow
 * without this check are close to each other, and use less than the other
 * half.
 */
static inline bool pxt_writer_in_span(const struct pxt_writer *writer,
				      uint64_t ticks)
{
	return writer->pos && ticks >= writer->last &&
	       ticks - writer->base < PXT_CHUNK_SPAN / 2;
}

/* Mark the lane busy with the record at `pos`, which is writer->pos. */
static inline void pxt_writer_reserve_at(struct pxt_writer *writer,
					 const unsigned char *pos,
					 bool full_fence)
{
	pxt_order_begin(&writer->lane->tail,
			pxt_writer_tail_at(writer, pos) + PXT_LANE_BUSY,
			full_fence);
}

static inline void pxt_writer_reserve(struct pxt_writer *writer,
				      bool full_fence)
{
	pxt_writer_reserve_at(writer, writer->pos, full_fence);
}

/*
 * No room until the slow path finds some.  While the stream does not run, this
 * is the first check that an event fails.
 */
static inline void pxt_writer_shut(struct pxt_writer *writer)
{
	writer->end = writer->pos;
}

/* The record is complete, and the next will begin at `next`. */
static inline void pxt_writer_commit_to(struct pxt_writer *writer,
					unsigned char *next, uint64_t ticks)
{
	writer->pos = next;
	writer->last = ticks;
	writer->count++;
	pxt_order_commit(&writer->lane->tail, pxt_writer_tail(writer));
}

static inline void pxt_writer_commit(struct pxt_writer *writer, size_t size,
				     uint64_t ticks)
{
	pxt_writer_commit_to(writer, writer->pos + size, ticks);
}

static inline uint64_t pxt_tail_next_try(uint64_t tail)
{
	return (tail & ~PXT_TAIL_TRIES) |
	       ((tail + PXT_TAIL_TRY) & PXT_TAIL_TRIES);
}

/* Discard the record: the lane is as before, except for the number of tries. */
static inline void pxt_writer_discard(struct pxt_writer *writer)
{
	writer->tail_at_0 = pxt_tail_next_try(writer->tail_at_0);
	pxt_order_commit(&writer->lane->tail, pxt_writer_tail(writer));
}

#endif
