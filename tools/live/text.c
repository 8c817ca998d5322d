/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Live events as lines, in the formats of `posixtrace report`. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/tool.h"
#include "live/live.h"
#include "report/format.h"

struct text {
	const struct live *live;
	const struct format *format;
	trace_id_t trid;
	size_t data_max;
	struct out out;
	struct types types;
	void *state;		/* of the format; NULL before the first event */
};

static const struct patterns none;

static bool begin(struct text *text, const struct timespec *first)
{
	const struct format_options options = {
		.out = &text->out,
		.trid = text->trid,
		.log = "live",
		.event_width = types_width(&text->types),
		.data_max = text->data_max,
		.absolute = text->live->absolute,
		.header = !text->live->json,
	};

	text->state = text->format->create(&options, first);
	return text->state;
}

static int take_event(void *state, const struct live_event *event)
{
	struct text *text = state;
	struct trace_event shown = {
		.info = event->info,
		.type = types_find(&text->types, event->info.posix_event_id),
		.data = event->data,
		.len = event->len,
	};
	struct posixtrace_loss loss;

	if (!text->state && !begin(text, &event->info.posix_timestamp))
		return ENOMEM;
	if (event->info.posix_event_id == POSIX_TRACE_OVERFLOW &&
	    posixtrace_get_loss(text->trid, &loss) == 0)
		shown.lost = loss.events;
	if (shown.lost && text->format->loss)
		text->format->loss(text->state, &loss);
	else
		text->format->event(text->state, &shown);
	return text->out.error;
}

static int pause_text(void *state)
{
	struct text *text = state;

	out_flush(&text->out);
	return text->out.error;
}

static int end(void *state)
{
	struct text *text = state;

	if (text->state)
		text->format->destroy(text->state);
	types_fini(&text->types);
	out_fini(&text->out);
	free(text);
	return 0;
}

bool live_text(struct live_sink *sink, const struct live *live,
	       trace_id_t trid, size_t data_max)
{
	struct text *text = calloc(1, sizeof(*text));

	if (!text || out_init(&text->out, STDOUT_FILENO) != 0) {
		free(text);
		return false;
	}
	text->live = live;
	text->format = live->json ? &format_json : &format_text;
	text->trid = trid;
	text->data_max = data_max;
	types_init(&text->types, trid, &none, &none);
	text->types.is_live = true;
	*sink = (struct live_sink){ text, take_event, pause_text, end };
	return true;
}
