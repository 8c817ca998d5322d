/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Lines as the program Trazer prints them, for programs that read those.  That
 * includes its mistakes, as far as its format shows them: a record without
 * meaning does not count in the sequence, and a restarted target looks like a
 * loss.  Things that Trazer drops silently, or prints from memory beyond the
 * record, have no line here.
 */
#include "sink.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "print.h"

enum {
	INDENT_USER = 34,
	INDENT_CONFIG = 38,
	MEMORY_LINE = 10,	/* bytes, and then a gap */
	MEMORY_GAP = 50,
};

struct trazer {
	struct out *out;
	struct rkh_config config;	/* before the event */
	uint8_t next_seq;
	bool has_abort;
	uint64_t abort_end;		/* offset of its flag */
};

static char *put_blanks(char *p, size_t n)
{
	memset(p, ' ', n);
	return p + n;
}

static void print_line(struct out *out, const char *text)
{
	char *p = out_room(out, strlen(text) + 1);

	p = put_string(p, text);
	*p++ = '\n';
	out_done(out, p);
}

/* Stamp, sequence, group and name. */
static void print_head(struct trazer *trazer, const struct rkh_event *event)
{
	static const uint8_t widths[] = { [1] = 3, [2] = 5, [4] = 10 };
	const struct rkh_layout layout = rkh_config_layout(&trazer->config);
	struct out *out = trazer->out;
	char *p = out_room(out, 128 + 4 * strlen(event->name));
	char *start;

	if (layout.stamp_size) {
		*p++ = ' ';
		p = rkh_put_column(p, event->stamp, widths[layout.stamp_size]);
		*p++ = '|';
	}
	if (layout.has_seq) {
		p = put_string(p, " [");
		p = rkh_put_column(p, event->seq, 3);
		p = put_string(p, "] |");
	}
	*p++ = ' ';
	start = p;
	p = put_string(p, event->group);
	p = put_padding(p, start, 4);
	p = put_string(p, "| ");
	start = p;
	p = rkh_put_text(p, event->name);
	if (p - start < 10)
		p = put_padding(p, start, 10);
	out_done(out, put_string(p, " : "));
}

static void print_settings(struct out *out, const struct rkh_config *config)
{
	struct rkh_setting settings[RKH_N_SETTINGS];
	char version[RKH_VERSION_TEXT];
	char line[128];

	rkh_config_settings(config, settings);
	rkh_config_version(config, version);
	print_line(out, "Update RKH Configuration from client");
	snprintf(line, sizeof(line), "%*s| %-30s= %s", INDENT_CONFIG, "",
		 "RKH_VERSION", version);
	print_line(out, line);
	for (size_t i = 0; i < RKH_N_SETTINGS; i++) {
		snprintf(line, sizeof(line), "%*s| %-30s= %u", INDENT_CONFIG,
			 "", settings[i].name, settings[i].value);
		print_line(out, line);
	}
	print_line(out, "");
	print_line(out, "");
}

static char *put_memory(char *p, const struct rkh_value *value)
{
	char byte[8];

	p = put_string(p, "[ ");
	for (size_t i = 0; i < value->len; i++) {
		if (i > 0 && i % MEMORY_LINE == 0)
			p = put_blanks(p, MEMORY_GAP);
		snprintf(byte, sizeof(byte), "%02X ", value->bytes[i]);
		p = put_string(p, byte);
	}
	*p++ = ']';
	return p;
}

static void print_user_values(struct out *out, const struct rkh_event *event)
{
	print_line(out, "User trace information");
	for (size_t i = 0; i < event->n_values; i++) {
		const struct rkh_value *value = &event->values[i];
		char *p = out_room(out, rkh_value_room(value) + 4 * value->len);

		p = put_blanks(p, INDENT_USER);
		p = put_string(p, "| ");
		if (value->type == RKH_OBJECT || value->type == RKH_FUNCTION ||
		    value->type == RKH_SIGNAL) {
			p = put_string(p, value->label);
			*p++ = '=';
		}
		if (value->type == RKH_MEMORY)
			p = put_memory(p, value);
		else if (value->type == RKH_STRING)
			p = rkh_put_bytes_as_text(p, value->bytes, value->len,
						  true);
		else
			p = rkh_put_value(p, value);
		*p++ = '\n';
		out_done(out, p);
	}
}

static void print_record(struct trazer *trazer, const struct rkh_event *event)
{
	struct out *out = trazer->out;

	if (event->has_seq && event->seq != trazer->next_seq) {
		print_line(out, "");
		print_line(out, "***** May be have lost trace info, sequence "
				"are not correlatives");
	}
	if (event->has_seq)
		trazer->next_seq = (uint8_t)(event->seq + 1);
	print_head(trazer, event);
	if (event->kind == RKH_FWK_TCFG)
		print_settings(out, event->config);
	else if (event->kind == RKH_USR)
		print_user_values(out, event);
	else if (event->n_values == 0)
		print_line(out, " ");
	else
		rkh_print_arguments(out, event);
	if (event->n_values && event->kind != RKH_USR)
		print_line(out, "");
}

/*
 * A frame that ends with an escape is skipped silently, with everything up to
 * the next flag.
 */
static void print_damage(struct trazer *trazer, const struct rkh_event *event)
{
	bool is_rest = trazer->has_abort &&
		       event->offset == trazer->abort_end + 1;

	trazer->has_abort = event->is_aborted && !is_rest;
	trazer->abort_end = event->end;
	if (event->is_aborted || is_rest)
		return;
	print_line(trazer->out, "");
	print_line(trazer->out, "***** Stream Checksum Error");
}

static bool trazer_event(void *state, const struct trace_event *given)
{
	const struct rkh_event *event = given->data;
	struct trazer *trazer = state;
	char line[64];

	switch (event->class) {
	case RKH_REC:
		print_record(trazer, event);
		break;
	case RKH_BADCHK:
		print_damage(trazer, event);
		break;
	case RKH_UNKNOWN:
		snprintf(line, sizeof(line), "***** Unknown trace event = (%u)",
			 event->id);
		print_line(trazer->out, line);
		break;
	case RKH_SHORT_REC:
		break;
	}
	trazer->config = *event->config;
	return out_is_fine(trazer->out);
}

static void *trazer_create(const struct rkh_output_options *options)
{
	struct trazer *trazer = calloc(1, sizeof(*trazer));

	if (trazer) {
		trazer->out = options->out;
		trazer->config = options->config;
	}
	return trazer;
}

const struct rkh_output rkh_output_trazer = {
	.create = trazer_create,
	.sink = {
		.event = trazer_event,
		.destroy = free,
	},
};
