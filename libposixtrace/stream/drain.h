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
 * The caller holds the stream's lock.
 */
#ifndef PXT_STREAM_DRAIN_H
#define PXT_STREAM_DRAIN_H

#include "ring/segment.h"
#include "stream/source.h"

struct pxt_drain {
	const struct pxt_view *view;
	struct pxt_source source;
	uint64_t settled;		/* events up to here are complete */
	uint64_t *stuck;		/* see pxt_collect_settle() */
	uint64_t *planned;		/* by chunk: lease << 32 | bytes taken */
	uint64_t lost;			/* segment's count, as far as reported */
	unsigned rounds;
};

/* ENOMEM. */
int pxt_drain_init(struct pxt_drain *drain, const struct pxt_view *view);
void pxt_drain_fini(struct pxt_drain *drain);

/* Begin a round.  ENOMEM. */
int pxt_drain_round(struct pxt_drain *drain);

/* The next event; 0, ENOENT (nothing in this round any more), ENOMEM. */
int pxt_drain_next(struct pxt_drain *drain, const struct pxt_event **event);

/* Forget all events up to now. */
void pxt_drain_clear(struct pxt_drain *drain);

#endif
