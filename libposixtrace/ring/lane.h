/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Lanes: a thread's slot in a segment, and how it writes through it.
 *
 * A thread that traces into a stream claims a lane and leases chunks for it,
 * one at a time.  A signal handler that interrupts the thread in the middle
 * of a record takes another lane (one for each depth), so a lane never has
 * two writers.  In shared memory stands what others must know:
 *
 *   owner       pid << 32 | tid, 0 if free       claimed by CAS      (J)
 *   tail        chunk + 1 << 32 | lease << 25 | bytes | BUSY: the open chunk,
 *               the low bits of its lease (between closing a chunk and storing
 *               the next tail another may have leased it), and how much of it
 *               is committed, a multiple of 8, with PXT_TAIL_TRIES below
 *                                                stored by the owner (A)
 *   space       the pid namespace that pid and tid are of (base/proc.h)
 *   exited      the thread is gone; whoever drains the rest frees the lane,
 *               or a writer who finds no other takes it (reclaim.h)
 *   lost        events this lane lost for want of room; a count that only
 *               grows, also over owners          stored by the owner
 *   lost_first  ticks of the first of them since the stream became full
 *
 * and in the writer's own memory (struct pxt_writer) what it computes with,
 * so that nobody who scribbles in the segment can lead it astray.
 */
#ifndef PXT_RING_LANE_H
#define PXT_RING_LANE_H

#include <string.h>

#include "ring/chunk.h"
#include "ring/order.h"
#include "ring/segment.h"

#define PXT_LANE_BUSY UINT64_C(1)

/* Two bits of a tail that change when a record is discarded, so that the next
 * one, in the same place, is not taken for it. */
#define PXT_TAIL_TRY UINT64_C(2)
#define PXT_TAIL_TRIES (3 * PXT_TAIL_TRY)

/* Up to so many bytes of data are copied without a loop. */
enum { PXT_SMALL = 64 };

enum { PXT_TAIL_LEASE_AT = 25, PXT_TAIL_LEASE_MASK = 0x7f };

struct pxt_lane {
	pxt_cacheline _Atomic uint64_t owner;
	_Atomic uint64_t tail;
	_Atomic uint64_t lost;
	_Atomic uint64_t lost_first;
	_Atomic uint32_t exited;
	_Atomic uint32_t space;
	uint32_t unused[6];
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

/* The part of a lease that stands in a tail. */
static inline uint64_t pxt_tail_lease(uint64_t lease)
{
	return (lease & PXT_TAIL_LEASE_MASK) << PXT_TAIL_LEASE_AT;
}

static inline bool pxt_tail_is_of(uint64_t tail, uint64_t lease)
{
	return pxt_tail_lease(tail >> PXT_TAIL_LEASE_AT) == pxt_tail_lease(lease);
}

/* Who writes, for the headers of its chunks. */
struct pxt_writer_identity {
	int32_t pid;
	int32_t tid;
	uint64_t thread;
	uint32_t space;			/* pid namespace */
	uint16_t kind;			/* enum pxt_kind */
	char comm[PXT_COMM_SIZE];
};

struct pxt_writer {
	unsigned char *pos;		/* the next record goes here ... */
	unsigned char *end;		/* ... and must end before this */
	uint64_t tail_at_0;		/* the tail if `pos` were 0 */
	struct pxt_lane *lane;		/* NULL: none yet */
	struct pxt_segment *segment;	/* of `view` */
	uint64_t last;			/* ticks of the last record */
	uint64_t run;			/* RUNNING, when last looked at */
	uint64_t data_max;		/* of `view` */
	uint32_t count;			/* records in the chunk */
	const struct pxt_view *view;
	uint64_t base;			/* ticks the chunk began at */
	uint32_t lane_index;
	uint64_t lost_run;		/* `run` when it last lost an event */
	uint64_t retry;			/* no lane: look again at these ticks */
	struct pxt_move move;		/* while a chunk is leased */
	struct pxt_lane *volatile claiming;	/* the lane that is being claimed */
};

/* The tail when the next record will begin at `pos`: a sum, so that a record
 * changes one word less. */
static inline uint64_t pxt_writer_tail_at(const struct pxt_writer *writer,
					  const unsigned char *pos)
{
	return writer->tail_at_0 + (uintptr_t)pos;
}

/* The tail as it is to be published, not busy. */
static inline uint64_t pxt_writer_tail(const struct pxt_writer *writer)
{
	return pxt_writer_tail_at(writer, writer->pos);
}

/* What a writer knows of its stream before it has a lane, and so no room. */
void pxt_writer_aim(struct pxt_writer *writer, const struct pxt_view *view);

/*
 * Claim a lane for a thread; if all are taken, one of a dead thread.  EAGAIN:
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
 * A signal handler has left pxt_writer_claim() by longjmp: the lane that was
 * being claimed, which no other writer of this owner has, is free again.
 */
void pxt_writer_give_back(struct pxt_writer *writer, uint64_t owner);

/*
 * Make room for `need` bytes at time `ticks`: more of the chunk, or the
 * next one.  The lane is busy.  ENOSPC: the stream is full (not LOOP), or no
 * chunk can be had.  Async-signal-safe; O(1).
 */
int pxt_writer_make_room(struct pxt_writer *writer, size_t need,
			 uint64_t ticks, const struct pxt_writer_identity *id);

/* The thread has another name by now: say so in its open chunk. */
void pxt_writer_rename(const struct pxt_writer *writer,
		       const struct pxt_writer_identity *id);

/*
 * The thread ends.  Its lane is freed at once if all it wrote has been
 * handed over, or else when that has been drained.
 */
void pxt_writer_exit(struct pxt_writer *writer);

/*
 * For who does it in the place of a dead one (reclaim.h): a writer of the
 * chunk in a lane's tail, with a count of 0; and put its chunk, which is open
 * and not empty, into the queue of full ones.
 */
void pxt_writer_reopen(struct pxt_writer *writer, const struct pxt_view *view,
		       struct pxt_lane *lane, uint64_t tail);
void pxt_writer_close(struct pxt_writer *writer);

/*
 * A signal handler has left a trace point by longjmp, perhaps in the middle of
 * using this writer: make it whole again by what stands in its lane's tail.
 * Only the record that was interrupted is not there.  Wakes whoever may have
 * been about to be woken.  May be interrupted, and left, itself.
 */
void pxt_writer_recover(struct pxt_writer *writer);

/* An event was lost through this lane at `ticks`, while `run` was full. */
void pxt_writer_lose(struct pxt_writer *writer, uint64_t run, uint64_t ticks);

/* One more, if not the first while `run` is full; else false, as for the 0 that
 * stands in memory without a stream (here.c). */
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
/* And that is because the writer had no memory of its own. */
void pxt_segment_starve(struct pxt_segment *segment, uint64_t ticks);

/* Turn RUNNING into FULL, if it is still the same RUNNING; wake a flusher. */
void pxt_segment_set_full(struct pxt_segment *segment, uint64_t run);

/* Wake who sleeps on the segment, if the word says that someone does. */
void pxt_segment_wake(struct pxt_segment *segment, _Atomic uint32_t *sleepers);

/* Copy `len` bytes, from `size` to twice that, as both ends, which may overlap. */
static inline __attribute__((always_inline))
void pxt_copy_ends(unsigned char *to, const unsigned char *from, size_t len,
		   size_t size)
{
	__builtin_memcpy(to, from, size);
	__builtin_memcpy(to + len - size, from + len - size, size);
}

/*
 * Copy `len` bytes of data behind a record's head, zeroes up to 8.  By hand: a
 * call, or "rep movs", costs more than the usual event; which has 16 bytes, so
 * the compiler is to lay those in its way.
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

/* Room for `need` bytes at `ticks` without asking anybody. */
/* Neither earlier than the last record, nor so much later that it is time to
 * look around. */
static inline bool pxt_writer_has_time(const struct pxt_writer *writer,
				       uint64_t ticks)
{
	return pxt_likely(ticks - writer->last < PXT_CLOCK_SLACK);
}

/*
 * The time of a record that has not that: `ticks`, unless that is earlier than
 * what is there already.  Then it is the time of the last one; and if the clock
 * has fallen by more than a little, the stream's time is shifted.
 */
uint64_t pxt_writer_keep_up(const struct pxt_writer *writer, uint64_t ticks);

static inline bool pxt_writer_has_room(const struct pxt_writer *writer,
				       size_t need, uint64_t ticks)
{
	return pxt_likely(need <= (size_t)(writer->end - writer->pos)) &&
	       pxt_writer_has_time(writer, ticks);
}

/* Can the chunk still take a record of that time?  Those that follow without
 * being asked are close to each other, and take less than the other half. */
static inline bool pxt_writer_in_span(const struct pxt_writer *writer,
				      uint64_t ticks)
{
	return writer->pos && ticks >= writer->last &&
	       ticks - writer->base < PXT_CHUNK_SPAN / 2;
}

/* Mark the lane busy with the record at `pos`, which is writer->pos. */
static inline void pxt_writer_reserve_at(struct pxt_writer *writer,
				       const unsigned char *pos, bool full_fence)
{
	pxt_order_begin(&writer->lane->tail,
			pxt_writer_tail_at(writer, pos) + PXT_LANE_BUSY,
			full_fence);
}

static inline void pxt_writer_reserve(struct pxt_writer *writer, bool full_fence)
{
	pxt_writer_reserve_at(writer, writer->pos, full_fence);
}

/* No room, until the slow path finds some: while the stream does not run, that
 * is what an event sees first. */
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

/* No record after all: the lane is as it was, but for the number of tries. */
static inline void pxt_writer_discard(struct pxt_writer *writer)
{
	writer->tail_at_0 = pxt_tail_next_try(writer->tail_at_0);
	pxt_order_commit(&writer->lane->tail, pxt_writer_tail(writer));
}

#endif
