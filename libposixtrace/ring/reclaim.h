/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Lanes of threads that have ended: which party may use them again.
 *
 * A thread that ends says so (`exited`); one that is killed, or whose process
 * ends by _exit(), is found by reading /proc.  Usually the reader frees such a
 * lane when all of it has been read.  A new thread need not wait for that: it
 * goes on in the open chunk (adopt.h).  Where it cannot, and no lane is left,
 * it queues the chunk in place of the dead thread and takes the lane.
 *
 * exited, the low bits:
 *
 *   LIVE     the lane is free, or its owner exists as far as is known
 *   GONE     the owner no longer exists
 *   TAKEN    one process, the reader's or a writer's, is freeing the lane or
 *            taking it over; if that process is killed meanwhile, the lane is
 *            not used again, but its events can be read
 *
 * and above them a number that grows when the lane leaves TAKEN.  So a party
 * that found an owner dead, and is slow to store that, does not store it for
 * the next owner.
 */
#ifndef PXT_RING_RECLAIM_H
#define PXT_RING_RECLAIM_H

#include "ring/lane.h"

enum {
	PXT_LANE_LIVE = 0,
	PXT_LANE_GONE = 1,
	PXT_LANE_TAKEN = 2,
	PXT_LANE_FATE = 3,		/* mask of the above */
	PXT_LANE_NEXT = 4,		/* a step of the number */
};

/*
 * The state letter of the thread of a lane: 'X' if it no longer exists, 'R' if
 * that cannot be known.  Reads /proc; async-signal-safe.
 */
char pxt_lane_state(struct pxt_lane *lane);

/*
 * Is this a thread of our own pid namespace, so that /proc shows it?  All
 * ones: the controller's own lane, which belongs to no particular thread.
 */
bool pxt_lane_is_known(struct pxt_lane *lane, uint64_t owner);

/*
 * Store that the owner which the lane had when `exited` was read no longer
 * exists.  The first caller to do so counts it.
 */
void pxt_lane_mark_gone(const struct pxt_view *view, struct pxt_lane *lane,
			uint32_t exited);

/* The same for the present owner, if /proc says so. */
void pxt_lane_mark_if_dead(const struct pxt_view *view, struct pxt_lane *lane);

/*
 * Take a lane whose owner no longer exists, to free it or to own it; or put it
 * back.
 */
bool pxt_lane_take(struct pxt_lane *lane);
void pxt_lane_put_back(struct pxt_lane *lane);

/* Free a taken lane: it has no chunk any more. */
void pxt_lane_free(const struct pxt_view *view, struct pxt_lane *lane);

/*
 * Put the open chunk of a taken lane where the dead thread would have put it.
 * False: there is no room for it in a stream that keeps everything, or the
 * thread died while putting it there, and only the reader can tell how far it
 * got.
 */
bool pxt_lane_close(const struct pxt_view *view, struct pxt_lane *lane);

/* A taken lane is this owner's, whose process is in that pid namespace. */
void pxt_lane_own(const struct pxt_view *view, struct pxt_lane *lane,
		  uint64_t owner, uint32_t space);

/*
 * The number of records of an open chunk that a dead thread has left; *last is
 * the time of the newest.
 */
uint32_t pxt_lane_count(const struct pxt_view *view, uint64_t tail,
			uint64_t *last);

/*
 * Find the lane of a dead thread among a few, others each time, for `owner`,
 * which then has `*lane`, without a chunk.  False: none was found.
 * Async-signal-safe; looks up a bounded number of threads in /proc.
 */
bool pxt_lane_reclaim(const struct pxt_view *view, uint64_t owner,
		      uint32_t space, uint32_t *lane);

#endif
