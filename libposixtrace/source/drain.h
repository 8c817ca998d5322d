/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Draining a live stream: its rings become a source of events.
 *
 * Reading proceeds in rounds.  A round settles: it takes the time, waits for
 * records in flight, and adds to the merge all that has come since the last
 * round.  The merge is complete up to that time, so events up to it may be
 * handed out; then the next round begins (INV-5).
 *
 * If a LOOP stream is overwritten while a round waits, the round stops waiting
 * and continues: otherwise one round after the other would find nothing.
 * Events of the writers it did not wait for that are older than what has been
 * handed out since are lost, and reported as if they had been overwritten:
 * times never decrease.
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
	uint64_t *planned;	/* by chunk: lease << 32 | bytes taken */
	/* of the last round, or of the current one */
	struct pxt_settling settling;
	uint64_t lost;			/* of segment->lost: already reported */
	uint64_t horizon;		/* of segment->horizon: likewise */
	unsigned rounds;
};

/* ENOMEM. */
int pxt_drain_init(struct pxt_drain *drain, const struct pxt_view *view);
void pxt_drain_fini(struct pxt_drain *drain);

/*
 * Begin a round, or continue one.  ENOMEM; ENOENT: the round would have to
 * wait for a writer beyond this time, CLOCK_MONOTONIC in nanoseconds.
 */
int pxt_drain_round(struct pxt_drain *drain, uint64_t until);

/* The next event; 0, ENOENT (no more events in this round), ENOMEM. */
int pxt_drain_next(struct pxt_drain *drain, const struct pxt_event **event);

/* Drop all events up to now. */
void pxt_drain_clear(struct pxt_drain *drain);

#endif
