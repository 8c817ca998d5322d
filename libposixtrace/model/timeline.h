/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Converts ticks to time by a line through clock anchors.  It is straight
 * between two anchors, and extended outside, so it is continuous and never
 * decreases, independently of the wall clock.
 */
#ifndef PXT_MODEL_TIMELINE_H
#define PXT_MODEL_TIMELINE_H

#include <stddef.h>
#include <stdint.h>

#include "base/clock.h"
#include "base/wide.h"

/*
 * A piece, prepared so that its events need no division; `until` 0: none.
 * Only where nothing overflows.
 */
struct pxt_slope {
	uint64_t from, until;		/* ticks */
	uint64_t ticks, ns;		/* length of the piece */
	uint64_t factor;		/* ns << 40 / ticks */
	int64_t base;			/* nanoseconds since the epoch, at `from` */
};

struct pxt_timeline {
	struct pxt_anchor *anchors;	/* both members strictly rising */
	size_t n, room;
	size_t at;			/* piece used last: a hint */
	struct pxt_slope slope;		/* of it */
	int64_t real_offset;		/* CLOCK_REALTIME - CLOCK_MONOTONIC */
};

/* Begin at an anchor with CLOCK_REALTIME real_ns.  ENOMEM. */
int pxt_timeline_init(struct pxt_timeline *line, struct pxt_anchor first,
		      int64_t real_ns);
void pxt_timeline_fini(struct pxt_timeline *line);

/*
 * Add an anchor after the last one; one that is not after it in both
 * clocks is ignored.  ENOMEM.
 */
int pxt_timeline_add(struct pxt_timeline *line, struct pxt_anchor anchor);

/*
 * The same for a line that is extended while it is read: old parts become
 * coarser, so its size is bounded.
 */
int pxt_timeline_reserve(struct pxt_timeline *line);	/* its maximum size */
int pxt_timeline_follow(struct pxt_timeline *line, struct pxt_anchor anchor);

/* As pxt_timeline_real(), and prepares the piece that contains `ticks`. */
int64_t pxt_timeline_look_up(struct pxt_timeline *line, uint64_t ticks);

/* ticks * ns / slope->ticks, with the result of a division. */
static inline int64_t pxt_slope_rise(const struct pxt_slope *slope,
				     uint64_t ticks)
{
	uint64_t ns = pxt_multiply_40(ticks, slope->factor);
	/* The remainder is less than two divisors, so its low bits suffice. */
	uint64_t rest = ticks * slope->ns - ns * slope->ticks;

	return (int64_t)(ns + (rest >= slope->ticks));
}

/* Nanoseconds since the epoch, as CLOCK_REALTIME counted when it began. */
static inline int64_t pxt_timeline_real(struct pxt_timeline *line,
					uint64_t ticks)
{
	const struct pxt_slope *slope = &line->slope;

	if (pxt_likely(ticks >= slope->from && ticks < slope->until))
		return slope->base + pxt_slope_rise(slope, ticks - slope->from);
	return pxt_timeline_look_up(line, ticks);
}

#endif
