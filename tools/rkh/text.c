/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A stream as text: a line per record, and separate lines for each loss, each
 * damaged frame and each reset of the target.
 */
#include "sink.h"

#include <stdio.h>
#include <stdlib.h>

#include "print.h"

enum {
	TIME_WIDTH = 12,
	NAME_WIDTH = 16,
	LINE_ROOM = 512,	/* enough for a line without values */
};

struct text {
	struct out *out;
	uint64_t hz;
	bool has_heading;
};

/* Ticks, or seconds if the length of a tick is known. */
static char *put_time(char *p, const struct text *text, uint64_t ticks,
		      size_t width)
{
	char digits[64];
	uint64_t rest;

	if (!text->hz)
		return rkh_put_column(p, ticks, width);
	rest = ticks % text->hz * 1000000000 / text->hz;
	snprintf(digits, sizeof(digits), "%llu.%09llu",
		 (unsigned long long)(ticks / text->hz),
		 (unsigned long long)rest);
	for (size_t len = strlen(digits); len < width; len++)
		*p++ = ' ';
	return put_string(p, digits);
}

static void print_heading(struct text *text)
{
	struct out *out = text->out;
	size_t width = text->hz ? TIME_WIDTH + 8 : TIME_WIDTH;
	char *p = out_room(out, LINE_ROOM);
	char *start;

	if (text->has_heading)
		return;
	text->has_heading = true;
	for (; width > 4; width--)
		*p++ = ' ';
	p = put_string(p, "TIME  SEQ  ");
	start = p;
	p = put_string(p, "RECORD");
	p = put_padding(p, start, NAME_WIDTH);
	out_done(out, put_string(p, "  ARGUMENTS\n"));
}

/* ---- Losses, damage and resets ---- */

static void print_loss(struct text *text, const struct rkh_event *event)
{
	struct out *out = text->out;
	char *p = out_room(out, LINE_ROOM);

	if (event->missing == 0)
		return;
	p = put_string(p, "---- LOST at least ");
	p = put_unsigned(p, event->missing);
	p = put_string(p, event->missing == 1 ? " frame" : " frames");
	p = put_string(p, " before sequence ");
	p = put_unsigned(p, event->seq);
	if (event->is_first) {
		p = put_string(p, ", or joined late");
	} else if (event->has_stamp) {
		p = put_string(p, ", between ");
		p = put_time(p, text, event->since, 0);
		p = put_string(p, " and ");
		p = put_time(p, text, event->time, 0);
	}
	out_done(out, put_string(p, " ----\n"));
}

static void print_reset(struct text *text)
{
	char *p = out_room(text->out, LINE_ROOM);

	out_done(text->out, put_string(p, "---- the target began anew ----\n"));
}

static void print_reason(struct text *text, const struct rkh_event *event)
{
	struct out *out = text->out;
	char *p = out_room(out, LINE_ROOM);

	p = put_string(p, "---- offset ");
	p = put_unsigned(p, event->offset);
	p = put_string(p, ": ");
	if (event->has_id) {
		p = put_string(p, "id ");
		p = put_address(p, event->id);
		p = put_string(p, ": ");
	}
	p = put_string(p, event->reason);
	p = put_string(p, event->class == RKH_REC ? "; " : "; skipped ");
	p = put_unsigned(p, event->class == RKH_REC ?
			    event->n_left : event->end - event->offset);
	p = put_string(p, event->class == RKH_REC ? " bytes left over" :
						    " bytes");
	out_done(out, put_string(p, " ----\n"));
}

/* ---- Records ---- */

static void print_head(struct text *text, const struct rkh_event *event)
{
	size_t width = text->hz ? TIME_WIDTH + 8 : TIME_WIDTH;
	struct out *out = text->out;
	char *p = out_room(out, LINE_ROOM + 4 * strlen(event->name));
	char *start;

	if (event->has_stamp) {
		p = put_time(p, text, event->time, width);
	} else {
		memset(p, ' ', width);
		p += width;
	}
	if (event->has_seq)
		p = rkh_put_column(p, event->seq, 5);
	else
		p = put_string(p, "    -");
	p = put_string(p, "  ");
	start = p;
	p = put_string(p, event->group);
	*p++ = '.';
	p = rkh_put_text(p, event->name);
	if (event->n_values || event->kind == RKH_FWK_TCFG) {
		p = put_padding(p, start, NAME_WIDTH);
		p = put_string(p, "  ");
	}
	out_done(out, p);
}

static bool text_event(void *state, const struct trace_event *given)
{
	const struct rkh_event *event = given->data;
	struct text *text = state;
	char *p;

	print_heading(text);
	/* Its configuration is printed, too, unless it is unchanged. */
	if (event->is_restart && event->kind != RKH_FWK_TCFG)
		print_reset(text);
	print_loss(text, event);
	if (event->class == RKH_REC) {
		print_head(text, event);
		rkh_print_arguments(text->out, event);
		p = out_room(text->out, 1);
		*p++ = '\n';
		out_done(text->out, p);
	}
	if (event->reason)
		print_reason(text, event);
	return out_is_fine(text->out);
}

static void *text_create(const struct rkh_output_options *options)
{
	struct text *text = calloc(1, sizeof(*text));

	if (text) {
		text->out = options->out;
		text->hz = options->hz;
	}
	return text;
}

const struct rkh_output rkh_output_text = {
	.create = text_create,
	.sink = {
		.event = text_event,
		.destroy = free,
	},
};
