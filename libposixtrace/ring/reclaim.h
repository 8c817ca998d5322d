/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Lanes of threads that have gone: who may use them again.
 *
 * A thread that ends says so (`exited`); one that is killed, or whose process
 * ends by _exit(), is found out by asking /proc.  Usually the reader frees
 * such a lane when all of it has been read.  A writer for whom no lane is
 * left need not wait for that: he closes the chunk in the place of the dead
 * and has the lane.
 *
 * exited, the low bits:
 *
 *   LIVE     the lane is free, or its owner is there as far as is known
 *   GONE     the owner is no more
 *   TAKEN    one process, the reader's or a writer's, is freeing the lane or
 *            making it his own; if he is killed meanwhile, nobody uses it
 *            again, but what is in it can be read
 *
 * and above them a number that grows when the lane gets out of TAKEN, so that
 * whoever finds an owner dead, and is slow to say so, does not say it of the
 * next one.
 */
#ifndef PXT_RING_RECLAIM_H
#define PXT_RING_RECLAIM_H

#include "ring/lane.h"

enum {
	PXT_LANE_LIVE = 0,
	PXT_LANE_GONE = 1,
	PXT_LANE_TAKEN = 2,
	PXT_LANE_FATE = 3,		/* the bits of these */
	PXT_LANE_NEXT = 4,		/* a step of the number */
};

/* The state letter of the thread behind a lane: 'X' if it is no more, 'R' if
 * that cannot be known.  Reads /proc; async-signal-safe. */
char pxt_lane_state(struct pxt_lane *lane);

/* Is this a thread of our own pid namespace, so that /proc knows it?  All
 * ones: the controller's own lane, which is nobody's in particular. */
bool pxt_lane_is_known(struct pxt_lane *lane, uint64_t owner);

/*
 * The owner that the lane had when `exited` was read has gone.  Whoever says
 * it first counts it.
 */
void pxt_lane_mark_gone(const struct pxt_view *view, struct pxt_lane *lane,
			uint32_t exited);

/* The same of the present owner, if /proc says so. */
void pxt_lane_mark_if_dead(const struct pxt_view *view, struct pxt_lane *lane);

/* Take a lane whose owner has gone, to free it or to own it; or think better
 * of it. */
bool pxt_lane_take(struct pxt_lane *lane);
void pxt_lane_put_back(struct pxt_lane *lane);

/* A taken lane is free: its chunk, if any, is not its any more. */
void pxt_lane_free(const struct pxt_view *view, struct pxt_lane *lane);

/*
 * Find the lane of a dead thread among a few, others each time, for `owner`,
 * who has then `*lane`, without a chunk.  False: none of them is.  Async-
 * signal-safe; looks up a bounded number of threads in /proc.
 */
bool pxt_lane_reclaim(const struct pxt_view *view, uint64_t owner,
		      uint32_t *lane);

#endif
