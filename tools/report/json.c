/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A report for programs: one JSON object per line and event, with the members
 * time, pid, tid, id, event, addr, truncated and data, lost if it is the
 * OVERFLOW of a loss, args if the type of the event has described arguments, and
 * values if it is a system event; for a ThreadX dump also its context and its information words.
 * For any names and data, the result is valid JSON in UTF-8.
 *
 * The parts that many events have in common, their type and their thread, are
 * generated once and kept.  Of the rest only digits and constants are written
 * here, since the generator would take more time for those than for everything
 * else.
 */
#include "report/format.h"

#include <stdlib.h>
#include <yajl/yajl_gen.h>

#include "common/escape.h"
#include "common/tool.h"
#include "report/members.h"
#include "report/overflow.h"
#include "trace/sysdata.h"

enum {
	/* The maximum length of a line without the generated parts and two
	 * characters per byte of data. */
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

	/* That of the event read last, which a loss at the end of a dump that is
	 * cut off is not. */
	if (event->info.posix_event_id == POSIX_TRACE_OVERFLOW ||
	    posixtrace_get_context(json->trid, &context) != 0)
		return;
	json_put_key(gen, "ticks");
	yajl_gen_number(gen, digits, (size_t)(put_unsigned(digits,
			context.ticks) - digits));
	json_put_key(gen, "threadx_id");
	yajl_gen_number(gen, digits, (size_t)(put_unsigned(digits,
			context.id) - digits));
	json_put_key(gen, "context");
	json_put_text(gen, kinds[context.kind], strlen(kinds[context.kind]));
	json_put_key(gen, "thread");
	if (*context.name)
		json_put_name(gen, context.name);
	else
		yajl_gen_null(gen);
	json_put_key(gen, "thread_address");
	json_put_hex_text(gen, context.thread);
	json_put_key(gen, "core");
	json_put_integer(gen, context.core);
	if (context.priority >= 0) {
		json_put_key(gen, "priority");
		json_put_integer(gen, context.priority);
	}
	if (context.threshold >= 0) {
		json_put_key(gen, "threshold");
		json_put_integer(gen, context.threshold);
	}
	json_put_key(gen, "words");
	json_put_words(gen, event, &context, JSON_ALL_EXACT);
	json_put_key(gen, "objects");
	json_put_objects(gen, json->trid, event, &context);
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
	json_put_key(json->gen, "pid");
	json_put_integer(json->gen, pid);
	json_put_key(json->gen, "tid");
	json_put_integer(json->gen, tid);
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
	json_put_key(json->gen, "id");
	json_put_integer(json->gen, type->id);
	json_put_key(json->gen, "event");
	json_put_text(json->gen, type->utf8, type->utf8_len);
	keep(json, piece, type->id, 0);
	return piece;
}

/* Members that few events have, and the values of their data. */
static void put_more(struct json *json, const struct trace_event *event,
		     bool has_arguments, const struct sysdata *system,
		     size_t n_system)
{
	const unsigned char *bytes;
	size_t len;
	char *p;

	begin(json);
	if (event->symbol)
		json_put_symbol(json->gen, event->symbol);
	if (json->is_dump)
		put_context(json, event);
	if (has_arguments) {
		json_put_key(json->gen, "args");
		json_put_arguments(json->gen, json->hex, event,
				   JSON_ALL_EXACT);
	}
	if (n_system) {
		json_put_key(json->gen, "values");
		json_put_system(json->gen, json->hex, system, n_system);
	}
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
	struct sysdata system[SYSDATA_MOST];
	size_t n_system = is_cut ? 0 : sysdata_take(info->posix_event_id,
						    event->data, event->len,
						    system);
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
	p = put_hex(p, event->data, sysdata_shown(event->info.posix_event_id,
						  event->data, event->len));
	*p++ = '"';
	if (overflow_lost(event))
		p = put_unsigned(put_string(p, ",\"lost\":"), event->lost);
	out_done(json->out, p);
	if (json->is_dump || has_arguments || n_system || event->symbol)
		put_more(json, event, has_arguments, system, n_system);
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
