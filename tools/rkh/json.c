/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A stream for programs: one JSON object a line and frame.  Every object has
 * the members kind, off, id, nseq, gap, ts, group, name and args; those that
 * its frame does not have are null.  What is wrong is a member `reason`.
 */
#include "sink.h"

#include <stdio.h>
#include <stdlib.h>
#include <yajl/yajl_gen.h>

#include "escape.h"
#include "print.h"

enum {
	/* The longest value as text, and that again as UTF-8. */
	TEXT_ROOM = 4 * RKH_FRAME_MAX + 4 * RKH_NAME_MAX + 256,
	UTF8_ROOM = 3 * TEXT_ROOM,
};

struct json {
	struct out *out;
	yajl_gen gen;
	char *text;
	char *utf8;
};

static void json_print(void *context, const char *bytes, size_t len)
{
	struct out *out = context;

	out_done(out, put_bytes(out_room(out, len), bytes, len));
}

static void put_raw(yajl_gen gen, const char *text, size_t len)
{
	yajl_gen_string(gen, (const unsigned char *)text, len);
}

static void put_key(yajl_gen gen, const char *key)
{
	put_raw(gen, key, strlen(key));
}

static void put_number(yajl_gen gen, uint64_t value)
{
	char digits[24];

	yajl_gen_number(gen, digits,
			(size_t)(put_unsigned(digits, value) - digits));
}

/* Bytes from a stream; at most TEXT_ROOM. */
static void put_utf8(struct json *json, const void *text, size_t len)
{
	const char *end = escape_utf8(json->utf8, text, len);

	put_raw(json->gen, json->utf8, (size_t)(end - json->utf8));
}

static void put_text(struct json *json, const char *text)
{
	if (text)
		put_utf8(json, text, strlen(text));
	else
		yajl_gen_null(json->gen);
}

static void put_value(struct json *json, const struct rkh_value *value)
{
	char digits[24];
	const char *end;

	if (value->type == RKH_STRING) {
		put_utf8(json, value->bytes, value->len);
		return;
	}
	if (value->type == RKH_MEMORY) {
		end = put_hex(json->text, value->bytes, value->len);
		put_raw(json->gen, json->text, (size_t)(end - json->text));
		return;
	}
	if (value->type == RKH_INT) {
		end = put_signed(digits, (int64_t)value->number);
		yajl_gen_number(json->gen, digits, (size_t)(end - digits));
		return;
	}
	if (value->name && !value->group) {
		put_text(json, value->name);
		return;
	}
	switch (value->type) {
	case RKH_OBJECT:
	case RKH_ACTIVE:
	case RKH_SENDER:
	case RKH_STATE:
	case RKH_TARGET:
	case RKH_TIMER:
	case RKH_QUEUE:
	case RKH_FUNCTION:
	case RKH_SIGNAL:
	case RKH_EVENT_ID:
	case RKH_ADDRESS:
	case RKH_FUNCTION_ADDRESS:
		end = rkh_put_value(json->text, value);
		put_raw(json->gen, json->text, (size_t)(end - json->text));
		break;
	default:
		put_number(json->gen, value->number);
	}
}

static void put_settings(struct json *json, const struct rkh_config *config)
{
	struct rkh_setting settings[RKH_N_SETTINGS];
	char version[RKH_VERSION_TEXT];

	rkh_config_settings(config, settings);
	rkh_config_version(config, version);
	put_key(json->gen, "RKH_VERSION");
	put_key(json->gen, version);
	for (size_t i = 0; i < RKH_N_SETTINGS; i++) {
		const char *name = settings[i].name;

		put_key(json->gen, strncmp(name, "TRZ_", 4) ? name : name + 4);
		put_number(json->gen, settings[i].value);
	}
}

/* The values of a user event have no names, so their place is it. */
static void put_arguments(struct json *json, const struct rkh_event *event)
{
	yajl_gen gen = json->gen;
	char index[24];

	put_key(gen, "args");
	yajl_gen_map_open(gen);
	if (event->kind == RKH_FWK_TCFG && event->class == RKH_REC)
		put_settings(json, event->config);
	for (size_t i = 0; i < event->n_values; i++) {
		const struct rkh_value *value = &event->values[i];

		if (event->kind == RKH_USR)
			put_raw(gen, index,
				(size_t)(put_unsigned(index, i) - index));
		else
			put_key(gen, value->label);
		put_value(json, value);
	}
	yajl_gen_map_close(gen);
	if (event->kind != RKH_USR)
		return;
	put_key(gen, "types");
	yajl_gen_array_open(gen);
	for (size_t i = 0; i < event->n_values; i++)
		put_key(gen, event->values[i].label);
	yajl_gen_array_close(gen);
}

static void put_optional(struct json *json, const char *key, bool is_there,
			 uint64_t value)
{
	put_key(json->gen, key);
	if (is_there)
		put_number(json->gen, value);
	else
		yajl_gen_null(json->gen);
}

static void json_event(void *state, const struct rkh_event *event)
{
	static const char *const kinds[] = {
		[RKH_REC] = "rec",
		[RKH_BADCHK] = "badchk",
		[RKH_SHORT_REC] = "short",
		[RKH_UNKNOWN] = "unknown",
	};
	struct json *json = state;
	yajl_gen gen = json->gen;

	yajl_gen_map_open(gen);
	put_key(gen, "kind");
	put_key(gen, kinds[event->class]);
	put_key(gen, "off");
	put_number(gen, event->offset);
	put_key(gen, "len");
	put_number(gen, event->end - event->offset);
	put_optional(json, "id", event->has_id, event->id);
	put_optional(json, "nseq", event->has_seq, event->seq);
	put_key(gen, "gap");
	put_number(gen, event->missing);
	put_optional(json, "ts", event->has_stamp, event->stamp);
	put_optional(json, "time", event->has_stamp, event->time);
	put_key(gen, "group");
	put_text(json, event->group);
	put_key(gen, "name");
	put_text(json, event->name);
	put_arguments(json, event);
	if (event->n_left) {
		put_key(gen, "left");
		put_number(gen, event->n_left);
	}
	if (event->reason) {
		put_key(gen, "reason");
		put_key(gen, event->reason);
	}
	yajl_gen_map_close(gen);
	yajl_gen_reset(gen, "\n");
}

static void json_destroy(void *state)
{
	struct json *json = state;

	if (json->gen)
		yajl_gen_free(json->gen);
	free(json->text);
	free(json->utf8);
	free(json);
}

static void *json_create(const struct rkh_output_options *options)
{
	struct json *json = calloc(1, sizeof(*json));

	if (!json)
		return NULL;
	json->out = options->out;
	json->text = malloc(TEXT_ROOM);
	json->utf8 = malloc(UTF8_ROOM);
	json->gen = yajl_gen_alloc(NULL);
	if (!json->text || !json->utf8 || !json->gen) {
		json_destroy(json);
		return NULL;
	}
	yajl_gen_config(json->gen, yajl_gen_print_callback, json_print,
			json->out);
	return json;
}

const struct rkh_output rkh_output_json = {
	.create = json_create,
	.event = json_event,
	.destroy = json_destroy,
};
