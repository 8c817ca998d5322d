/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * From ticks to time: a line through clock anchors.  Between two anchors it
 * is straight, outside it goes on as the nearest piece does, so it is
 * continuous and never falls, whatever the wall clock did.
 */
#ifndef PXT_MODEL_TIMELINE_H
#define PXT_MODEL_TIMELINE_H

#include <stddef.h>
#include <stdint.h>

#include "base/clock.h"

__extension__ typedef unsigned __int128 pxt_uint128;

/*
 * A piece, prepared so that no event of it costs a division; `until` 0: none.
 * Only where nothing overflows.
 */
struct pxt_slope {
	uint64_t from, until;		/* ticks */
	uint64_t ticks, ns;		/* how long the piece is */
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

/* Begin at an anchor whose CLOCK_REALTIME was real_ns.  ENOMEM. */
int pxt_timeline_init(struct pxt_timeline *line, struct pxt_anchor first,
		      int64_t real_ns);
void pxt_timeline_fini(struct pxt_timeline *line);

/*
 * Add an anchor after the last one; one that is not after it in both
 * clocks is ignored.  ENOMEM.
 */
int pxt_timeline_add(struct pxt_timeline *line, struct pxt_anchor anchor);

/*
 * The same for a line that goes on for as long as it is read: where it has
 * been long ago it is made coarser, so its size stays bounded.
 */
int pxt_timeline_reserve(struct pxt_timeline *line);	/* all it may need */
int pxt_timeline_follow(struct pxt_timeline *line, struct pxt_anchor anchor);

/* As pxt_timeline_real(), and prepares the piece that `ticks` are in. */
int64_t pxt_timeline_look_up(struct pxt_timeline *line, uint64_t ticks);

/* ticks * ns / slope->ticks, as exactly as the division has it. */
static inline int64_t pxt_slope_rise(const struct pxt_slope *slope,
				     uint64_t ticks)
{
	uint64_t ns = (uint64_t)((pxt_uint128)ticks * slope->factor >> 40);
	/* The rest is less than two divisors, so its low bits suffice. */
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
