/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The controller's side of the ring: wait for records in flight, find the
 * readable bytes, hold and read them, free the chunks.
 *
 * A piece is found by looking at a chunk, which stops no writer: by the time
 * the piece is read, the chunk may be overwritten.  Who wants its bytes
 * acquires it, reads, and releases it, once.  From acquire to release the piece
 * is the one token of its chunk.  It may be handed over, and is not copied.
 *
 * What leaves the segment otherwise than into a log is copied into private
 * memory before it is decoded.  So a process that corrupts the segment can
 * damage its own events but not change them while they are being decoded.
 *
 * Only one thread of the controller may call these for a stream at a time.
 */
#ifndef PXT_RING_COLLECT_H
#define PXT_RING_COLLECT_H

#include "ring/chunk.h"
#include "ring/segment.h"

/* Bytes of a chunk that can be read. */
struct pxt_piece {
	uint32_t chunk;
	uint32_t lease;
	uint32_t from;			/* bytes of records already read */
	uint32_t to;
	bool full;
	struct pxt_chunk_header header;	/* a copy, checked */
};

/*
 * No writer overwrites the piece until it is released.  False: it is gone, or
 * nothing of it is unread any more.
 */
bool pxt_piece_acquire(const struct pxt_view *view, struct pxt_piece *piece);

/*
 * The piece was read as far as piece->to, and overwriting that loses nothing.
 * A chunk that a writer gave up meanwhile is freed.  False: the chunk had been
 * freed and leased again; what was read is undefined.
 */
bool pxt_piece_release(const struct pxt_view *view,
		       const struct pxt_piece *piece);

/*
 * Wait until no writer is inside a record that began before this call, so that
 * every event up to the returned ticks can be read.  A writer that is stopped
 * or dead, or does not progress for a second, is not waited for, now or later:
 * `stuck` (n_lanes words of the caller) remembers its tail.
 */
uint64_t pxt_collect_settle(const struct pxt_view *view, uint64_t *stuck);

/*
 * The same where the controller is dead: it is not waited for, and what it was
 * doing is complete.  `stuck` is all zero.
 */
void pxt_collect_settle_orphaned(const struct pxt_view *view, uint64_t *stuck);

/* A settling that continues in the next call if necessary; zeroed at first. */
struct pxt_settling {
	uint64_t now;			/* ticks up to which it settles */
	/* CLOCK_MONOTONIC; 0: no need to wait */
	uint64_t deadline;
	bool begun;			/* and not finished */
	/* no writer is left behind, see below */
	bool is_complete;
};

/*
 * The same for a reader.  If a LOOP stream is overwritten meanwhile, a writer
 * that does not progress is waited for only as long as some events up to
 * settling->now remain.  After that a later time is taken, without waiting for
 * any writer.  False: `until`, CLOCK_MONOTONIC, came first.  The next call
 * continues, and the second that a writer is waited for counts from the first
 * call on.  Otherwise settling->now is the time, and is_complete says that no
 * writer was left behind, now or before; if it is false, events up to that
 * time may still come.
 */
bool pxt_collect_settle_newest(const struct pxt_view *view, uint64_t *stuck,
			       struct pxt_settling *settling, uint64_t until);

/* Only lanes below this may have something. */
uint32_t pxt_collect_lanes(const struct pxt_view *view);

/* The open chunk of a lane.  False: it has none, or an invalid one. */
bool pxt_collect_open(const struct pxt_view *view, uint32_t lane,
		      struct pxt_piece *piece);

/*
 * Has the writer of that open chunk marked it full?  Then it has queued it or
 * was about to.
 */
bool pxt_collect_is_full(const struct pxt_view *view,
			 const struct pxt_piece *piece);

/*
 * A chunk that a writer gave up because a controller had acquired it, and that
 * controller died; it is in no queue.  False: it is not such a chunk.
 */
bool pxt_collect_orphan(const struct pxt_view *view, uint32_t chunk,
			struct pxt_piece *piece);

/*
 * A full chunk with unread events that is in no queue: its writer died just
 * before queueing it, or a writer that had taken it out to overwrite it died
 * before doing so, and perhaps before counting the loss (if a reader had it
 * acquired and then released it).  A writer that is doing either at this moment
 * looks the same; it notices that the chunk is acquired.  `queued` is by
 * chunk, of pxt_collect_queued().  False: it is not such a chunk.
 */
bool pxt_collect_stray(const struct pxt_view *view, uint32_t chunk,
		       const bool *queued, struct pxt_piece *piece);

/*
 * Of such a chunk: does its lane still name it?  Then its writer died just before
 * queueing it, and it is the newest of its lane: it is written with the open
 * ones, not before the older ones in the queue.
 */
bool pxt_collect_is_newest(const struct pxt_view *view,
			   const struct pxt_piece *piece);

/* Which chunks are in the queue of full ones: n_chunks flags. */
void pxt_collect_queued(const struct pxt_view *view, bool *queued);

/* The full chunks have the sequence numbers *first to *end - 1. */
void pxt_collect_sequences(const struct pxt_view *view, uint32_t *first,
			   uint32_t *end);

/* The full chunk with a sequence number.  False: it is no longer there. */
bool pxt_collect_full(const struct pxt_view *view, uint32_t seq,
		      struct pxt_piece *piece);

/*
 * Acquire a piece, copy the header of its chunk, with the writer that its
 * records begin with, followed by its records, and release it.  False: they
 * have been overwritten.
 */
bool pxt_collect_copy(const struct pxt_view *view,
		      const struct pxt_piece *piece, unsigned char *bytes);

/* Mark it read without acquiring it.  False: it has been overwritten. */
bool pxt_collect_skip(const struct pxt_view *view,
		      const struct pxt_piece *piece);

/*
 * Mark the records before `to` read in a piece that the caller has acquired, and
 * count `n` of them, the first at ticks `first`, as lost: newer events, up to
 * ticks `horizon`, have been overwritten.  If the controller dies meanwhile,
 * either both has been done or nothing (pxt_collect_settle_orphaned()).
 */
void pxt_collect_omit(const struct pxt_view *view,
		      const struct pxt_piece *piece, uint32_t to, uint64_t n,
		      uint64_t first, uint64_t horizon);

/*
 * The number of events that were lost by overwriting, with those omitted.  What
 * is counted is not newer than a horizon that is loaded afterwards.
 */
uint64_t pxt_collect_overwritten(const struct pxt_view *view);

/*
 * `open` chunks that are not full are about to be read.  Until the next call
 * that many more full ones may wait, in addition to those that were partly
 * read already (chunk.h).
 */
void pxt_collect_begin(const struct pxt_view *view, uint32_t open);

/* The same for the open chunk of one lane, in addition to earlier ones. */
void pxt_collect_begin_lane(const struct pxt_view *view, uint32_t lane);

/*
 * Free the full chunks that have been read to the end, from the oldest on.
 * Returns how many.
 */
uint32_t pxt_collect_free(const struct pxt_view *view);

/* The state of a stream when it was cleared. */
struct pxt_cleared {
	uint64_t floor;			/* events up to here are dropped */
	uint64_t horizon, lost;		/* overwritten before */
};

/*
 * Drop all events up to now.  Those that full chunks have are freed; those of
 * open ones are left to the reader to drop.  `stuck` as for settling.
 */
struct pxt_cleared pxt_collect_clear(const struct pxt_view *view,
				     uint64_t *stuck);

/* Free the lane if its thread has ended and all it wrote has been read. */
void pxt_collect_lane(const struct pxt_view *view, uint32_t lane);

/*
 * The number of events that were lost for want of room or of a lane, since
 * creation.  *first, unless NULL, is the time of the first such loss after
 * `since`.
 */
uint64_t pxt_collect_losses(const struct pxt_view *view, uint64_t since,
			    uint64_t *first);

/*
 * How many of those losses the gaps report that the controller, which is dead,
 * has recorded in its lane.
 */
uint64_t pxt_collect_reported(const struct pxt_view *view);

/*
 * Mark the lanes of process `pid` as those of a program it executed before
 * exec: their threads no longer exist.  The caller is that process and has no
 * lane yet.
 */
void pxt_collect_former(const struct pxt_view *view, pid_t pid);

/* Find lanes whose thread has died without notice.  Reads /proc. */
void pxt_collect_dead(const struct pxt_view *view);

#endif
