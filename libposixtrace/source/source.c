/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Processing of merged events before they are reported; see source.h. */
#include "source/source.h"

#include <errno.h>
#include <string.h>

int pxt_source_init(struct pxt_source *source,
		    const struct pxt_merge_source *from,
		    struct pxt_anchor anchor, int64_t anchor_real_ns)
{
	*source = (struct pxt_source){ .shows_gaps = true };
	pxt_merge_init(&source->merge, from);
	return pxt_timeline_init(&source->timeline, anchor, anchor_real_ns);
}

void pxt_source_fini(struct pxt_source *source)
{
	pxt_merge_fini(&source->merge);
	pxt_timeline_fini(&source->timeline);
}

static void add_gap(struct pxt_source *source, uint64_t first, uint64_t end,
		    uint64_t events)
{
	struct pxt_gap *gap = &source->gap;

	if (!events)
		return;
	if (end > source->gap_end)
		source->gap_end = end;
	if (first && (!gap->first || first < gap->first))
		gap->first = first;
	gap->events += events;
	source->is_gap = true;
}

void pxt_source_overrun(struct pxt_source *source, uint64_t horizon,
			uint64_t first, uint64_t events)
{
	if (horizon > source->horizon)
		source->horizon = horizon;
	add_gap(source, first, horizon, events);
}

void pxt_source_clear(struct pxt_source *source, uint64_t floor)
{
	source->floor = floor;
	source->gap = source->loss = (struct pxt_gap){0};
	source->is_gap = false;
	source->gap_end = 0;
	source->dropped = 0;
	source->last = 0;
	source->stage = 0;
}

static const struct pxt_event *make_event(struct pxt_source *source,
					  unsigned id, uint64_t ticks)
{
	source->made = (struct pxt_event){
		.ticks = ticks,
		.id = id,
		.pid = source->pid,
		.data = "",
	};
	return &source->made;
}

/* The gap is reported; `resume` is the ticks of the event after it. */
static void set_loss(struct pxt_source *source, const struct pxt_gap *gap,
		     uint64_t resume)
{
	struct pxt_timeline *line = &source->timeline;

	source->loss = *gap;
	source->loss_first_ns = pxt_timeline_real(line, gap->first);
	source->loss_resume_ns = pxt_timeline_real(line, resume);
}

/*
 * Account for a record that represents a gap: it applies before the next
 * event.  If gaps are not shown, only the numbers are kept, for a query after
 * START.
 */
static void take_gap(struct pxt_source *source, const struct pxt_event *event)
{
	struct pxt_gap gap;

	if (!pxt_event_gap(event, &gap))
		return;
	if (gap.first > event->ticks)
		gap.first = event->ticks;
	if (source->shows_gaps) {
		add_gap(source, gap.first, event->ticks, gap.events);
		/* Also a gap whose events were reported before. */
		source->is_gap = true;
	} else {
		set_loss(source, &gap, event->ticks);
	}
}

/*
 * Is the event to be reported?  Not if it was cleared or lost, or represents a
 * gap.
 */
static bool is_valid(struct pxt_source *source, const struct pxt_event *event)
{
	if (event->ticks <= source->floor)
		return false;
	if (event->id == POSIX_TRACE_OVERFLOW) {
		take_gap(source, event);
		return false;
	}
	if (event->ticks > source->horizon)
		return true;
	source->dropped++;
	add_gap(source, event->ticks, event->ticks, 1);
	return false;
}

/*
 * For a gap whose start is not known: the time of the last reported event, or
 * else of the stream's creation.
 */
static uint64_t earliest_loss(const struct pxt_source *source)
{
	uint64_t first = source->last ? source->last :
			 source->timeline.anchors[0].ticks;

	return first < source->next.ticks ? first : source->next.ticks;
}

/*
 * Not before the last reported event, nor after the next one: times never
 * decrease.
 */
static uint64_t overflow_time(const struct pxt_source *source)
{
	uint64_t first = source->loss.first;

	if (first < source->last)
		first = source->last;
	return first < source->next.ticks ? first : source->next.ticks;
}

/* The OVERFLOW of the gap before the next event. */
static const struct pxt_event *begin_gap(struct pxt_source *source)
{
	source->is_gap = false;
	if (source->gap.first == 0)
		source->gap.first = earliest_loss(source);
	set_loss(source, &source->gap, source->next.ticks);
	source->gap = (struct pxt_gap){0};
	source->gap_end = 0;
	return make_event(source, POSIX_TRACE_OVERFLOW, overflow_time(source));
}

/* The OVERFLOW of the gap, the RESUME, or the event after it. */
static const struct pxt_event *next_stage(struct pxt_source *source)
{
	const struct pxt_event *next = &source->next;

	/* A part of a log has a record of it. */
	if (source->stage == 1 && next->id == POSIX_TRACE_RESUME)
		source->stage++;
	switch (source->stage++) {
	case 0:
		return begin_gap(source);
	case 1:
		return make_event(source, POSIX_TRACE_RESUME, next->ticks);
	}
	source->stage = 0;
	source->last = next->ticks;
	return next;
}

int pxt_source_next_slow(struct pxt_source *source,
			 const struct pxt_event *next,
			 uint64_t limit, const struct pxt_event **event)
{
	bool is_behind_gap = false;

	if (source->stage == 0) {
		while (!is_valid(source, next)) {
			int err;

			is_behind_gap |= next->id == POSIX_TRACE_OVERFLOW;
			err = pxt_merge_next(&source->merge, limit, &next);
			if (err)
				return err;
		}
		/* A gap of the log, not one between STOP and START. */
		if (is_behind_gap && !source->shows_gaps &&
		    next->id != POSIX_TRACE_START)
			add_gap(source, source->loss.first, next->ticks,
				source->loss.events);
		if (!source->is_gap) {
			source->last = next->ticks;
			*event = next;
			return 0;
		}
		source->next = *next;
	}
	*event = next_stage(source);
	return 0;
}

int pxt_source_end(struct pxt_source *source, const struct pxt_event **event)
{
	if (!source->is_gap || !source->gap.events)
		return ENOENT;
	/* As if there were a next event, which is not handed out. */
	source->next.ticks = source->gap_end > source->last ? source->gap_end :
			     source->last;
	*event = begin_gap(source);
	source->last = source->next.ticks;
	return 0;
}

bool pxt_source_is_empty(const struct pxt_source *source)
{
	return source->stage == 0 && pxt_merge_is_empty(&source->merge);
}
