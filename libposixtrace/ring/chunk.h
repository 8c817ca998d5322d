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
 *           overwriting them loses nothing                  (controller)
 *   PINNED  the controller is copying from it               (controller)
 *   ORPHAN  a writer wanted to recycle it while it was pinned, and has taken
 *           it out of the queue: the controller frees it    (writer)
 *   CLOSED  its header is complete and it is in the queue of full ones, or
 *           about to be put there or taken out: not the lane's any more; who
 *           died doing so has left it a stray (collect.h)    (writer)
 */
#ifndef PXT_RING_CHUNK_H
#define PXT_RING_CHUNK_H

#include "ring/segment.h"

enum { PXT_CHUNK_PINNED = 1, PXT_CHUNK_ORPHAN = 2, PXT_CHUNK_CLOSED = 4 };

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

	return view->n_closed + (begun < view->n_lanes ? begun : view->n_lanes);
}

/*
 * A writer gets itself a chunk: a free one, one never used, or, in a LOOP
 * stream, the oldest full one, whose unread events are counted as lost.
 * Returns 0 and a leased chunk with a zero header but for its lease, or
 * ENOSPC.  Async-signal-safe; makes a system call only for a chunk that was
 * never used and lies beyond those claimed at creation.
 */
int pxt_chunk_lease(const struct pxt_view *view, uint32_t *chunk);

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

/*
 * The controller pins a chunk to copy from it.  False: it is no longer under
 * that lease.  Unpinning says how far it has been read now; a chunk that a
 * writer gave up meanwhile is freed.
 */
bool pxt_chunk_pin(const struct pxt_view *view, uint32_t chunk,
		   uint32_t lease);
void pxt_chunk_unpin(const struct pxt_view *view, uint32_t chunk,
		     uint32_t read);

/* The writer is about to put the chunk into the queue of full ones. */
void pxt_chunk_close(const struct pxt_view *view, uint32_t chunk);

/* Give a chunk that nobody uses any more to the writers. */
void pxt_chunk_free(const struct pxt_view *view, uint32_t chunk);

#endif
