/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A stream for programs: one JSON object a line and frame.  Every object has
 * the members kind, off, id, nseq, gap, ts, group, name and args; those that
 * its frame does not have are null.  What is wrong is a member `reason`.
 *
 * Numbers and the names of members, which are our own, are put as they are;
 * text goes through the generator if anything in it has to be escaped.  To
 * have it generate everything takes four times as long as all the rest.
 */
#include "sink.h"

#include <stdio.h>
#include <stdlib.h>
#include <yajl/yajl_gen.h>

#include "common/escape.h"
#include "print.h"

enum {
	/* The longest value as text, and that again as UTF-8. */
	TEXT_ROOM = 4 * RKH_FRAME_MAX + 4 * RKH_NAME_MAX + 256,
	UTF8_ROOM = 3 * TEXT_ROOM,
	/* A member's name and a number, or the punctuation around a text. */
	MEMBER_ROOM = 256,
};

struct json {
	struct out *out;
	yajl_gen gen;
	char *text;
	char *utf8;
};

/* Text that is valid JSON, at most MEMBER_ROOM bytes. */
static void put_raw(struct json *json, const char *text)
{
	char *p = out_room(json->out, MEMBER_ROOM);

	out_done(json->out, put_string(p, text));
}

static void put_number(struct json *json, const char *before, uint64_t value)
{
	char *p = out_room(json->out, MEMBER_ROOM);

	p = put_unsigned(put_string(p, before), value);
	out_done(json->out, p);
}

static bool is_plain(const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)text[i] < ' ' || text[i] == '"' ||
		    text[i] == '\\' || (unsigned char)text[i] >= 0x7f)
			return false;
	return true;
}

static void put_generated(struct json *json, const void *bytes, size_t len)
{
	char *p = out_room(json->out, ESCAPE_JSON_MOST * len);

	out_done(json->out, escape_json(p, bytes, len));
}

/* UTF-8, as a string. */
static void put_quoted(struct json *json, const char *utf8, size_t len)
{
	const unsigned char *bytes;

	if (is_plain(utf8, len)) {
		char *p = out_room(json->out, len + 2);

		*p++ = '"';
		p = put_bytes(p, utf8, len);
		*p++ = '"';
		out_done(json->out, p);
		return;
	}
	yajl_gen_string(json->gen, (const unsigned char *)utf8, len);
	yajl_gen_get_buf(json->gen, &bytes, &len);
	put_generated(json, bytes, len);
	yajl_gen_clear(json->gen);
	yajl_gen_reset(json->gen, NULL);
}

/* Bytes from a stream; at most TEXT_ROOM. */
static void put_utf8(struct json *json, const void *text, size_t len)
{
	const char *end = escape_utf8(json->utf8, text, len);

	put_quoted(json, json->utf8, (size_t)(end - json->utf8));
}

static void put_text(struct json *json, const char *text)
{
	if (text)
		put_utf8(json, text, strlen(text));
	else
		put_raw(json, "null");
}

static void put_value(struct json *json, const struct rkh_value *value)
{
	const char *end;
	char *p;

	if (value->type == RKH_STRING) {
		put_utf8(json, value->bytes, value->len);
		return;
	}
	if (value->type == RKH_MEMORY) {
		end = put_hex(json->text, value->bytes, value->len);
		put_quoted(json, json->text, (size_t)(end - json->text));
		return;
	}
	if (value->type == RKH_INT) {
		p = out_room(json->out, MEMBER_ROOM);
		out_done(json->out, put_signed(p, (int64_t)value->number));
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
		put_quoted(json, json->text, (size_t)(end - json->text));
		break;
	default:
		put_number(json, "", value->number);
	}
}

/* `"name":`, after others with a comma. */
static void put_name(struct json *json, const char *name, size_t i)
{
	char *p = out_room(json->out, MEMBER_ROOM);

	if (i > 0)
		*p++ = ',';
	*p++ = '"';
	p = put_string(p, name);
	out_done(json->out, put_string(p, "\":"));
}

static size_t put_settings(struct json *json, const struct rkh_config *config)
{
	struct rkh_setting settings[RKH_N_SETTINGS];
	char version[RKH_VERSION_TEXT];

	rkh_config_settings(config, settings);
	rkh_config_version(config, version);
	put_raw(json, "\"RKH_VERSION\":");
	put_quoted(json, version, strlen(version));
	for (size_t i = 0; i < RKH_N_SETTINGS; i++) {
		const char *name = settings[i].name;

		put_name(json, strncmp(name, "TRZ_", 4) ? name : name + 4, 1);
		put_number(json, "", settings[i].value);
	}
	return 1 + RKH_N_SETTINGS;
}

static void put_types(struct json *json, const struct rkh_event *event)
{
	put_raw(json, ",\"types\":[");
	for (size_t i = 0; i < event->n_values; i++) {
		const char *label = event->values[i].label;

		put_raw(json, i > 0 ? "," : "");
		put_quoted(json, label, strlen(label));
	}
	put_raw(json, "]");
}

/* The values of a user event have no names; their indices are used. */
static void put_arguments(struct json *json, const struct rkh_event *event)
{
	char index[24];
	size_t n = 0;

	put_raw(json, ",\"args\":{");
	if (event->kind == RKH_FWK_TCFG && event->class == RKH_REC)
		n = put_settings(json, event->config);
	for (size_t i = 0; i < event->n_values; i++) {
		const struct rkh_value *value = &event->values[i];

		if (event->kind == RKH_USR)
			*put_unsigned(index, i) = '\0';
		put_name(json, event->kind == RKH_USR ? index : value->label,
			 n + i);
		put_value(json, value);
	}
	put_raw(json, "}");
	if (event->kind == RKH_USR)
		put_types(json, event);
}

static char *put_optional(char *p, const char *name, bool is_there,
			  uint64_t value)
{
	p = put_string(p, name);
	return is_there ? put_unsigned(p, value) : put_string(p, "null");
}

static bool json_event(void *state, const struct trace_event *given)
{
	const struct rkh_event *event = given->data;
	static const char *const beginnings[] = {
		[RKH_REC] = "{\"kind\":\"rec\",\"off\":",
		[RKH_BADCHK] = "{\"kind\":\"badchk\",\"off\":",
		[RKH_SHORT_REC] = "{\"kind\":\"short\",\"off\":",
		[RKH_UNKNOWN] = "{\"kind\":\"unknown\",\"off\":",
	};
	struct json *json = state;
	char *p = out_room(json->out, 2 * MEMBER_ROOM);

	p = put_unsigned(put_string(p, beginnings[event->class]),
			 event->offset);
	p = put_unsigned(put_string(p, ",\"len\":"),
			 event->end - event->offset);
	p = put_optional(p, ",\"id\":", event->has_id, event->id);
	p = put_optional(p, ",\"nseq\":", event->has_seq, event->seq);
	p = put_unsigned(put_string(p, ",\"gap\":"), event->missing);
	p = put_optional(p, ",\"ts\":", event->has_stamp, event->stamp);
	p = put_optional(p, ",\"time\":", event->has_stamp, event->time);
	out_done(json->out, put_string(p, ",\"group\":"));
	put_text(json, event->group);
	put_raw(json, ",\"name\":");
	put_text(json, event->name);
	put_arguments(json, event);
	if (event->n_left)
		put_number(json, ",\"left\":", event->n_left);
	if (event->reason) {
		put_raw(json, ",\"reason\":");
		put_quoted(json, event->reason, strlen(event->reason));
	}
	put_raw(json, "}\n");
	return out_is_fine(json->out);
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
	return json;
}

const struct rkh_output rkh_output_json = {
	.create = json_create,
	.sink = {
		.event = json_event,
		.destroy = json_destroy,
	},
};
