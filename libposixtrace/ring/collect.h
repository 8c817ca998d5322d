/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The controller's side of the ring: wait until what is in flight has
 * landed, see which bytes are there, copy them out, give the room back.
 *
 * Everything is copied into private memory before it is looked at, so a
 * process that scribbles in the segment can spoil its own events but not
 * change them under the eyes of the decoder.
 *
 * Only one thread of the controller may call these for a stream at a time.
 */
#ifndef PXT_RING_COLLECT_H
#define PXT_RING_COLLECT_H

#include "ring/chunk.h"
#include "ring/segment.h"

/* Bytes of a chunk that can be read now. */
struct pxt_piece {
	uint32_t chunk;
	uint32_t lease;
	uint32_t from;			/* bytes of records already read */
	uint32_t to;
	bool full;
	enum pxt_pin pin;		/* of who keeps the piece for later */
	uint32_t seq;			/* closed: its place in the queue */
	struct pxt_chunk_header header;	/* a copy, checked */
};

/*
 * Wait until no writer is in the middle of a record that began before this
 * call, so that every event up to the returned ticks can be seen.  A writer
 * that is stopped or dead, or does not get on for a second, is not waited
 * for, now or later: `stuck` (n_lanes words of the caller) remembers it.
 */
uint64_t pxt_collect_settle(const struct pxt_view *view, uint64_t *stuck);

/* A settling that goes on in the next call if it has to; zeroed at first. */
struct pxt_settling {
	uint64_t now;			/* ticks it is about */
	uint64_t deadline;		/* CLOCK_MONOTONIC; 0: nobody to wait for */
	bool begun;			/* and not ended */
	bool is_complete;		/* nobody was left waiting, see below */
};

/*
 * The same for a reader.  In a LOOP stream that is overwritten meanwhile, a
 * writer that does not get on is waited for only as long as anything is left
 * of what the wait is for.  Then the time is that of a moment later, at which
 * nobody is waited for.  False: `until`, CLOCK_MONOTONIC, came first; the next
 * call goes on waiting, and the second that a writer is waited for counts from
 * the first one on.  Otherwise settling->now is the time, and is_complete says
 * that no writer was left behind, now or before, or else events up to that
 * time may still come.
 */
bool pxt_collect_settle_newest(const struct pxt_view *view, uint64_t *stuck,
			       struct pxt_settling *settling, uint64_t until);

/* Lanes that may have something are below this. */
uint32_t pxt_collect_lanes(const struct pxt_view *view);

/* The open chunk of a lane.  False: it has none, or only rubbish. */
bool pxt_collect_open(const struct pxt_view *view, uint32_t lane,
		      struct pxt_piece *piece);

/* Was its writer about to queue that open chunk, or has he done so? */
bool pxt_collect_is_full(const struct pxt_view *view,
			   const struct pxt_piece *piece);

/* A chunk that a writer gave up because a controller had pinned it, who died
 * then; it is in no queue.  False: this is none. */
bool pxt_collect_orphan(const struct pxt_view *view, uint32_t chunk,
			struct pxt_piece *piece);

/*
 * A full chunk with something unread that stands in no queue: its writer died
 * just before he queued it, or a writer who had taken it out to overwrite it
 * died before he had done so, and perhaps before he had counted what is lost
 * (a reader had it pinned, who then let go of it).  Who does so at this very
 * moment looks the same, and notices that it is being read.  `queued` is by
 * chunk, of pxt_collect_queued().  False: this is none.
 */
bool pxt_collect_stray(const struct pxt_view *view, uint32_t chunk,
		       const bool *queued, struct pxt_piece *piece);

/* Which chunks are in the queue of full ones: n_chunks of them. */
void pxt_collect_queued(const struct pxt_view *view, bool *queued);

/* The full chunks are those of turns *first to *end - 1. */
void pxt_collect_sequences(const struct pxt_view *view, uint32_t *first,
		       uint32_t *end);

/* The full chunk of a sequence number.  False: it is not there any more. */
bool pxt_collect_full(const struct pxt_view *view, uint32_t seq,
			struct pxt_piece *piece);

/*
 * Copy the header of a piece's chunk and behind it the records of the piece,
 * and mark them read, so that overwriting them loses nothing.  False: they
 * have been overwritten.
 */
bool pxt_collect_copy(const struct pxt_view *view,
		      const struct pxt_piece *piece, unsigned char *bytes);

/* Mark them read without copying.  False: they have been overwritten. */
bool pxt_collect_skip(const struct pxt_view *view,
		      const struct pxt_piece *piece);

/*
 * `open` chunks that are not full are about to be read.  Until this is said
 * again as many full ones more may wait, and those of which something has been
 * read already (chunk.h).
 */
void pxt_collect_begin(const struct pxt_view *view, uint32_t open);

/* The same of one lane, and those that have been begun already. */
void pxt_collect_begin_lane(const struct pxt_view *view, uint32_t lane);

/* The same of all that are open, when what is in them counts no more. */
void pxt_collect_begin_all(const struct pxt_view *view);

/* Full chunks that have been read to the end, from the oldest on, are free
 * again.  Returns how many. */
uint32_t pxt_collect_release(const struct pxt_view *view);

/* Free the lane if its thread has gone and all it wrote has been read. */
void pxt_collect_lane(const struct pxt_view *view, uint32_t lane);

/*
 * Events that were lost for want of room or of a lane, ever.  *first, unless
 * NULL, is when the first of those was lost that were lost after `since`.
 */
uint64_t pxt_collect_losses(const struct pxt_view *view, uint64_t since,
			    uint64_t *first);

/* The lanes of process `pid` are those of a program that it was before exec:
 * their threads are gone.  The caller is that process and has no lane yet. */
void pxt_collect_former(const struct pxt_view *view, pid_t pid);

/* Find lanes whose thread has died without saying so.  Reads /proc. */
void pxt_collect_dead(const struct pxt_view *view);

#endif
