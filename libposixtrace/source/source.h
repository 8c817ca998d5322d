/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A source of events, live or replayed: the merge, and the processing of its
 * events before they are reported.
 *
 * Losses become events here (INV-4): a gap is reported as OVERFLOW, with the
 * time of the first event lost, and RESUME, with the time of the first event
 * after it, before that event (3.6).  A gap comes from an overrun that the
 * owner of the source notices (pxt_source_overrun), or from a control chunk as
 * a record of type OVERFLOW with a struct pxt_gap as data.
 */
#ifndef PXT_SOURCE_SOURCE_H
#define PXT_SOURCE_SOURCE_H

#include "model/record.h"
#include "model/timeline.h"
#include "source/merge.h"

struct pxt_source {
	struct pxt_merge merge;
	struct pxt_timeline timeline;
	int32_t pid;			/* of events made here */
	/* false: START after STOP reports those in front of it (UF-6) */
	bool shows_gaps;
	uint64_t floor;			/* up to here events are cleared ... */
	uint64_t horizon;		/* ... and up to here they are lost */
	/* events dropped because of the horizon */
	uint64_t dropped;
	struct pxt_gap gap;		/* not reported yet, if is_gap */
	bool is_gap;			/* there is one, even without events */
	/* ticks up to which it extends at least */
	uint64_t gap_end;
	struct pxt_gap loss;		/* the last one reported ... */
	/* ... and when it began and ended, by the timeline of that moment: that
	 * becomes coarser, and the answer must not change */
	int64_t loss_first_ns, loss_resume_ns;
	uint64_t last;			/* ticks of the last event reported */
	unsigned stage;			/* how much of it has been reported */
	struct pxt_event made;		/* an OVERFLOW or RESUME */
	struct pxt_event next;		/* the event after them */
};

/* ENOMEM. */
int pxt_source_init(struct pxt_source *source,
		    const struct pxt_merge_source *from,
		    struct pxt_anchor anchor, int64_t anchor_real_ns);
void pxt_source_fini(struct pxt_source *source);

/*
 * Events up to `horizon` are lost; `events` of them are already overwritten,
 * the first at `first` (0: not known).
 */
void pxt_source_overrun(struct pxt_source *source, uint64_t horizon,
			uint64_t first, uint64_t events);

/* Drop events up to `floor`, and every gap: the stream was cleared. */
void pxt_source_clear(struct pxt_source *source, uint64_t floor);

/*
 * The rest of pxt_source_next(): `next` came from the merge, but another event
 * is reported before it, or it is not reported.
 */
int pxt_source_next_slow(struct pxt_source *source,
			 const struct pxt_event *next,
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
 * After the last event: the OVERFLOW of a final gap with no event after it.
 * ENOENT: there is none.
 */
int pxt_source_end(struct pxt_source *source, const struct pxt_event **event);

/*
 * Are there no events left, neither partly reported nor waiting, whatever the
 * limit?
 */
bool pxt_source_is_empty(const struct pxt_source *source);

#endif
