/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A segment: the shared memory of one stream.
 *
 *   0           struct pxt_segment: what never changes, then what does
 *   lanes_at    lanes[n_lanes]: a slot for each thread that traces
 *   full_at     cells of the queue of full chunks, oldest first
 *   free_at     cells of the queue of chunks that were read or flushed
 *   chunks_at   chunks[n_chunks]: header and records, see model/record.h
 *   size        if it has a log: the images of its processes, see images.h
 *
 * All positions are offsets.  Each process that maps a segment copies the
 * numbers it computes with into private memory after checking them (struct
 * pxt_view), because any process that maps the segment can change it at any
 * time.
 *
 * Writers of each part
 *
 *   identity, geometry   the creator, before the segment has a name
 *   run                  the controller; a writer may change RUNNING to FULL
 *   waiters              a reader sets it, the writer that wakes it clears it
 *   others_until         threads other than the first to claim a lane, before
 *                        an event that is later (lease.h)
 *   shift                any party that finds that the clock has gone back
 *   filter               the controller
 *   horizon, lost, ...   writers that recycle chunks (LOOP), by atomic max
 *                        and add
 *   lanes[i]             see lane.h
 *   queues               see queue.h
 *   chunks[i]            the leaseholder, see lane.h
 *   states[i]            see chunk.h
 *
 * Invariants (as code: valid.h)
 *   - A chunk is, at every moment, one of: never used (index >= fresh), in
 *     one queue, the open chunk of one lane, or being moved by one party; if
 *     that party dies, the chunk is not used until shutdown, but its unread
 *     events are found (pxt_collect_stray).
 *   - Lane and open chunk stay together when another thread adopts them
 *     (adopt.h), so the records of a lane are in the order of time.
 *   - run's generation only grows, and every change of state but RUNNING to
 *     FULL raises it.
 */
#ifndef PXT_RING_SEGMENT_H
#define PXT_RING_SEGMENT_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/atomic.h"
#include "base/clock.h"
#include "model/attr.h"
#include "model/limits.h"
#include "model/record.h"
#include "model/rkhfilter.h"
#include "ring/queue.h"

#define PXT_SEGMENT_MAGIC	UINT64_C(0x31544d4753545850)
/*
 * The version of what writers do to a segment.  The previous versions have the
 * same layout, so what a controller of one of them left behind can still be
 * read.
 */
#define PXT_SEGMENT_VERSION	7u
#define PXT_SEGMENT_READABLE	5u

/* How long a party sleeps at a time while there are writers that do not wake
 * it. */
#define PXT_SILENT_NS UINT64_C(10000000)

/* How many threads may have events in a stream at the same time. */
enum { PXT_LANES = 2048 };

/* The low bits of `run`; the generation is above them. */
enum pxt_run_state {
	PXT_RUN_STOPPED = 0,
	PXT_RUN_RUNNING = 1,
	PXT_RUN_FULL = 2,	/* stopped by itself, for want of room */
	PXT_RUN_DEAD = 3,	/* shut down, or the controller is gone */
};

enum { PXT_RUN_BITS = 2, PXT_RUN_MASK = 3 };

/* A word whose low half holds a chunk's flags; see chunk.h. */
typedef _Atomic uint64_t pxt_chunk_state;

struct pxt_lane;
struct pxt_images_area;

/* The log's path when it was begun, for users who look for it. */
struct pxt_log_place {
	uint64_t device;
	uint64_t inode;
	char path[192];			/* empty if it is too long */
};

struct pxt_segment {
	/* Identity; never changes, except `logged`, and `log` before that. */
	uint64_t magic;
	uint32_t version;
	uint32_t clock;			/* enum pxt_clock_kind */
	uint64_t size;
	uint64_t serial;		/* distinguishes streams of one name */
	int32_t controller;		/* pid, and its start time */
	int32_t target;			/* POSIX_TRACE_ALLPROC: all processes */
	uint64_t controller_start;
	uint64_t target_start;
	uint32_t space;			/* the controller's pid namespace */
	/* 1 + the number of the log that needs what is here; or 0 */
	_Atomic uint32_t logged;
	struct pxt_anchor anchor;	/* at creation ... */
	int64_t anchor_real_ns;		/* ... and CLOCK_REALTIME */
	/* Offset of the creator's CLOCK_MONOTONIC from the machine's
	 * (timens.h). */
	int64_t ahead;
	struct pxt_attr attr;		/* sizes and policies in use */
	struct pxt_log_place log;

	/* Geometry; never changes. */
	uint32_t chunk_size;
	uint32_t n_chunks;
	uint32_t n_full;		/* limit of full chunks that wait */
	uint32_t n_backed;		/* chunks populated at creation */
	uint32_t n_lanes;
	uint32_t queue_size;		/* cells of each queue, 2^n */
	uint32_t lanes_at;
	uint32_t full_at;
	uint32_t free_at;
	uint32_t states_at;
	uint32_t backed_at;
	uint32_t chunks_at;

	/* Where earlier versions had nothing. */
	/* Bytes without events in the full chunks that have owner records, at
	 * least. */
	_Atomic int64_t overhead;
	/* Bytes of chunks that were given to threads, and may be; see room.h. */
	_Atomic uint64_t given;
	_Atomic uint64_t given_end;

	/* Read by writers at each event, written rarely. */
	pxt_cacheline _Atomic uint64_t run;
	_Atomic uint32_t waiters;	/* readers that sleep on `wake` */
	_Atomic uint32_t flusher;	/* the flush thread sleeps on `wake` */
	_Atomic uint32_t wake;		/* futex: counts wake-ups */
	_Atomic uint32_t flush_mark;	/* full chunks that wake the flusher */
	_Atomic uint64_t others_until;	/* see lease.h */
	_Atomic uint64_t shift;		/* stream's time minus the clock's */
	/* Of the controller: see pxt_collect_omit(). */
	_Atomic uint64_t omitted;
	_Atomic uint64_t omitting;
	_Atomic uint32_t omitting_chunk;
	_Atomic uint32_t omitting_to;
	/* 1: the type is filtered out */
	pxt_cacheline _Atomic uint8_t filter[PXT_ID_SPACE];
	pxt_cacheline struct pxt_rkh_tables rkh;
	/* 1 + the state of `run` before PXT_RUN_DEAD; 0: it is not known.  Where
	 * earlier versions had nothing. */
	_Atomic uint8_t died;
	/* What another process asks of the controller; see command.h. */
	_Atomic uint32_t command;

	/* Of the controller: events up to `floor` were cleared, and `cleared`
	 * of all that were lost; `reported` of those overwritten are reported in
	 * the log, and `horizon` as far as `reported_horizon`. */
	_Atomic uint64_t floor;
	_Atomic uint64_t cleared;
	_Atomic uint64_t reported;
	_Atomic uint64_t reported_horizon;
	/* The block with this serial reports losses up to gap_reported.  If
	 * the log has that block, they are reported, even if the controller
	 * was killed after writing it. */
	_Atomic uint64_t gap_serial;

	/* Losses by overwriting (LOOP) and by lack of lanes. */
	pxt_cacheline _Atomic uint64_t horizon;	/* ticks of the newest lost */
	_Atomic uint64_t lost;		/* events overwritten, unread */
	_Atomic uint64_t lost_first;	/* ticks of the first since last read */
	_Atomic uint64_t dropped;	/* events for which there was no lane */
	_Atomic uint64_t dropped_first;
	_Atomic uint32_t wrapped;	/* LOOP: has been exhausted */
	_Atomic uint32_t begun;		/* chunks read while they were open */
	_Atomic uint32_t starved;	/* 1: some of `dropped` lacked memory */
	_Atomic uint32_t silent;	/* processes that wake nobody: quiet.h */
	_Atomic uint64_t began;		/* ticks of the newest START */

	/* Counters for statistics. */
	pxt_cacheline _Atomic uint64_t peak;	/* most chunks full at once */
	_Atomic uint32_t processes;
	_Atomic uint32_t threads;
	_Atomic uint32_t fresh;		/* chunks never used begin here */
	_Atomic uint32_t left_hint;	/* where to look for a lane to adopt */
	_Atomic uint64_t first_owner;	/* of the first lane claimed, and its */
	_Atomic uint64_t first_space;	/* space, 1 << 32 | number */
	_Atomic uint32_t lane_hint;	/* where to look for a free lane */
	_Atomic uint32_t lane_end;	/* lanes ever used are below this */
	_Atomic uint32_t exited;	/* lanes whose thread has gone */
	_Atomic uint32_t reclaim_hint;	/* where to look for one of those */
	_Atomic uint64_t gap_reported;	/* see gap_serial */

	pxt_cacheline struct pxt_queue full;
	pxt_cacheline struct pxt_queue free;
};

/*
 * A mapped segment with its checked geometry, in the private memory of the
 * process that mapped it.
 */
struct pxt_view {
	struct pxt_segment *segment;
	size_t size;
	uint32_t chunk_size;
	uint32_t n_chunks;
	uint32_t n_full;
	uint32_t n_backed;
	uint32_t n_lanes;
	uint32_t data_max;
	enum pxt_clock_kind clock;
	bool loop;
	bool inherited;
	bool allproc;			/* POSIX_TRACE_ALLPROC */
	int32_t target;			/* as stored in the segment ... */
	struct pxt_attr attr;
	struct pxt_anchor anchor;
	int64_t anchor_real_ns;		/* ... when it was checked */
	int64_t ahead;
	struct pxt_lane *lanes;
	struct pxt_cells full;
	struct pxt_cells free;
	pxt_chunk_state *states;
	_Atomic uint16_t *backed;	/* pages populated of each chunk */
	unsigned char *chunks;
	struct pxt_images_area *images;	/* NULL: it has none (images.h) */
	bool others;			/* may other processes record? */
};

/* Does another log of its stream need what is here, rather than that with this
 * number? */
static inline bool pxt_segment_is_of_other(const struct pxt_segment *segment,
					   uint32_t number)
{
	uint32_t logged = pxt_load_acquire(&segment->logged);

	return logged && logged != number + 1;
}

/* The creator's decisions. */
struct pxt_segment_plan {
	struct pxt_attr attr;		/* with the policy resolved */
	struct pxt_log_place log;
	enum pxt_clock_kind clock;
	struct pxt_anchor anchor;
	int64_t anchor_real_ns;
	uint64_t serial;
	bool logged;
	uint32_t space;
	pid_t controller, target;
	uint64_t controller_start, target_start;
};

/*
 * The size in bytes of the segment of a plan, and how many bytes must be
 * backed from the start.  ENOMEM: more than a segment can have.
 */
int pxt_segment_size(const struct pxt_segment_plan *plan, size_t *size,
		     size_t *backed);

/* Make a segment of zeroed memory of that size, and a view of it. */
void pxt_segment_init(void *memory, const struct pxt_segment_plan *plan,
		      struct pxt_view *view);

/*
 * Check mapped memory of `size` bytes that another process made, and view it.
 * EINVAL: not a segment of a version known here, or an inconsistent one.
 */
int pxt_segment_view(void *memory, size_t size, struct pxt_view *view);

/*
 * Is it invalid for every process?  Not if it may be of another version, or has
 * a clock that this process does not have.
 */
bool pxt_segment_is_damaged(const void *memory, size_t size);

/*
 * Have the pages of a segment that are promised in this process's memory, and
 * stay there.  ENOMEM.
 */
int pxt_segment_lock(const struct pxt_view *view);

/*
 * May this process write to it?  A segment of a previous version can only be
 * read.
 */
static inline bool pxt_segment_is_current(const struct pxt_view *view)
{
	return view->segment->version == PXT_SEGMENT_VERSION;
}

/*
 * The time of a stream.  It is that of its clock until the clock goes back by
 * more than a little (after a suspend, or when the machine was restored to an
 * earlier state).  From then on it is the clock's time plus `shift`, so that
 * it never decreases, and code that orders or compares by it need not know.
 */
static inline uint64_t pxt_segment_ticks(const struct pxt_view *view)
{
	return pxt_clock_ticks(view->clock) +
	       pxt_load_relaxed(&view->segment->shift);
}

static inline struct pxt_anchor pxt_segment_anchor(const struct pxt_view *view)
{
	struct pxt_anchor anchor = pxt_clock_anchor(view->clock);

	anchor.ticks += pxt_load_relaxed(&view->segment->shift);
	return anchor;
}

/*
 * Smaller steps back are tolerated, as between counters of processors that are
 * not quite synchronised: about half a millisecond of the counter of a PC, and
 * less than a minute of any.
 */
#define PXT_CLOCK_SLACK	(UINT64_C(1) << 20)

/*
 * The stream has reached `newest`: if its time is far before that, the clock
 * has gone back, and its time is shifted; writers then read the stream's state
 * again.  Async-signal-safe; bounded.  True: it was shifted.
 */
bool pxt_segment_catch_up(const struct pxt_view *view, uint64_t newest);

/* Relaxed: a filter takes effect a moment after it was set. */
static inline bool pxt_segment_filters(const struct pxt_segment *segment,
				       unsigned id)
{
	return !pxt_is_zero_byte_relaxed(&segment->filter[id]);
}

/* The header of a chunk; `index` < n_chunks.  Its records follow it. */
static inline struct pxt_chunk_header *pxt_chunk(const struct pxt_view *view,
						 uint32_t index)
{
	return (void *)(view->chunks + (size_t)index * view->chunk_size);
}

#endif
