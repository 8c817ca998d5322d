/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A report for programs: one JSON object a line and event, with the members
 * time, pid, tid, id, event, addr, truncated and data, lost if it is the
 * OVERFLOW of a loss, and args if the type of the event has described arguments;
 * of a ThreadX dump also who recorded it and its information words.  Whatever stands in names and data, the result is
 * valid JSON in UTF-8.
 *
 * What many events have in common, their type and their thread, is generated
 * once and kept.  Of the rest only digits and constants are put here, the
 * generator takes more time for those than everything else takes.
 */
#include "report/format.h"

#include <math.h>
#include <stdlib.h>
#include <yajl/yajl_gen.h>

#include "common/escape.h"
#include "common/tool.h"
#include "report/overflow.h"
#include "report/threadx.h"

enum {
	/* The most that a line can take besides what is generated, and two
	 * characters a byte of the data. */
	LINE_ROOM = 256,
};

/* Members of an object: `"id":65,"event":"name"`. */
struct piece {
	char *bytes;		/* NULL: not generated yet */
	size_t len;
	int64_t of[2];		/* what it is of */
};

struct json {
	struct out *out;
	trace_id_t trid;
	bool is_dump;
	yajl_gen gen;
	char *hex;		/* room for an argument, in hexadecimal or
				 * escaped */
	struct overflow before;
	struct piece thread;	/* of the event before */
	struct piece types[TYPES_IDS + 1];	/* the last one: any other */
};

static void put_text(yajl_gen gen, const char *text, size_t len)
{
	yajl_gen_string(gen, (const unsigned char *)text, len);
}

static void put_key(yajl_gen gen, const char *key)
{
	put_text(gen, key, strlen(key));
}

/* yajl_gen_integer() takes its time over a format string. */
static void put_integer(yajl_gen gen, int64_t value)
{
	char digits[24];

	yajl_gen_number(gen, digits,
			(size_t)(put_signed(digits, value) - digits));
}

/* Any bytes, as text; longer names are cut. */
static void put_name(yajl_gen gen, const char *name)
{
	enum { SHOWN = 256 };
	char utf8[3 * SHOWN];
	size_t len = strlen(name);

	if (len > SHOWN)
		len = SHOWN;
	put_text(gen, utf8, (size_t)(escape_utf8(utf8, name, len) - utf8));
}

static void put_hex_text(yajl_gen gen, uint64_t value)
{
	char text[24];

	put_text(gen, text, (size_t)(put_address(text, value) - text));
}

static void put_word(yajl_gen gen, const struct pxt_threadx_field *field,
		     uint64_t word)
{
	char text[32];

	if (field->kind == PXT_THREADX_NUMBER) {
		yajl_gen_number(gen, text,
				(size_t)(put_unsigned(text, word) - text));
		return;
	}
	pxt_threadx_show(text, sizeof(text), field->kind, word);
	put_text(gen, text, strlen(text));
}

/* The words by name, then the names of the objects that they point to. */
static void put_words(const struct json *json,
		      const struct trace_event *event,
		      const struct posixtrace_context *context)
{
	yajl_gen gen = json->gen;
	uint64_t words[PXT_THREADX_WORDS];
	unsigned n = threadx_words(event, words);
	struct pxt_threadx_field field;

	put_key(gen, "words");
	yajl_gen_map_open(gen);
	for (unsigned i = 0; i < n; i++) {
		if (!threadx_field(context, i, &field))
			continue;
		put_key(gen, field.name);
		put_word(gen, &field, words[i]);
	}
	yajl_gen_map_close(gen);
	put_key(gen, "objects");
	yajl_gen_map_open(gen);
	for (unsigned i = 0; i < n; i++) {
		struct posixtrace_object object;

		if (!threadx_field(context, i, &field) ||
		    !threadx_object(json->trid, &field, words[i], &object))
			continue;
		put_key(gen, field.name);
		put_name(gen, object.name);
	}
	yajl_gen_map_close(gen);
}

static void put_context(const struct json *json,
			const struct trace_event *event)
{
	static const char *const kinds[] = {
		[POSIXTRACE_CONTEXT_THREAD] = "thread",
		[POSIXTRACE_CONTEXT_INTERRUPT] = "interrupt",
		[POSIXTRACE_CONTEXT_INITIALIZATION] = "initialization",
	};
	struct posixtrace_context context;
	yajl_gen gen = json->gen;
	char digits[24];

	if (posixtrace_get_context(json->trid, &context) != 0)
		return;
	put_key(gen, "ticks");
	yajl_gen_number(gen, digits, (size_t)(put_unsigned(digits,
			context.ticks) - digits));
	put_key(gen, "threadx_id");
	yajl_gen_number(gen, digits, (size_t)(put_unsigned(digits,
			context.id) - digits));
	put_key(gen, "context");
	put_text(gen, kinds[context.kind], strlen(kinds[context.kind]));
	put_key(gen, "thread");
	if (*context.name)
		put_name(gen, context.name);
	else
		yajl_gen_null(gen);
	put_key(gen, "thread_address");
	put_hex_text(gen, context.thread);
	put_key(gen, "core");
	put_integer(gen, context.core);
	if (context.priority >= 0) {
		put_key(gen, "priority");
		put_integer(gen, context.priority);
	}
	if (context.threshold >= 0) {
		put_key(gen, "threshold");
		put_integer(gen, context.threshold);
	}
	put_words(json, event, &context);
}

/* JSON has no infinity and no NaN: those are strings. */
static void put_float(yajl_gen gen, const struct argument_value *value)
{
	char text[40];
	size_t len = (size_t)(put_floating(text, value->kind,
					   value->floating) - text);

	if (isfinite(value->floating))
		yajl_gen_number(gen, text, len);
	else
		put_text(gen, text, len);
}

static void put_value(struct json *json, const struct argument_value *value)
{
	yajl_gen gen = json->gen;
	char character = (char)value->number;
	char text[24];
	char *p;

	switch (value->kind) {
	case POSIXTRACE_KIND_STRING:
		p = escape_utf8(json->hex, value->bytes, value->len);
		put_text(gen, json->hex, (size_t)(p - json->hex));
		return;
	case POSIXTRACE_KIND_MEMORY:
		p = put_hex(json->hex, value->bytes, value->len);
		put_text(gen, json->hex, (size_t)(p - json->hex));
		return;
	case POSIXTRACE_KIND_CHAR:
		p = escape_utf8(text, &character, 1);
		put_text(gen, text, (size_t)(p - text));
		return;
	case POSIXTRACE_KIND_POINTER:
		p = put_address(text, value->number);
		put_text(gen, text, (size_t)(p - text));
		return;
	case POSIXTRACE_KIND_F32:
	case POSIXTRACE_KIND_F64:
		put_float(gen, value);
		return;
	case POSIXTRACE_KIND_BOOL:
		yajl_gen_bool(gen, value->number != 0);
		return;
	}
	p = (value->kind & ~15u) == (POSIXTRACE_KIND_I8 & ~15u) ?
	    put_signed(text, (int64_t)value->number) :
	    put_unsigned(text, value->number);
	yajl_gen_number(gen, text, (size_t)(p - text));
}

static void put_arguments(struct json *json, const struct trace_event *event)
{
	const struct arguments *arguments = event->type->arguments;
	const void *data = event->data;
	size_t len = event->len;
	struct argument_value value;

	put_key(json->gen, "args");
	yajl_gen_map_open(json->gen);
	for (unsigned i = 0; arguments_next(arguments, i, &data, &len, &value);
	     i++) {
		put_text(json->gen, value.name, value.name_len);
		put_value(json, &value);
	}
	yajl_gen_map_close(json->gen);
}

static void begin(struct json *json)
{
	yajl_gen_clear(json->gen);
	yajl_gen_map_open(json->gen);
}

/* The members generated since begin(), until the next one. */
static const unsigned char *end(struct json *json, size_t *len)
{
	const unsigned char *bytes;

	yajl_gen_map_close(json->gen);
	yajl_gen_get_buf(json->gen, &bytes, len);
	yajl_gen_reset(json->gen, NULL);
	/* Without the braces. */
	*len -= 2;
	return bytes + 1;
}

static bool is_of(const struct piece *piece, int64_t a, int64_t b)
{
	return piece->bytes && piece->of[0] == a && piece->of[1] == b;
}

static void keep(struct json *json, struct piece *piece, int64_t a, int64_t b)
{
	size_t len;
	const unsigned char *bytes = end(json, &len);

	free(piece->bytes);
	piece->bytes = malloc(ESCAPE_JSON_MOST * len);
	if (!piece->bytes) {
		tool_error("standard output: out of memory");
		exit(TOOL_FAILURE);
	}
	piece->len = (size_t)(escape_json(piece->bytes, bytes, len) -
			      piece->bytes);
	piece->of[0] = a;
	piece->of[1] = b;
}

static const struct piece *find_thread(struct json *json, int64_t pid,
				       int64_t tid)
{
	struct piece *piece = &json->thread;

	if (is_of(piece, pid, tid))
		return piece;
	begin(json);
	put_key(json->gen, "pid");
	put_integer(json->gen, pid);
	put_key(json->gen, "tid");
	put_integer(json->gen, tid);
	keep(json, piece, pid, tid);
	return piece;
}

static const struct piece *find_type(struct json *json, const struct type *type)
{
	struct piece *piece = &json->types[type->id < TYPES_IDS ? type->id :
					   TYPES_IDS];

	if (is_of(piece, type->id, 0))
		return piece;
	begin(json);
	put_key(json->gen, "id");
	put_integer(json->gen, type->id);
	put_key(json->gen, "event");
	put_text(json->gen, type->utf8, type->utf8_len);
	keep(json, piece, type->id, 0);
	return piece;
}

/* What only few events have. */
static void put_more(struct json *json, const struct trace_event *event,
		     bool has_arguments)
{
	const unsigned char *bytes;
	size_t len;
	char *p;

	begin(json);
	if (json->is_dump)
		put_context(json, event);
	if (has_arguments)
		put_arguments(json, event);
	bytes = end(json, &len);
	if (len == 0)
		return;
	p = out_room(json->out, ESCAPE_JSON_MOST * len + 1);
	*p++ = ',';
	out_done(json->out, escape_json(p, bytes, len));
}

static bool json_event(void *state, const struct trace_event *event)
{
	const struct posix_trace_event_info *info = &event->info;
	bool is_cut = info->posix_truncation_status != POSIX_TRACE_NOT_TRUNCATED;
	bool has_arguments = event->type->arguments &&
			     arguments_fit(event->type->arguments, event->data,
					   event->len, is_cut);
	struct json *json = state;
	const struct piece *type = find_type(json, event->type);
	const struct piece *thread = find_thread(json, info->posix_pid,
						 info->posix_tid);
	char *p = out_room(json->out, LINE_ROOM + thread->len + type->len +
			   2 * event->len);

	p = put_string(p, "{\"time\":\"");
	p = put_signed(p, info->posix_timestamp.tv_sec);
	*p++ = '.';
	p = put_nanoseconds(p, (uint32_t)info->posix_timestamp.tv_nsec);
	p = put_string(p, "\",");
	p = put_bytes(p, thread->bytes, thread->len);
	*p++ = ',';
	p = put_bytes(p, type->bytes, type->len);
	p = put_string(p, ",\"addr\":\"");
	p = put_address(p, (uintptr_t)info->posix_prog_address);
	p = is_cut ? put_string(p, "\",\"truncated\":true,\"data\":\"")
		   : put_string(p, "\",\"truncated\":false,\"data\":\"");
	p = put_hex(p, event->data, event->len);
	*p++ = '"';
	if (overflow_lost(event))
		p = put_unsigned(put_string(p, ",\"lost\":"), event->lost);
	out_done(json->out, p);
	if (json->is_dump || has_arguments)
		put_more(json, event, has_arguments);
	p = out_room(json->out, 2);
	out_done(json->out, put_string(p, "}\n"));
	overflow_go_on(&json->before, event);
	return out_is_fine(json->out);
}

static bool json_loss(void *state, const struct trace_event *event,
		      const struct posixtrace_loss *loss)
{
	struct json *json = state;
	struct trace_event line = overflow_of_loss(&json->before, event, loss);

	return json_event(json, &line);
}

static bool json_rest(void *state, uint64_t events, bool after_last)
{
	struct json *json = state;
	struct trace_event line = overflow_of_rest(&json->before, events);

	(void)after_last;
	return json_event(json, &line);
}

static void json_destroy(void *state)
{
	struct json *json = state;

	if (json->gen)
		yajl_gen_free(json->gen);
	free(json->hex);
	free(json->thread.bytes);
	for (size_t i = 0; i <= TYPES_IDS; i++)
		free(json->types[i].bytes);
	free(json);
}

static void *json_create(const struct format_options *options,
			 const struct timespec *origin)
{
	struct json *json = calloc(1, sizeof(*json));

	if (!json)
		return NULL;
	json->before.time = *origin;
	json->out = options->out;
	json->trid = options->trid;
	json->is_dump = options->is_dump;
	json->gen = yajl_gen_alloc(NULL);
	json->hex = malloc(3 * options->data_max);
	if (!json->gen || !json->hex) {
		json_destroy(json);
		return NULL;
	}
	return json;
}

const struct format format_json = {
	.create = json_create,
	.sink = {
		.shows_overflow = true,
		.event = json_event,
		.loss = json_loss,
		.rest = json_rest,
		.destroy = json_destroy,
	},
};
