/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A stream of RKH records; see stream.h.
 *
 * A configuration equal to the one in force is either a repetition, or that of a
 * target that was reset.  Its frame has no sequence number, so only the next frame
 * with one shows which: the decision waits until then.
 */
#include "stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "detect.h"
#include "frame.h"
#include "response.h"
#include "symbols.h"

struct rkh_stream {
	rkh_sink *sink;
	void *context;
	struct rkh_counts counts;

	struct rkh_assumed assumed;
	bool has_config;	/* a configuration record was received */
	bool is_repeated;	/* and received again; a reset? */
	bool like_trazer;

	struct rkh_deframer deframer;
	struct rkh_tracker tracker;
	uint64_t time_base;	/* of the tracker's times */
	uint64_t time;		/* of the latest frame */
	struct rkh_symbols *symbols;
	struct rkh_responses *responses;
	bool are_responses_known;

	struct rkh_values values;
	char user_name[16];
	uint8_t buffer[RKH_FRAME_MAX];
};

struct rkh_stream *rkh_stream_new(const struct rkh_options *options,
				  rkh_sink *sink, void *context)
{
	struct rkh_stream *stream = calloc(1, sizeof(*stream));

	if (!stream)
		return NULL;
	stream->assumed.config = options->config;
	stream->assumed.map = options->map ? options->map : rkh_maps[0];
	stream->assumed.is_map_known = options->map;
	stream->like_trazer = options->like_trazer;
	stream->are_responses_known = true;
	stream->symbols = rkh_symbols_new(options->like_trazer);
	stream->responses = rkh_responses_new();
	stream->values.max = rkh_values_max(RKH_FRAME_MAX);
	stream->values.values = calloc(stream->values.max,
				       sizeof(struct rkh_value));
	if (!stream->symbols || !stream->responses || !stream->values.values) {
		rkh_stream_free(stream);
		return NULL;
	}
	rkh_deframer_init(&stream->deframer, stream->buffer,
			  sizeof(stream->buffer));
	rkh_tracker_init(&stream->tracker);
	rkh_stream_set_sink(stream, sink, context);
	return stream;
}

void rkh_stream_free(struct rkh_stream *stream)
{
	if (!stream)
		return;
	rkh_symbols_free(stream->symbols);
	rkh_responses_free(stream->responses);
	free(stream->values.values);
	free(stream);
}

void rkh_stream_set_sink(struct rkh_stream *stream, rkh_sink *sink,
			 void *context)
{
	stream->sink = sink;
	stream->context = context;
	stream->counts = (struct rkh_counts){ 0 };
}

const struct rkh_counts *rkh_stream_counts(const struct rkh_stream *stream)
{
	return &stream->counts;
}

uint64_t rkh_count_damaged(const struct rkh_counts *counts)
{
	return counts->bad_sum + counts->aborted + counts->overlong +
	       counts->short_recs + counts->left_over + counts->unended;
}

/* ---- A target that begins ---- */

static void restart(struct rkh_stream *stream)
{
	bool is_again = stream->has_config || stream->tracker.is_joined;

	rkh_tracker_init(&stream->tracker);
	stream->time_base = stream->time;
	stream->counts.restarts += is_again;
	if (stream->like_trazer || !is_again)
		return;
	rkh_symbols_forget(stream->symbols);
	rkh_responses_forget(stream->responses);
}

/* A configuration was received. */
static void configure(struct rkh_stream *stream,
		      const struct rkh_config *config,
		      const struct rkh_map *map, struct rkh_event *event)
{
	bool is_same = stream->has_config && map == stream->assumed.map &&
		       rkh_config_is_equal(config, &stream->assumed.config);

	stream->counts.configs++;
	if (stream->like_trazer) {
		rkh_symbols_forget(stream->symbols);
		rkh_responses_forget(stream->responses);
		stream->are_responses_known = true;
	}
	stream->assumed.config = *config;
	stream->assumed.map = map;
	stream->assumed.is_map_known = true;
	if (is_same && config->switches & RKH_HAS_SEQ) {
		stream->is_repeated = true;
	} else {
		restart(stream);
		event->is_restart = true;
	}
	stream->has_config = true;
}

/* The first frame with a sequence number after a repeated configuration. */
static void decide_restart(struct rkh_stream *stream,
			   const struct rkh_frame *frame,
			   struct rkh_event *event)
{
	uint8_t ahead = (uint8_t)(frame->seq - stream->tracker.next_seq);
	uint64_t time = stream->tracker.time;
	bool is_earlier = frame->stamp_size == 4 &&
			  frame->stamp < (uint32_t)time;

	stream->is_repeated = false;
	if (ahead < frame->seq || (ahead == frame->seq && !is_earlier))
		return;
	restart(stream);
	event->is_restart = true;
}

/* ---- Records ---- */

/* Store the name in a record. */
static void learn(struct rkh_stream *stream, const struct rkh_event *event)
{
	static const uint8_t tables[RKH_N_KINDS] = {
		[RKH_FWK_OBJ] = RKH_TABLE_OBJECT,
		[RKH_FWK_FUN] = RKH_TABLE_FUNCTION,
		[RKH_FWK_AO] = RKH_TABLE_ACTIVE,
		[RKH_FWK_ACTOR] = RKH_TABLE_ACTIVE,
		[RKH_FWK_STATE] = RKH_TABLE_STATE,
		[RKH_FWK_PSTATE] = RKH_TABLE_STATE,
		[RKH_FWK_TIMER] = RKH_TABLE_TIMER,
		[RKH_FWK_QUEUE] = RKH_TABLE_QUEUE,
		[RKH_FWK_EPOOL] = RKH_TABLE_POOL,
		[RKH_FWK_SIG] = RKH_TABLE_SIGNAL,
		[RKH_FWK_TUSR] = RKH_TABLE_EVENT,
	};
	enum rkh_table table = tables[event->kind];
	const struct rkh_value *name;
	const struct rkh_value *key;
	uint64_t number;

	if (table == RKH_TABLE_ANY || event->n_values < 2)
		return;
	name = &event->values[event->n_values - 1];
	key = name - 1;
	if (name->type != RKH_STRING)
		return;
	number = key->number + (table == RKH_TABLE_POOL);
	if (!rkh_symbols_set(stream->symbols, table, number,
			     (const char *)name->bytes, name->len))
		stream->counts.nameless++;
}

/* Names are as the source code has them: "&object". */
static void strip_ampersand(const struct rkh_event *event,
			    struct rkh_values *values)
{
	struct rkh_value *last;

	if (event->kind < RKH_FWK_OBJ || event->kind > RKH_FWK_ACTOR ||
	    event->kind == RKH_FWK_SIG || event->kind == RKH_FWK_TUSR ||
	    values->n == 0)
		return;
	last = &values->values[values->n - 1];
	if (last->type == RKH_STRING && last->len > 0 &&
	    last->bytes[0] == '&') {
		last->bytes++;
		last->len--;
	}
}

static void add_number(struct rkh_values *values, enum rkh_type type,
		       const char *label, uint64_t number)
{
	if (values->n < values->max)
		values->values[values->n++] = (struct rkh_value){
			.type = (uint8_t)type,
			.label = label,
			.number = number,
		};
}

/* To a post its number, to a get that of its post and the time between. */
static void add_response(struct rkh_stream *stream,
			 const struct rkh_event *event)
{
	struct rkh_values *values = &stream->values;
	const struct rkh_value *object = &values->values[0];
	const struct rkh_value *signal = &values->values[1];
	uint64_t number = 0;
	int64_t waited = -1;

	if (values->n < 2)
		return;
	if (event->kind != RKH_SMA_GET) {
		number = rkh_responses_post(stream->responses, object->number,
					    signal->number, event->time);
		add_number(values, RKH_UNSIGNED, "nseq", number);
		return;
	}
	if (stream->are_responses_known)
		number = rkh_responses_get(stream->responses, object->number,
					   signal->number, event->time,
					   &waited);
	add_number(values, RKH_INT, "rt", (uint64_t)waited);
	add_number(values, RKH_UNSIGNED, "nseq", number);
}

static void name_user_event(struct rkh_stream *stream, struct rkh_event *event)
{
	const char *name;
	unsigned number = rkh_user_number(stream->assumed.map,
					  stream->assumed.config.id,
					  event->id);

	if (stream->like_trazer)
		number &= 7;
	name = rkh_symbols_find(stream->symbols, RKH_TABLE_EVENT, number);
	if (!name) {
		snprintf(stream->user_name, sizeof(stream->user_name),
			 "USR#%u", number);
		name = stream->user_name;
	}
	event->user = number;
	event->name = name;
}

/* Evaluate sequence and stamp. */
static void track(struct rkh_stream *stream, const struct rkh_frame *frame,
		  struct rkh_event *event)
{
	struct rkh_step step;

	if (stream->is_repeated && frame->has_seq)
		decide_restart(stream, frame, event);
	rkh_track(&stream->tracker, frame, &step);
	event->since = stream->time;
	stream->time = stream->time_base + step.time;
	event->time = stream->time;
	event->missing = step.missing;
	event->is_first = step.is_first;
	if (step.missing) {
		stream->counts.gaps++;
		stream->counts.missing += step.missing;
		if (stream->like_trazer)
			stream->are_responses_known = false;
		else
			rkh_responses_gap(stream->responses);
	}
}

static void set_frame(struct rkh_event *event, const struct rkh_frame *frame)
{
	event->has_id = true;
	event->id = frame->id;
	event->has_seq = frame->has_seq;
	event->seq = frame->seq;
	event->has_stamp = frame->stamp_size > 0;
	event->stamp_size = frame->stamp_size;
	event->stamp = frame->stamp;
}

static void set_kind(struct rkh_event *event, enum rkh_kind_id kind)
{
	event->kind = kind;
	event->group = rkh_kinds[kind].group;
	event->name = rkh_kinds[kind].name;
}

/* The record in a correct frame: its kind, and whether it is complete. */
static enum rkh_fit read_record(struct rkh_stream *stream,
				const struct rkh_frame *frame,
				struct rkh_event *event)
{
	const struct rkh_reading reading = {
		.map = stream->assumed.map,
		.config = &stream->assumed.config,
		.symbols = stream->symbols,
	};
	enum rkh_kind_id kind = rkh_kind_of(reading.map, reading.config->id,
					    frame->id);
	enum rkh_fit fit;

	stream->values.n = 0;
	if (kind == RKH_KIND_NONE)
		return RKH_TOO_SHORT;
	fit = rkh_values_read(&reading, &rkh_kinds[kind], frame->args,
			      frame->n_args, &stream->values);
	/* These are responses to a target, which it does not send. */
	if (kind >= RKH_UT_SUCCESS && fit != RKH_FITS)
		return RKH_TOO_SHORT;
	set_kind(event, kind);
	return fit;
}

static void set_short(struct rkh_stream *stream, struct rkh_event *event)
{
	event->class = RKH_SHORT_REC;
	event->reason = "shorter than its kind of record";
	stream->counts.short_recs++;
}

/*
 * Did a flag between two frames get lost?  Then what is after the arguments
 * of the first one is its checksum, before the second one.
 */
static bool is_merged(const struct rkh_stream *stream,
		      const struct rkh_event *event)
{
	size_t n = event->body_len - stream->values.n_left;
	uint8_t sum = 0;

	/* The last checksum is not among the bytes left. */
	for (size_t i = 0; i < n; i++)
		sum = (uint8_t)(sum + event->body[i]);
	return stream->assumed.config.switches & RKH_HAS_SUM && sum == 0;
}

/*
 * A frame whose length is not that of its kind may be a fragment that has a
 * right checksum by chance.  It is believed if another thing is right too.
 */
static bool is_doubtful(const struct rkh_stream *stream,
			const struct rkh_frame *frame, enum rkh_fit fit,
			const struct rkh_event *event)
{
	return event->kind != RKH_KIND_NONE && fit != RKH_FITS &&
	       frame->has_seq && frame->seq != stream->tracker.next_seq &&
	       (fit == RKH_TOO_SHORT || !is_merged(stream, event));
}

/* A record with n bytes after it. */
static void check_left(struct rkh_stream *stream, size_t n,
		       struct rkh_event *event)
{
	event->n_left = n;
	if (n == 0) {
		stream->counts.records++;
		return;
	}
	event->reason = "longer than its kind of record: "
			"frames merged, or another version's";
	stream->counts.left_over++;
}

/* A good frame. */
static void take_frame(struct rkh_stream *stream,
		       const struct rkh_frame *frame, struct rkh_event *event)
{
	enum rkh_fit fit = read_record(stream, frame, event);

	/* A configuration that is none has no sequence number either. */
	if (event->kind == RKH_FWK_TCFG) {
		set_short(stream, event);
		return;
	}
	set_frame(event, frame);
	if (!is_doubtful(stream, frame, fit, event)) {
		track(stream, frame, event);
		/* The names that were found are discarded. */
		if (event->is_restart)
			read_record(stream, frame, event);
	} else if (fit == RKH_LEFT_OVER) {
		event->class = RKH_BADCHK;
		event->reason = "neither its length nor its sequence number fits";
		stream->counts.bad_sum++;
		return;
	}
	if (event->kind == RKH_KIND_NONE) {
		event->class = RKH_UNKNOWN;
		event->reason = "no record has this id";
		stream->counts.unknown++;
		return;
	}
	if (event->kind == RKH_USR)
		name_user_event(stream, event);
	strip_ampersand(event, &stream->values);
	if (fit != RKH_TOO_SHORT &&
	    (event->kind == RKH_SMA_FIFO || event->kind == RKH_SMA_LIFO ||
	     event->kind == RKH_SMA_GET))
		add_response(stream, event);
	event->values = stream->values.values;
	event->n_values = stream->values.n;
	if (fit == RKH_TOO_SHORT)
		set_short(stream, event);
	else
		check_left(stream, stream->values.n_left, event);
}

static void take_config(struct rkh_stream *stream,
			const struct rkh_config *config,
			const struct rkh_map *map, struct rkh_event *event)
{
	event->has_id = true;
	if (map->form == RKH_FORM_BARE)
		event->id = rkh_id_widen(map->config_id, config->id);
	set_kind(event, RKH_FWK_TCFG);
	configure(stream, config, map, event);
	event->time = stream->time;
}

static void take_damaged(struct rkh_stream *stream,
			 const struct rkh_body *body, enum rkh_verdict verdict,
			 struct rkh_event *event)
{
	event->class = RKH_BADCHK;
	switch (body->cut) {
	case RKH_CUT_ABORT:
		event->reason = "ends in the middle of an escape";
		event->is_aborted = true;
		stream->counts.aborted++;
		return;
	case RKH_CUT_OVERLONG:
		event->reason = "longer than any record";
		stream->counts.overlong++;
		return;
	case RKH_CUT_TAIL:
		event->class = RKH_SHORT_REC;
		event->reason = "the stream ends before the frame does";
		stream->counts.unended++;
		return;
	default:
		break;
	}
	if (verdict == RKH_SHORT) {
		event->class = RKH_SHORT_REC;
		event->reason = "shorter than any frame";
		stream->counts.short_recs++;
	} else {
		event->reason = "wrong checksum";
		stream->counts.bad_sum++;
	}
}

/* The bytes before the first flag may be a complete frame. */
static bool is_believable(struct rkh_stream *stream,
			  const struct rkh_frame *frame)
{
	struct rkh_event event = { .class = RKH_REC };

	return stream->assumed.config.switches & RKH_HAS_SUM &&
	       read_record(stream, frame, &event) == RKH_FITS &&
	       event.kind != RKH_FWK_TCFG;
}

static void take_body(struct rkh_stream *stream, const struct rkh_body *body)
{
	struct rkh_event event = {
		.class = RKH_REC,
		.offset = body->offset,
		.end = body->end,
		.body = body->bytes,
		.body_len = body->len,
		.config = &stream->assumed.config,
		.time = stream->time,
	};
	struct rkh_layout layout = rkh_config_layout(&stream->assumed.config);
	enum rkh_verdict verdict = RKH_BAD_SUM;
	struct rkh_config config;
	const struct rkh_map *map;
	struct rkh_frame frame;
	size_t config_len;

	config_len = rkh_detect_bare(&stream->assumed, body, &config, &map);
	if (config_len > 0) {
		take_config(stream, &config, map, &event);
		check_left(stream, body->len - config_len, &event);
	} else {
		if (body->cut == RKH_CUT_FLAG || body->cut == RKH_CUT_LEAD)
			verdict = rkh_split(&layout, false, body, &frame);
		if (body->cut == RKH_CUT_LEAD &&
		    (verdict != RKH_GOOD || !is_believable(stream, &frame))) {
			stream->counts.skipped += body->end - body->offset;
			return;
		}
		if (verdict != RKH_GOOD) {
			take_damaged(stream, body, verdict, &event);
		} else if (rkh_detect_ordinary(&stream->assumed, &frame,
						&config, &map)) {
			set_frame(&event, &frame);
			take_config(stream, &config, map, &event);
			track(stream, &frame, &event);
			check_left(stream, 0, &event);
		} else {
			take_frame(stream, &frame, &event);
		}
	}
	if (stream->sink)
		stream->sink(stream->context, &event);
	/* A new name may replace one that the event points to. */
	if (event.class == RKH_REC)
		learn(stream, &event);
}

void rkh_stream_feed(struct rkh_stream *stream, const void *bytes, size_t len)
{
	const uint8_t *at = bytes;
	struct rkh_body body;

	stream->counts.bytes += len;
	while (len > 0) {
		size_t n = rkh_deframe(&stream->deframer, at, len, &body);

		if (body.cut != RKH_CUT_NONE)
			take_body(stream, &body);
		at += n;
		len -= n;
	}
}

void rkh_stream_end(struct rkh_stream *stream)
{
	struct rkh_body body;

	rkh_deframe_end(&stream->deframer, &body);
	if (body.cut != RKH_CUT_NONE)
		take_body(stream, &body);
	rkh_deframer_init(&stream->deframer, stream->buffer,
			  sizeof(stream->buffer));
	rkh_tracker_init(&stream->tracker);
	stream->time_base = stream->time;
}
