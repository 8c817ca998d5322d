/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A report for programs: one JSON object a line and event, with the members
 * time, pid, tid, id, event, addr, truncated and data; of a ThreadX dump also
 * with who recorded it and its information words.  Whatever stands in names
 * and data, the result is valid JSON in UTF-8.
 */
#include "format.h"

#include <stdlib.h>
#include <yajl/yajl_gen.h>

#include "escape.h"
#include "format-threadx.h"

struct json {
	struct out *out;
	trace_id_t trid;
	struct pxt_dump *dump;	/* of a ThreadX dump, else NULL */
	yajl_gen gen;
	char *hex;		/* room for the data of an event */
};

static void json_print(void *context, const char *bytes, size_t len)
{
	struct out *out = context;

	out_done(out, put_bytes(out_room(out, len), bytes, len));
}

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
		      const struct format_event *event,
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
		const struct pxt_dump_object *object;

		if (!threadx_field(context, i, &field))
			continue;
		object = threadx_object(json->dump, &field, words[i]);
		if (!object)
			continue;
		put_key(gen, field.name);
		put_name(gen, object->name);
	}
	yajl_gen_map_close(gen);
}

static void put_context(const struct json *json,
			const struct format_event *event)
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

static void json_event(void *state, const struct format_event *event)
{
	const struct posix_trace_event_info *info = &event->info;
	struct json *json = state;
	yajl_gen gen = json->gen;
	char text[48];
	char *p;

	yajl_gen_map_open(gen);
	put_key(gen, "time");
	p = put_signed(text, info->posix_timestamp.tv_sec);
	*p++ = '.';
	p = put_nanoseconds(p, (uint32_t)info->posix_timestamp.tv_nsec);
	put_text(gen, text, (size_t)(p - text));
	put_key(gen, "pid");
	put_integer(gen, info->posix_pid);
	put_key(gen, "tid");
	put_integer(gen, info->posix_tid);
	put_key(gen, "id");
	put_integer(gen, info->posix_event_id);
	put_key(gen, "event");
	put_text(gen, event->type->utf8, event->type->utf8_len);
	put_key(gen, "addr");
	p = put_address(text, (uintptr_t)info->posix_prog_address);
	put_text(gen, text, (size_t)(p - text));
	put_key(gen, "truncated");
	yajl_gen_bool(gen, info->posix_truncation_status !=
			   POSIX_TRACE_NOT_TRUNCATED);
	put_key(gen, "data");
	p = put_hex(json->hex, event->data, event->len);
	put_text(gen, json->hex, (size_t)(p - json->hex));
	if (json->dump)
		put_context(json, event);
	yajl_gen_map_close(gen);
	yajl_gen_reset(gen, "\n");
}

static void json_destroy(void *state)
{
	struct json *json = state;

	if (json->gen)
		yajl_gen_free(json->gen);
	free(json->hex);
	free(json);
}

static void *json_create(const struct format_options *options,
			 const struct timespec *origin)
{
	struct json *json = calloc(1, sizeof(*json));

	(void)origin;
	if (!json)
		return NULL;
	json->out = options->out;
	json->trid = options->trid;
	json->dump = options->dump;
	json->gen = yajl_gen_alloc(NULL);
	json->hex = malloc(2 * options->data_max);
	if (!json->gen || !json->hex) {
		json_destroy(json);
		return NULL;
	}
	yajl_gen_config(json->gen, yajl_gen_print_callback, json_print,
			json->out);
	return json;
}

/* A loss needs no object of its own: its OVERFLOW, or START, is an event. */
const struct format format_json = {
	.create = json_create,
	.event = json_event,
	.destroy = json_destroy,
};
