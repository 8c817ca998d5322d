/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A source of events, live or replayed: the merge, and what becomes of its
 * events before they are reported.
 *
 * Losses become events here (INV-4): a gap is reported as OVERFLOW, with the
 * time of the first event lost, and RESUME, with the time of the first event
 * after it, ahead of that event (3.6).  A gap comes from an overrun that the
 * owner of the source notices (pxt_source_overrun), or stands in a control
 * chunk as a record of type OVERFLOW with a struct pxt_gap for data.
 */
#ifndef PXT_SOURCE_SOURCE_H
#define PXT_SOURCE_SOURCE_H

#include "model/record.h"
#include "model/timeline.h"
#include "source/merge.h"

struct pxt_source {
	struct pxt_merge merge;
	struct pxt_timeline timeline;
	int32_t pid;			/* of events that we make */
	bool shows_gaps;		/* else START after STOP tells (UF-6) */
	uint64_t floor;			/* up to here events are forgotten ... */
	uint64_t horizon;		/* ... and up to here they are lost */
	uint64_t dropped;		/* events dropped for the horizon */
	struct pxt_gap gap;		/* not reported yet, if is_gap */
	bool is_gap;			/* there is one, events reported or not */
	uint64_t gap_end;		/* ticks that it reaches to at least */
	struct pxt_gap loss;		/* reported last */
	uint64_t loss_resume;		/* ticks of the event after it */
	uint64_t last;			/* ticks of the event reported last */
	unsigned stage;			/* how much of it has been reported */
	struct pxt_event made;		/* an OVERFLOW or RESUME */
	struct pxt_event next;		/* the event behind them */
};

/* ENOMEM. */
int pxt_source_init(struct pxt_source *source,
		    const struct pxt_merge_source *from,
		    struct pxt_anchor anchor, int64_t anchor_real_ns);
void pxt_source_fini(struct pxt_source *source);

/* Events up to `horizon` are lost, `events` of them already gone, the first
 * at `first` (0: not known). */
void pxt_source_overrun(struct pxt_source *source, uint64_t horizon,
			uint64_t first, uint64_t events);

/* Forget events up to `floor`, and every gap: the stream was cleared. */
void pxt_source_clear(struct pxt_source *source, uint64_t floor);

/* The rest of pxt_source_next(): `next` came from the merge, but something is
 * reported ahead of it, or it is not. */
int pxt_source_next_slow(struct pxt_source *source, const struct pxt_event *next,
		    uint64_t limit, const struct pxt_event **event);

/* The next event to report, not after `limit`; as pxt_merge_next(). */
static inline int pxt_source_next(struct pxt_source *source, uint64_t limit,
				  const struct pxt_event **event)
{
	const struct pxt_event *next = NULL;

	if (pxt_likely(source->stage == 0)) {
		int err = pxt_merge_next(&source->merge, limit, &next);

		if (err)
			return err;
		if (pxt_likely(next->ticks > source->floor &&
			       next->ticks > source->horizon &&
			       next->id != POSIX_TRACE_OVERFLOW &&
			       !source->is_gap)) {
			source->last = next->ticks;
			*event = next;
			return 0;
		}
	}
	return pxt_source_next_slow(source, next, limit, event);
}

/*
 * Nothing comes any more: the OVERFLOW of a gap that is the last there is, and
 * that no event is behind.  ENOENT: there is none.
 */
int pxt_source_end(struct pxt_source *source, const struct pxt_event **event);

/* Is an event begun with, or waiting, whatever the limit? */
bool pxt_source_is_empty(const struct pxt_source *source);

#endif
