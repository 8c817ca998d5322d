/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The merge: runs of records, each ordered by time, become one sequence.
 *
 * A run is a part of a chunk, or a block of a log.  First only a lower bound
 * of its time is known; its bytes are fetched when the sequence reaches that
 * time, and released at its end.  So memory is needed only for runs that
 * overlap, one for each thread that was tracing at that time.
 *
 * Two heaps: pending runs by their lower bound, open ones by the time of their
 * next event.  Equal times are ordered by the position in chunk and lane, so
 * one thread's events keep their order.
 */
#ifndef PXT_SOURCE_MERGE_H
#define PXT_SOURCE_MERGE_H

#include <bsd/sys/queue.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/atomic.h"
#include "model/record.h"

struct pxt_run {
	uint64_t first;			/* ticks; no event is before this */
	uint64_t base;			/* header.base: for ties */
	uint32_t number;		/* of its lane's chunks: for ties */
	uint32_t from;			/* position in the chunk: for ties */
	uint32_t size;			/* bytes of records, at most */
	/* What the owner needs to fetch it: a block, or else a chunk. */
	const void *block;
	uint32_t chunk, lease;
	uint32_t breaks;		/* the owner's */
	/* Only when open: */
	unsigned char *bytes;		/* header and records ... */
	size_t room;			/* ... size of their buffer */
	struct pxt_cursor cursor;
	struct pxt_event event;		/* the next one, or the last reported */
	SLIST_ENTRY(pxt_run) next;	/* while it is not in use */
};

/*
 * Where the bytes of runs come from.  `fetch` fills run->bytes with a chunk's
 * header and the records of the run, and stores their size in run->size if it
 * differs.  False: the bytes no longer exist.
 *
 * An owner with many runs need not add them all at once: merge->rest is a time
 * before which none of the others begins (PXT_MERGE_ALL: there are no others),
 * and `feed` adds one and raises merge->rest.
 */
struct pxt_merge_source {
	bool (*fetch)(void *context, struct pxt_run *run);
	/* A run ended early; may be NULL. */
	void (*damaged)(void *context, const struct pxt_run *run);
	int (*feed)(void *context);	/* NULL if rest is never set; ENOMEM */
	void *context;
	size_t chunk_size;		/* limit of a run, header included */
	bool has_owners;		/* runs have owner records (record.h) */
};

#define PXT_MERGE_ALL	UINT64_MAX

struct pxt_heap {
	struct pxt_run **run;
	size_t n, room;
};

struct pxt_merge {
	struct pxt_merge_source source;
	struct pxt_heap pending, open;
	uint64_t rest;			/* ticks */
	/* The run that reported last, the first of the open ones; no other run
	 * has an event before `until`, ticks. */
	struct pxt_run *last;
	uint64_t until;
	SLIST_HEAD(, pxt_run) unused;	/* runs with their bytes, for reuse */
	/* Allocated by pxt_merge_reserve(): room for the bytes of some runs,
	 * then the runs; and how many of each were never used, and so never
	 * touched: that memory costs nothing. */
	unsigned char *reserved;
	size_t reserved_size, n_rooms, n_runs;
};

void pxt_merge_init(struct pxt_merge *merge,
		    const struct pxt_merge_source *source);
void pxt_merge_fini(struct pxt_merge *merge);

/* Take the memory for so many runs, so many of them open at a time, now; once
 * at most.  ENOMEM. */
int pxt_merge_reserve(struct pxt_merge *merge, size_t runs, size_t open);

/* Remove all runs. */
void pxt_merge_clear(struct pxt_merge *merge);

/* Add a copy of a run that is not open.  ENOMEM. */
int pxt_merge_add(struct pxt_merge *merge, const struct pxt_run *run);

/*
 * The rest of pxt_merge_next(): another run may come first.  `goes_on`: the
 * run that reported last has a next event.
 */
int pxt_merge_next_slow(struct pxt_merge *merge, bool goes_on, uint64_t limit,
			const struct pxt_event **event);

/*
 * The oldest event, if it is not after `limit`.  It and its data stay valid
 * until the next call.  0, ENOENT (nothing up to `limit`), ENOMEM (nothing is
 * lost; try again).
 */
static inline int pxt_merge_next(struct pxt_merge *merge, uint64_t limit,
				 const struct pxt_event **event)
{
	struct pxt_run *run = merge->last;
	bool goes_on = run && pxt_cursor_next(&run->cursor, &run->event);

	/* While only one run covers the time, no other run is examined. */
	if (pxt_likely(goes_on && run->event.ticks < merge->until &&
		       run->event.ticks <= limit)) {
		*event = &run->event;
		return 0;
	}
	return pxt_merge_next_slow(merge, goes_on, limit, event);
}

/* Remove the runs that have nothing up to `limit`.  Returns how many. */
size_t pxt_merge_drop_after(struct pxt_merge *merge, uint64_t limit);

/* Are there no events left? */
bool pxt_merge_is_empty(const struct pxt_merge *merge);

#endif
