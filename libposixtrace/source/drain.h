/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Draining a live stream: its rings become a source of events.
 *
 * Reading goes in rounds.  A round settles: it takes the time, waits for
 * what is in flight, and adds to the merge all that has come since the last
 * round.  Up to that time the merge is complete, and so far events may be
 * handed out; after that comes the next round (INV-5).
 *
 * In a LOOP stream that is overwritten while a round waits, the round goes on
 * without who it waited for: otherwise it would end up with nothing, one round
 * after the other.  What comes up behind what was handed out since is lost, and
 * reported, as if it had been overwritten: the time of events never falls.
 *
 * The caller holds the stream's lock.
 */
#ifndef PXT_SOURCE_DRAIN_H
#define PXT_SOURCE_DRAIN_H

#include "ring/collect.h"
#include "ring/segment.h"
#include "source/source.h"

struct pxt_drain {
	const struct pxt_view *view;
	struct pxt_source source;
	uint64_t settled;		/* events up to here are complete */
	uint64_t *stuck;		/* see pxt_collect_settle() */
	uint64_t *planned;		/* by chunk: lease << 32 | bytes taken */
	struct pxt_settling settling;	/* of the last round, or of this one */
	uint64_t lost;			/* segment's count, as far as reported */
	uint64_t horizon;		/* of the segment, likewise */
	unsigned rounds;
};

/* ENOMEM. */
int pxt_drain_init(struct pxt_drain *drain, const struct pxt_view *view);
void pxt_drain_fini(struct pxt_drain *drain);

/* Begin a round, or go on with it.  ENOMEM; ENOENT: a writer would have to be
 * waited for longer than until this time, CLOCK_MONOTONIC in nanoseconds. */
int pxt_drain_round(struct pxt_drain *drain, uint64_t until);

/* The next event; 0, ENOENT (nothing in this round any more), ENOMEM. */
int pxt_drain_next(struct pxt_drain *drain, const struct pxt_event **event);

/* Forget all events up to now. */
void pxt_drain_clear(struct pxt_drain *drain);

#endif
