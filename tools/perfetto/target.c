/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace convert --to perfetto: events on tracks, as trace_processor and
 * ui.perfetto.dev open them.
 *
 * An event is an instant on the track of its thread.  Calls that the preload
 * library recorded have their duration in their data, so they are slices that
 * end where the event is.  So are pairs of events, by their names; since only
 * the program knows whether they belong together, they are there as well.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/out.h"
#include "common/tool.h"
#include "content.h"
#include "convert/convert.h"
#include "trace/clocks.h"
#include "trace/sched-states.h"
#include "tracks.h"

enum {
	/* Numbers of event names: a type's id and 1; of pairs, this more. */
	NAME_OF_PAIR = TYPES_SHOWN + 1,
	/* Of what a thread does; and its number. */
	NAME_OF_STATE = NAME_OF_PAIR + TYPES_SHOWN,
};

/* The maximum that a browser opens. */
#define VIEWABLE	(INT64_C(2) << 30)

struct shown_type {
	uint32_t seen;			/* sequence_knows() its name */
	struct content_type content;
	struct pair_name pair;
	uint32_t pair_seen;		/* the same for its stem */
};

struct perfetto {
	const struct convert *convert;
	const struct open_log *log;
	struct out *out;
	struct sequence sequence;
	struct tracks tracks;
	struct notes notes;
	struct shown_type types[TYPES_SHOWN];
	uint32_t state_seen[SCHED_STATES];
	struct sched_states states;	/* of threads */
	uint64_t category;
	Pft__TracePacket packet;	/* with ... */
	Pft__TrackEvent event;
	struct clocks clocks;
	uint64_t last;			/* time of the previous event */
	bool has_gap;			/* before the next event */
	uint64_t n_far;			/* not representable */
};

static bool no_memory(const struct perfetto *perfetto)
{
	tool_error("%s: out of memory", perfetto->convert->output);
	return false;
}

/* The first packet: the clock of the time stamps. */
static void put_clocks(struct perfetto *perfetto)
{
	Pft__TracePacket packet = PFT__TRACE_PACKET__INIT;
	Pft__ClockSnapshot snapshot = PFT__CLOCK_SNAPSHOT__INIT;
	Pft__ClockSnapshot__Clock real = PFT__CLOCK_SNAPSHOT__CLOCK__INIT;
	Pft__ClockSnapshot__Clock monotonic = PFT__CLOCK_SNAPSHOT__CLOCK__INIT;
	Pft__ClockSnapshot__Clock *clocks[] = { &real, &monotonic };

	if (!perfetto->clocks.real)
		return;
	real.has_clock_id = monotonic.has_clock_id = 1;
	real.has_timestamp = monotonic.has_timestamp = 1;
	real.clock_id = CLOCK_IS_REAL;
	real.timestamp = perfetto->clocks.real;
	monotonic.clock_id = CLOCK_IS_MONOTONIC;
	monotonic.timestamp = perfetto->clocks.monotonic;
	snapshot.clocks = clocks;
	snapshot.n_clocks = perfetto->clocks.monotonic ? 2 : 1;
	snapshot.has_primary_trace_clock = 1;
	snapshot.primary_trace_clock = CLOCK_IS_REAL;
	packet.clock_snapshot = &snapshot;
	sequence_put(&perfetto->sequence, &packet);
}

static void *perfetto_create(const struct convert *convert,
			     const struct open_log *log, struct out *out)
{
	struct perfetto *perfetto = calloc(1, sizeof(*perfetto));

	if (!perfetto)
		goto no_memory;
	perfetto->convert = convert;
	perfetto->log = log;
	perfetto->out = out;
	pft__trace_packet__init(&perfetto->packet);
	pft__track_event__init(&perfetto->event);
	perfetto->packet.has_timestamp = 1;
	perfetto->packet.track_event = &perfetto->event;
	perfetto->event.has_type = 1;
	perfetto->event.has_track_uuid = 1;
	perfetto->event.category_iids = &perfetto->category;
	perfetto->clocks = clocks_read(log);
	sequence_init(&perfetto->sequence, out,
		      perfetto->clocks.real ? CLOCK_IS_REAL : 0);
	if (!notes_init(&perfetto->notes, &perfetto->sequence,
			log->data_max))
		goto no_memory;
	sched_states_init(&perfetto->states);
	tracks_init(&perfetto->tracks, &perfetto->sequence, log->trid);
	put_clocks(perfetto);
	return perfetto;
no_memory:
	tool_error("%s: out of memory", convert->output);
	if (perfetto)
		notes_fini(&perfetto->notes);
	free(perfetto);
	return NULL;
}

static void perfetto_destroy(void *state)
{
	struct perfetto *perfetto = state;

	tracks_fini(&perfetto->tracks);
	sched_states_fini(&perfetto->states);
	notes_fini(&perfetto->notes);
	free(perfetto);
}

/* The type's name, and its part before a colon as category. */
static void set_name(struct perfetto *perfetto, const struct type *type)
{
	Pft__TrackEvent *event = &perfetto->event;
	size_t len = type->utf8_len;
	const char *label = type_label(type, &len);
	const char *colon = memchr(label, ':', len);
	struct shown_type *shown;

	if (type->id >= TYPES_SHOWN) {
		event->name_field_case =
			PFT__TRACK_EVENT__NAME_FIELD_NAME;
		event->name = bytes_of(label, len);
		event->n_category_iids = 0;
		return;
	}
	shown = &perfetto->types[type->id];
	perfetto->category = type->id + 1;
	event->name_field_case = PFT__TRACK_EVENT__NAME_FIELD_NAME_IID;
	event->name_iid = type->id + 1;
	event->n_category_iids = colon && colon > label;
	if (sequence_knows(&perfetto->sequence, &shown->seen))
		return;
	sequence_name(&perfetto->sequence, NAME_OF_EVENT, type->id + 1,
		      label, len);
	if (event->n_category_iids)
		sequence_name(&perfetto->sequence, NAME_OF_CATEGORY,
			      type->id + 1, label, (size_t)(colon - label));
}

static void put(struct perfetto *perfetto, const struct track *track,
		Pft__TrackEvent__Type type, uint64_t ns)
{
	perfetto->event.type = type;
	perfetto->event.track_uuid = track->uuid;
	perfetto->packet.timestamp = ns;
	sequence_put(&perfetto->sequence, &perfetto->packet);
}

static void put_instant(struct perfetto *perfetto, const struct track *track,
			uint64_t ns)
{
	put(perfetto, track, PFT__TRACK_EVENT__TYPE__TYPE_INSTANT, ns);
}

/*
 * A slice with the name and the notes that are there.  Those of a track are
 * written as they end, and nest if they do so in truth; the clocks that
 * begin and end are from may be a bit apart, and would entangle them.  False:
 * nothing is left of it.
 */
static bool put_slice(struct perfetto *perfetto, struct track *track,
		      uint64_t begin, uint64_t end)
{
	Pft__TrackEvent *event = &perfetto->event;

	if (begin > track->begin && begin < track->end)
		begin = track->end;
	else if (begin == track->begin && begin)
		begin--;
	if (begin >= end)
		return false;
	put(perfetto, track, PFT__TRACK_EVENT__TYPE__TYPE_SLICE_BEGIN, begin);
	event->name_field_case = PFT__TRACK_EVENT__NAME_FIELD__NOT_SET;
	event->n_category_iids = 0;
	event->n_debug_annotations = 0;
	put(perfetto, track, PFT__TRACK_EVENT__TYPE__TYPE_SLICE_END, end);
	track->begin = begin;
	track->end = end;
	return true;
}

/* What the event ends, if anything. */
static enum pairs_found find_slice(struct perfetto *perfetto,
				   struct track *track,
				   const struct trace_event *event, uint64_t ns)
{
	const struct type *type = event->type;
	struct pair_event taken = {
		.type = type, .ns = ns, .data = event->data, .len = event->len,
	};
	struct pair_name *name;

	if (type->id >= TYPES_SHOWN)
		return PAIRS_NOTHING;
	name = &perfetto->types[type->id].pair;
	if (name->role == PAIR_UNKNOWN)
		pair_parse(name, type);
	taken.name = name;
	if (pair_is_open(name))
		taken.breaks = event_breaks(event);
	return pairs_take(&track->pairs, perfetto->sequence.generation, &taken);
}

/* Pairs of event names are slices, in addition to the events; in the category
 * of the event. */
static void add_pair(struct perfetto *perfetto, struct track *track,
		     const struct type *type, uint64_t ns)
{
	struct shown_type *shown = &perfetto->types[type->id];
	size_t len = shown->pair.stem_len;
	const char *label = type_label(type, &len);

	set_name(perfetto, type);
	perfetto->event.name_iid = NAME_OF_PAIR + type->id;
	perfetto->event.n_debug_annotations = 0;
	if (!sequence_knows(&perfetto->sequence, &shown->pair_seen))
		sequence_name(&perfetto->sequence, NAME_OF_EVENT,
			      NAME_OF_PAIR + type->id, label, len);
	put_slice(perfetto, track, pairs_ended(track->pairs)->ns, ns);
}

/*
 * What a thread has done, as a slice of a track of its own, with what the event tells, if
 * any does; an instant at the end if it is not known since when.  False: no memory.
 */
static bool put_span(struct perfetto *perfetto, size_t thread,
		     const struct sched_span *span, const struct trace_event *event)
{
	const struct sched_thread *of = &perfetto->states.threads[thread];
	struct track *track = tracks_find_processor(&perfetto->tracks, of->pid, of->tid);
	const char *word = sched_words[span->state];

	if (!track)
		return no_memory(perfetto);
	perfetto->event.n_category_iids = 0;
	perfetto->event.name_field_case = PFT__TRACK_EVENT__NAME_FIELD_NAME_IID;
	perfetto->event.name_iid = NAME_OF_STATE + span->state;
	if (!sequence_knows(&perfetto->sequence, &perfetto->state_seen[span->state]))
		sequence_name(&perfetto->sequence, NAME_OF_EVENT,
			      perfetto->event.name_iid, word, strlen(word));
	notes_clear(&perfetto->notes);
	if (event)
		content_add(&perfetto->notes, event, NULL, NULL);
	notes_give(&perfetto->notes, &perfetto->event);
	if (!put_slice(perfetto, track, span->begin, span->end) && event)
		put_instant(perfetto, track, span->end);
	return true;
}

static bool put_step(struct perfetto *perfetto, const struct sched_step *step,
		     const struct trace_event *event)
{
	return (!sched_span_is_known(&step->before) ||
		put_span(perfetto, step->thread, &step->before, NULL)) &&
	       put_span(perfetto, step->thread, &step->span, event);
}

static bool perfetto_event(void *state, const struct trace_event *event)
{
	struct perfetto *perfetto = state;
	const struct type *type = event->type;
	bool stands_for_gap = perfetto->has_gap &&
			      type->id == POSIX_TRACE_OVERFLOW;
	struct threadx_event from = { .trid = perfetto->log->trid };
	bool is_dumped = perfetto->log->is_dump &&
			 posixtrace_get_context(perfetto->log->trid,
						&from.context) == 0;
	struct track *track = tracks_find(&perfetto->tracks, &event->info,
					  is_dumped ? &from.context : NULL);
	uint64_t ns = clocks_ns(&event->info.posix_timestamp, &perfetto->n_far);
	struct sched_step step;
	enum pairs_found found;
	bool is_call;

	perfetto->has_gap = false;
	if (!track)
		return no_memory(perfetto);
	switch (sched_states_take(&perfetto->states, event, ns, &step)) {
	case SCHED_NO_MEMORY:
		return no_memory(perfetto);
	case SCHED_STEP:
		perfetto->last = ns;
		return put_step(perfetto, &step, event) && out_is_fine(perfetto->out);
	case SCHED_OTHER:
		break;
	}
	if (stands_for_gap)
		return true;
	found = find_slice(perfetto, track, event, ns);
	if (found == PAIRS_NO_MEMORY)
		return no_memory(perfetto);
	is_call = found == PAIRS_ENDED &&
		  perfetto->types[type->id].pair.role == PAIR_CALL;
	if (found == PAIRS_ENDED && !is_call)
		add_pair(perfetto, track, type, ns);
	set_name(perfetto, type);
	notes_clear(&perfetto->notes);
	content_add(&perfetto->notes, event, is_dumped ? &from : NULL,
		    type->id < TYPES_SHOWN ?
		    &perfetto->types[type->id].content : NULL);
	notes_give(&perfetto->notes, &perfetto->event);
	if (!is_call ||
	    !put_slice(perfetto, track, pairs_ended(track->pairs)->ns, ns))
		put_instant(perfetto, track, ns);
	perfetto->last = ns;
	return out_is_fine(perfetto->out);
}

/* The name of a loss, and the number of lost events. */
static struct track *begin_loss(struct perfetto *perfetto, uint64_t events,
				const char *name)
{
	struct track *track = tracks_find_lost(&perfetto->tracks);
	Pft__TrackEvent *event = &perfetto->event;

	if (!track) {
		no_memory(perfetto);
		return NULL;
	}
	event->n_category_iids = 0;
	event->name_field_case = PFT__TRACK_EVENT__NAME_FIELD_NAME;
	event->name = bytes_of(name, strlen(name));
	notes_clear(&perfetto->notes);
	notes_add_number(&perfetto->notes, NOTE_EVENTS_LOST, events);
	notes_give(&perfetto->notes, event);
	return track;
}

static bool perfetto_loss(void *state, const struct trace_event *ended,
			  const struct posixtrace_loss *loss)
{
	struct perfetto *perfetto = state;
	struct track *track = begin_loss(perfetto, loss->events,
					 "events lost");
	uint64_t first = clocks_ns(&loss->first, &perfetto->n_far);
	uint64_t resume = clocks_ns(&loss->resume, &perfetto->n_far);

	(void)ended;
	if (!track)
		return false;
	if (!put_slice(perfetto, track, first, resume))
		put_instant(perfetto, track, resume);
	sequence_dropped(&perfetto->sequence);
	sched_states_gap(&perfetto->states);
	perfetto->has_gap = true;
	return out_is_fine(perfetto->out);
}

static bool perfetto_rest(void *state, uint64_t events, bool after_last)
{
	struct perfetto *perfetto = state;
	struct track *track = begin_loss(perfetto, events, after_last ?
					 "events lost until the end" :
					 "events lost, where is not known");

	if (!track)
		return false;
	put_instant(perfetto, track, perfetto->last);
	return out_is_fine(perfetto->out);
}

static bool perfetto_end(void *state)
{
	struct perfetto *perfetto = state;

	for (size_t i = 0; i < perfetto->states.n; i++) {
		const struct sched_span rest = sched_states_rest(&perfetto->states, i);

		if (sched_span_is_known(&rest) && !put_span(perfetto, i, &rest, NULL))
			return false;
	}
	return out_is_fine(perfetto->out);
}

static void perfetto_explain(const void *state, const char *name, int64_t size)
{
	const struct perfetto *perfetto = state;

	if (perfetto->log->is_dump)
		tool_note("%s: a tick of the target's clock is shown as a "
			  "nanosecond", name);
	if (perfetto->n_far)
		tool_note("%s: %" PRIu64 " times before 1970 or after 2262 "
			  "are shown as these", name, perfetto->n_far);
	if (size > VIEWABLE)
		tool_note("%s: more than 2 GiB, which trace_processor opens but "
			  "a browser does not; convert a part, with "
			  "--from-time, --to-time, -e or --last", name);
}

const struct convert_target convert_perfetto = {
	.name = "perfetto",
	.summary = "trace of Perfetto, for ui.perfetto.dev and trace_processor",
	.takes = CONVERT_SYMBOLS,
	.is_viewer = true,
	.is_stream = true,
	.create = perfetto_create,
	.sink = {
		.event = perfetto_event,
		.loss = perfetto_loss,
		.rest = perfetto_rest,
		.end = perfetto_end,
		.destroy = perfetto_destroy,
	},
	.explain = perfetto_explain,
};
