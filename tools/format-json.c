/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A report for programs: one JSON object a line and event, with the members
 * time, pid, tid, id, event, addr, truncated and data.  Whatever stands in
 * names and data, the result is valid JSON in UTF-8.
 */
#include "format.h"

#include <stdlib.h>
#include <yajl/yajl_gen.h>

struct json {
	struct out *out;
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
