/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A report for programs: one JSON object a line and event, with the members
 * time, pid, tid, id, event, addr, truncated and data, and args if the type
 * of the event has described arguments.  Whatever stands in names and data,
 * the result is valid JSON in UTF-8.
 */
#include "format.h"

#include <math.h>
#include <stdlib.h>
#include <yajl/yajl_gen.h>

#include "escape.h"

struct json {
	struct out *out;
	yajl_gen gen;
	char *hex;		/* room for the data of an event, in hexadecimal
				 * or escaped */
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

static void put_arguments(struct json *json, const struct format_event *event)
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
	if (event->type->arguments &&
	    arguments_fit(event->type->arguments, event->data, event->len,
			  info->posix_truncation_status !=
			  POSIX_TRACE_NOT_TRUNCATED))
		put_arguments(json, event);
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
	json->gen = yajl_gen_alloc(NULL);
	json->hex = malloc(3 * options->data_max);
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
