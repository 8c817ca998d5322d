/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Events that others have recorded about threads, and that the controller adds
 * (posixtrace_add_events()).  They have times of their own, so they cannot go through
 * the ring, where times do not fall; blocks of the log may be of any time, and the
 * merge of the reader puts their events where they belong.  The flush thread writes
 * them, as it does all blocks.
 *
 * Their lane is none of a segment, so whoever completes the log of a dead controller
 * does not take them for what a lane has written (source/written.h).
 */
#ifndef PXT_STREAM_ADDED_H
#define PXT_STREAM_ADDED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <posixtrace.h>

#include "base/clock.h"
#include "model/record.h"
#include "ring/segment.h"
#include "stream/refused.h"

enum {
	PXT_ADDED_ANCHORS = 16,
	PXT_ADDED_PAUSES = 64,
	PXT_ADDED_LANE = UINT16_MAX,
};

/*
 * What relates the times of added events to ticks: anchors, the newest one last.  All
 * of it under the stream's lock.
 */
struct pxt_added_clock {
	/* Of the newest event so far: a new anchor changes the line a little, but not
	 * the order of what comes before that event and after it. */
	uint64_t seen_ns, seen_ticks;
	unsigned n;
	struct pxt_anchor anchor[PXT_ADDED_ANCHORS];
};

/* Add the anchor of this moment.  The first one is that of the stream's create. */
void pxt_added_clock_renew(struct pxt_added_clock *clock, struct pxt_anchor now);

/* Ticks of a time of CLOCK_MONOTONIC, not after the newest anchor. */
uint64_t pxt_added_clock_ticks(const struct pxt_added_clock *clock, uint64_t ns);

/*
 * When the stream did not run: the newest pauses, the last one at the end.  The first
 * of a stream begins at 0.  Under the stream's lock.
 */
struct pxt_added_pauses {
	unsigned n;
	struct pxt_added_pause {
		uint64_t halted;	/* ticks, not after its STOP */
		uint64_t began;		/* not before its START; UINT64_MAX: it lasts */
		bool is_full;		/* its events count as lost */
	} pause[PXT_ADDED_PAUSES];
};

/* At a STOP, or again before the START, with `is_full` as it is now; at a START. */
void pxt_added_halt(struct pxt_added_pauses *pauses, uint64_t ticks, bool is_full);
void pxt_added_begin(struct pxt_added_pauses *pauses, uint64_t ticks);

/* The pause of that time; NULL: the stream ran. */
const struct pxt_added_pause *
pxt_added_find_pause(const struct pxt_added_pauses *pauses, uint64_t ticks);

/* A request to the flush thread. */
struct pxt_added {
	const struct posixtrace_added *events;
	size_t n;
	struct pxt_added_clock clock;
	struct pxt_added_pauses pauses;
	/* What became of them. */
	size_t written;			/* or counted as lost from the log */
	uint64_t newest;		/* ticks; 0: none was */
	uint64_t newest_ns;
};

/* Is there room for each in a block, and are they of user types? */
bool pxt_added_is_valid(const struct pxt_added *added, const struct pxt_view *view);

/*
 * Write blocks of those that are after `floor`, ticks.  What the file refuses is added
 * to *refused.  Returns the first error.
 */
struct pxt_log;
int pxt_added_write(struct pxt_added *added, const struct pxt_view *view,
		    uint64_t floor, struct pxt_log *log,
		    struct pxt_refused *refused);

#endif
