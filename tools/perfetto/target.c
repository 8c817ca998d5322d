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
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "content.h"
#include "convert.h"
#include "log/reader.h"
#include "logfile.h"
#include "nanoseconds.h"
#include "tool.h"
#include "tracks.h"

enum {
	/* Numbers of event names: a type's id and 1; of pairs, this more. */
	NAME_OF_PAIR = TYPES_IDS + 1,
};

/* More than this a browser does not open. */
#define VIEWABLE	(INT64_C(2) << 30)

struct shown_type {
	uint32_t seen;			/* sequence_knows() its name */
	struct content_type content;
	struct pair_name pair;
	uint32_t pair_seen;		/* the same of its stem */
};

struct perfetto {
	const struct convert *convert;
	const struct open_log *log;
	struct logfile file;
	struct out out;
	struct sequence sequence;
	struct tracks tracks;
	struct notes notes;
	struct shown_type types[TYPES_IDS];
	uint64_t category;
	Pft__TracePacket packet;	/* with ... */
	Pft__TrackEvent event;
	uint64_t n_events;
	uint64_t real;			/* clocks at some moment; 0: ... */
	uint64_t monotonic;		/* ... not known */
	uint64_t last;			/* time of the event before */
	bool has_told;			/* of the gap that an event stands for */
	uint64_t n_far;			/* times that are not Perfetto's */
};

static bool failed(const struct perfetto *perfetto, int err)
{
	tool_error("%s: %s; name a file with more room with -o",
		   perfetto->convert->output, strerror(err));
	return false;
}

/* The time that is shown; that it is not the true one is told at the end. */
static uint64_t ns_of(struct perfetto *perfetto, const struct timespec *time)
{
	int64_t ns;

	perfetto->n_far += !ns_since_epoch(time, &ns);
	return (uint64_t)ns;
}

/*
 * What a log tells of clocks.  Its time stamps are CLOCK_REALTIME, as it was
 * when the stream was created; 0: it is a dump, or a log that knows no date.
 * Some logs do not know what CLOCK_MONOTONIC was then, and have the same
 * number for both.
 */
static void find_clocks(struct perfetto *perfetto)
{
	struct pxt_log_reader *reader;
	const struct pxt_log_head *head;

	if (perfetto->log->dump ||
	    pxt_log_open(perfetto->log->input.fd, &reader) != 0)
		return;
	head = pxt_log_get_head(reader);
	if (head->anchor_real_ns > 0)
		perfetto->real = (uint64_t)head->anchor_real_ns;
	if (head->anchor_ns < perfetto->real)
		perfetto->monotonic = head->anchor_ns;
	pxt_log_close(reader);
}

/* The first packet: what the time stamps mean. */
static void put_clocks(struct perfetto *perfetto)
{
	Pft__TracePacket packet = PFT__TRACE_PACKET__INIT;
	Pft__ClockSnapshot snapshot = PFT__CLOCK_SNAPSHOT__INIT;
	Pft__ClockSnapshot__Clock real = PFT__CLOCK_SNAPSHOT__CLOCK__INIT;
	Pft__ClockSnapshot__Clock monotonic = PFT__CLOCK_SNAPSHOT__CLOCK__INIT;
	Pft__ClockSnapshot__Clock *clocks[] = { &real, &monotonic };

	if (!perfetto->real)
		return;
	real.has_clock_id = monotonic.has_clock_id = 1;
	real.has_timestamp = monotonic.has_timestamp = 1;
	real.clock_id = CLOCK_IS_REAL;
	real.timestamp = perfetto->real;
	monotonic.clock_id = CLOCK_IS_MONOTONIC;
	monotonic.timestamp = perfetto->monotonic;
	snapshot.clocks = clocks;
	snapshot.n_clocks = perfetto->monotonic ? 2 : 1;
	snapshot.has_primary_trace_clock = 1;
	snapshot.primary_trace_clock = CLOCK_IS_REAL;
	packet.clock_snapshot = &snapshot;
	sequence_put(&perfetto->sequence, &packet);
}

static void *perfetto_begin(const struct convert *convert,
			    const struct open_log *log)
{
	struct perfetto *perfetto = calloc(1, sizeof(*perfetto));

	if (!perfetto)
		goto no_memory;
	perfetto->convert = convert;
	perfetto->log = log;
	pft__trace_packet__init(&perfetto->packet);
	pft__track_event__init(&perfetto->event);
	perfetto->packet.has_timestamp = 1;
	perfetto->packet.track_event = &perfetto->event;
	perfetto->event.has_type = 1;
	perfetto->event.has_track_uuid = 1;
	perfetto->event.category_iids = &perfetto->category;
	find_clocks(perfetto);
	sequence_init(&perfetto->sequence, &perfetto->out,
		      perfetto->real ? CLOCK_IS_REAL : 0);
	if (!notes_init(&perfetto->notes, &perfetto->sequence,
			log->data_max))
		goto free_perfetto;
	if (!logfile_create(&perfetto->file, convert->output)) {
		notes_fini(&perfetto->notes);
		free(perfetto);
		return NULL;
	}
	if (out_init(&perfetto->out, perfetto->file.fd) != 0)
		goto remove_file;
	logfile_go_when_ended(&perfetto->file);
	/* A file that may not grow is an error like a full disk. */
	signal(SIGXFSZ, SIG_IGN);
	tracks_init(&perfetto->tracks, &perfetto->sequence, log->names);
	put_clocks(perfetto);
	return perfetto;
remove_file:
	logfile_fini(&perfetto->file);
	notes_fini(&perfetto->notes);
free_perfetto:
	free(perfetto);
no_memory:
	tool_error("%s: out of memory", convert->output);
	return NULL;
}

static void perfetto_destroy(void *state)
{
	struct perfetto *perfetto = state;

	out_fini(&perfetto->out);
	logfile_fini(&perfetto->file);
	tracks_fini(&perfetto->tracks);
	notes_fini(&perfetto->notes);
	free(perfetto);
}

static bool is_written(const struct perfetto *perfetto)
{
	return perfetto->out.error ? failed(perfetto, perfetto->out.error)
				   : true;
}

/* The type's name, and as category what stands in it before a colon. */
static void set_name(struct perfetto *perfetto, const struct type *type)
{
	Pft__TrackEvent *event = &perfetto->event;
	const char *colon = memchr(type->utf8, ':', type->utf8_len);
	struct shown_type *shown;

	if (type->id >= TYPES_IDS) {
		event->name_field_case =
			PFT__TRACK_EVENT__NAME_FIELD_NAME;
		event->name = bytes_of(type->utf8, type->utf8_len);
		event->n_category_iids = 0;
		return;
	}
	shown = &perfetto->types[type->id];
	perfetto->category = type->id + 1;
	event->name_field_case = PFT__TRACK_EVENT__NAME_FIELD_NAME_IID;
	event->name_iid = type->id + 1;
	event->n_category_iids = colon && colon > type->utf8;
	if (sequence_knows(&perfetto->sequence, &shown->seen))
		return;
	sequence_name(&perfetto->sequence, NAME_OF_EVENT, type->id + 1,
		      type->utf8, type->utf8_len);
	if (event->n_category_iids)
		sequence_name(&perfetto->sequence, NAME_OF_CATEGORY,
			      type->id + 1, type->utf8,
			      (size_t)(colon - type->utf8));
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

/* How long the call took that the event is the end of; 0: it is no such. */
static uint64_t duration_of(const struct format_event *event)
{
	struct sysdata members[SYSDATA_MOST];
	size_t n = sysdata_take(event->info.posix_event_id, event->data,
				event->len, members);

	for (size_t i = 0; i < n; i++)
		if (members[i].member == SYSDATA_DURATION)
			return members[i].number;
	return 0;
}

/* Event names that belong together are a slice, besides the events. */
static bool add_pair(struct perfetto *perfetto, struct track *track,
		     const struct type *type, uint64_t ns)
{
	struct shown_type *shown = &perfetto->types[type->id];
	struct pair_name *name = &shown->pair;
	uint64_t begin;

	if (name->role == PAIR_UNKNOWN)
		pair_look(name, type);
	if (name->role == PAIR_NONE)
		return true;
	if (!track->pairs)
		track->pairs = calloc(1, sizeof(*track->pairs));
	if (!track->pairs)
		return failed(perfetto, ENOMEM);
	pairs_set(track->pairs, perfetto->sequence.generation);
	if (name->role == PAIR_BEGIN)
		pairs_begin(track->pairs, name, type, ns);
	else if (pairs_end(track->pairs, name, type, &begin)) {
		/* In the category of the event. */
		set_name(perfetto, type);
		perfetto->event.name_iid = NAME_OF_PAIR + type->id;
		perfetto->event.n_debug_annotations = 0;
		if (!sequence_knows(&perfetto->sequence, &shown->pair_seen))
			sequence_name(&perfetto->sequence, NAME_OF_EVENT,
				      NAME_OF_PAIR + type->id, type->utf8,
				      name->stem_len);
		put_slice(perfetto, track, begin, ns);
	}
	return true;
}

static bool perfetto_event(void *state, const struct format_event *event)
{
	struct perfetto *perfetto = state;
	const struct type *type = event->type;
	bool stands_for_gap = perfetto->has_told &&
			      type->id == POSIX_TRACE_OVERFLOW;
	struct threadx_event from = { .dump = perfetto->log->dump };
	bool is_dumped = from.dump &&
			 posixtrace_get_context(perfetto->log->trid,
						&from.context) == 0;
	struct track *track = tracks_find(&perfetto->tracks, &event->info,
					  is_dumped ? &from.context : NULL);
	uint64_t ns = ns_of(perfetto, &event->info.posix_timestamp);
	uint64_t duration = duration_of(event);

	perfetto->has_told = false;
	if (!track)
		return failed(perfetto, ENOMEM);
	perfetto->n_events++;
	if (stands_for_gap)
		return true;
	if (type->id < TYPES_IDS && !add_pair(perfetto, track, type, ns))
		return false;
	set_name(perfetto, type);
	notes_clear(&perfetto->notes);
	content_add(&perfetto->notes, event, is_dumped ? &from : NULL,
		    type->id < TYPES_IDS ?
		    &perfetto->types[type->id].content : NULL);
	notes_give(&perfetto->notes, &perfetto->event);
	if (!duration || duration > ns ||
	    !put_slice(perfetto, track, ns - duration, ns))
		put_instant(perfetto, track, ns);
	perfetto->last = ns;
	return is_written(perfetto);
}

/* The name of what was lost, and how much it was. */
static struct track *begin_loss(struct perfetto *perfetto, uint64_t events,
				const char *name)
{
	struct track *track = tracks_find_lost(&perfetto->tracks);
	Pft__TrackEvent *event = &perfetto->event;

	if (!track) {
		failed(perfetto, ENOMEM);
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

static bool perfetto_loss(void *state, const struct format_event *ended,
			  const struct posixtrace_loss *loss)
{
	struct perfetto *perfetto = state;
	struct track *track = begin_loss(perfetto, loss->events,
					 "events lost");
	uint64_t first = ns_of(perfetto, &loss->first);
	uint64_t resume = ns_of(perfetto, &loss->resume);

	(void)ended;
	if (!track)
		return false;
	if (!put_slice(perfetto, track, first, resume))
		put_instant(perfetto, track, resume);
	sequence_dropped(&perfetto->sequence);
	perfetto->has_told = true;
	return is_written(perfetto);
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
	return is_written(perfetto);
}

static void explain(const struct perfetto *perfetto, int64_t size)
{
	const char *output = perfetto->convert->output;

	tool_note("%s: %" PRIu64 " events", output, perfetto->n_events);
	if (perfetto->log->dump)
		tool_note("%s: a tick of the target's clock is shown as a "
			  "nanosecond", output);
	if (perfetto->n_far)
		tool_note("%s: %" PRIu64 " times before 1970 or behind 2262 "
			  "are shown as these", output, perfetto->n_far);
	if (size > VIEWABLE)
		tool_note("%s: more than 2 GiB, which trace_processor opens but "
			  "a browser does not; convert a part, with "
			  "--from-time, --to-time, -e or --last", output);
}

static bool perfetto_end(void *state)
{
	struct perfetto *perfetto = state;
	int64_t size;

	out_flush(&perfetto->out);
	if (!is_written(perfetto))
		return false;
	size = lseek(perfetto->file.fd, 0, SEEK_CUR);
	if (!logfile_keep(&perfetto->file))
		return false;
	if (!perfetto->convert->quiet)
		explain(perfetto, size);
	return true;
}

const struct convert_target convert_perfetto = {
	.name = "perfetto",
	.summary = "trace of Perfetto, for ui.perfetto.dev and trace_processor",
	.begin = perfetto_begin,
	.event = perfetto_event,
	.loss = perfetto_loss,
	.rest = perfetto_rest,
	.end = perfetto_end,
	.destroy = perfetto_destroy,
};
