/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A report of a ThreadX dump for people: one line an event, with its ticks,
 * who recorded it at which priority, and its information words by name.
 *
 *     TICKS  DELTA  PRIO  CONTEXT   EVENT          DATA
 *       161    161    16  thread 2  tx_queue_send  queue_ptr=0x6B84(queue 0)
 */
#include "report/threadx.h"

#include <stdlib.h>

#include "common/escape.h"
#include "common/nanoseconds.h"
#include "report/line.h"

enum {
	TICKS_WIDTH = 14,
	DELTA_WIDTH = 11,
	CORE_WIDTH = 5,
	PRIORITY_WIDTH = 9,		/* "1023/1023" */
	EVENT_WIDTH_MIN = 16,
	EVENT_WIDTH_MAX = 36,		/* a longer name shifts the columns */
	CONTEXT_WIDTH_MAX = 24,
	/* The maximum length of a line without the event's name. */
	LINE_ROOM = 512 + 4 * THREADX_NAME_SHOWN + THREADX_ROOM,
};

struct threadx {
	struct out *out;
	trace_id_t trid;
	uint64_t previous;		/* ticks of the line before */
	size_t event_width;
	size_t context_width;
	enum data_form data;
	bool has_cores;
	bool color;
};

static char *put_right_number(char *p, uint64_t number, size_t width)
{
	char digits[24];

	return put_right(p, digits, put_unsigned(digits, number), width);
}

static char *put_name(char *p, const char *name)
{
	size_t len = strlen(name);

	return escape_text(p, name, len < THREADX_NAME_SHOWN ? len :
			   THREADX_NAME_SHOWN);
}

static char *put_thread(char *p, const struct posixtrace_context *context)
{
	if (*context->name)
		return put_name(p, context->name);
	return put_address(p, context->thread);
}

static char *put_context(char *p, const struct posixtrace_context *context)
{
	switch (context->kind) {
	case POSIXTRACE_CONTEXT_INTERRUPT:
		p = put_string(p, "interrupt");
		if (!context->thread)
			return p;
		*p++ = '(';
		p = put_thread(p, context);
		*p++ = ')';
		return p;
	case POSIXTRACE_CONTEXT_INITIALIZATION:
		return put_string(p, "initialization");
	default:
		return put_thread(p, context);
	}
}

static char *put_priority(char *p, const struct posixtrace_context *context)
{
	char text[48];
	char *end = text;

	if (context->priority >= 0)
		end = put_unsigned(end, (unsigned)context->priority);
	/* As TraceX prints them. */
	if (context->threshold >= 0) {
		*end++ = '/';
		end = put_unsigned(end, (unsigned)context->threshold);
	}
	return put_right(p, text, end, PRIORITY_WIDTH);
}

char *threadx_put_word(char *p, trace_id_t trid,
		       const struct pxt_threadx_field *field, uint64_t word)
{
	struct posixtrace_object object;
	char text[32];

	pxt_threadx_show(text, sizeof(text), field->kind, word);
	p = put_string(p, text);
	if (!threadx_object(trid, field, word, &object))
		return p;
	*p++ = '(';
	p = put_name(p, object.name);
	*p++ = ')';
	return p;
}

char *threadx_put(char *p, trace_id_t trid,
		  const struct trace_event *event,
		  const struct posixtrace_context *context)
{
	uint64_t words[PXT_THREADX_WORDS];
	unsigned n = threadx_words(event, words);
	struct pxt_threadx_field field;
	const char *start = p;

	for (unsigned i = 0; i < n; i++) {
		if (!threadx_field(context, i, &field))
			continue;
		if (p != start)
			*p++ = ' ';
		p = put_string(p, field.name);
		*p++ = '=';
		p = threadx_put_word(p, trid, &field, words[i]);
	}
	return p;
}

/* Ticks and delta. */
static char *put_times(struct threadx *threadx, char *p, uint64_t ticks)
{
	char delta[32];
	char *end = delta;

	*end++ = '+';
	end = put_unsigned(end, ticks - threadx->previous);
	threadx->previous = ticks;
	p = put_right_number(p, ticks, TICKS_WIDTH);
	return put_right(p, delta, end, DELTA_WIDTH);
}

/* In a dump a tick is a nanosecond, and they always fit. */
static uint64_t ticks_of(const struct timespec *time)
{
	int64_t ns;

	ns_since_epoch(time, &ns);
	return (uint64_t)ns;
}

static bool threadx_event(void *state, const struct trace_event *event)
{
	struct threadx *threadx = state;
	const struct type *type = event->type;
	struct posixtrace_context context;
	char *p = out_room(threadx->out, LINE_ROOM + sizeof(type->text));
	bool is_made = posixtrace_get_context(threadx->trid, &context) != 0;
	const char *start;

	p = put_times(threadx, p, ticks_of(&event->info.posix_timestamp));
	if (is_made)
		context = (struct posixtrace_context){
			.priority = -1, .threshold = -1,
		};
	if (threadx->has_cores)
		p = put_right_number(p, (uint64_t)context.core, CORE_WIDTH);
	*p++ = ' ';
	p = put_priority(p, &context);
	p = put_string(p, "  ");
	start = p;
	if (!is_made)
		p = put_context(p, &context);
	p = put_padding(p, start, threadx->context_width + 2);
	start = p;
	p = put_bytes(p, type->text, type->text_len);
	if (event->len && !is_made) {
		char *data = put_padding(p, start, threadx->event_width + 1);
		char *end = threadx->data == DATA_HEX ?
			put_hex(data, event->data, event->len) :
			threadx_put(data, threadx->trid, event, &context);

		if (end != data)
			p = end;
	}
	*p++ = '\n';
	out_done(threadx->out, p);
	return out_is_fine(threadx->out);
}

static bool put_loss(struct threadx *threadx, uint64_t events,
		     const char *where)
{
	char *p = put_red(out_room(threadx->out, LINE_ROOM), threadx->color);

	p = put_right_number(p, threadx->previous, TICKS_WIDTH);
	p = put_lost(put_string(p, "  "), events, where);
	p = put_plain(p, threadx->color);
	*p++ = '\n';
	out_done(threadx->out, p);
	return out_is_fine(threadx->out);
}

static bool threadx_loss(void *state, const struct trace_event *event,
		     const struct posixtrace_loss *loss)
{
	(void)event;
	return put_loss(state, loss->events, "cut off with the end of the file");
}

static bool threadx_rest(void *state, uint64_t events, bool after_last)
{
	(void)after_last;
	return put_loss(state, events,
			"the newest, cut off with the end of the file");
}

/* The width of the widest context, limited. */
static size_t context_width(trace_id_t trid)
{
	size_t width = sizeof("initialization") - 1;
	struct posixtrace_object object;

	for (size_t i = 0; posixtrace_get_object(trid, i, &object) == 0; i++) {
		size_t len = strlen(object.name);

		if (object.type == POSIXTRACE_OBJECT_THREAD && len > width)
			width = len;
	}
	return width < CONTEXT_WIDTH_MAX ? width : CONTEXT_WIDTH_MAX;
}

static void put_header(struct threadx *threadx,
		       const struct format_options *options,
		       const struct posixtrace_dump *dump)
{
	char *p = out_room(threadx->out, LINE_ROOM + 4 * strlen(options->log));
	const char *start;

	p = put_string(p, "# ");
	p = escape_text(p, options->log, strlen(options->log));
	p = put_string(p, "  ThreadX dump, ");
	p = put_string(p, dump->is_big_endian ? "big" : "little");
	p = put_string(p, " endian, ULONG of ");
	p = put_unsigned(p, dump->ulong_size);
	p = put_string(p, " bytes, timer mask ");
	p = put_address(p, dump->timer_mask);
	*p++ = '\n';
	p = put_heading(p, "TICKS", TICKS_WIDTH);
	p = put_heading(p, "DELTA", DELTA_WIDTH);
	if (threadx->has_cores)
		p = put_heading(p, "CORE", CORE_WIDTH);
	*p++ = ' ';
	p = put_heading(p, "PRIO", PRIORITY_WIDTH);
	p = put_string(p, "  ");
	start = p;
	p = put_string(p, "CONTEXT");
	p = put_padding(p, start, threadx->context_width + 2);
	start = p;
	p = put_string(p, "EVENT");
	p = put_padding(p, start, threadx->event_width + 1);
	p = put_string(p, "DATA\n");
	out_done(threadx->out, p);
}

static void *threadx_create(const struct format_options *options,
			    const struct timespec *origin)
{
	struct threadx *threadx = calloc(1, sizeof(*threadx));
	struct posixtrace_dump dump = { 0 };

	if (!threadx)
		return NULL;
	posixtrace_get_dump(options->trid, &dump);
	threadx->out = options->out;
	threadx->trid = options->trid;
	threadx->previous = ticks_of(origin);
	threadx->event_width = column_width(options->event_width,
					    EVENT_WIDTH_MIN, EVENT_WIDTH_MAX);
	threadx->context_width = context_width(options->trid);
	threadx->data = options->data;
	threadx->has_cores = dump.has_cores;
	threadx->color = options->color;
	if (options->header)
		put_header(threadx, options, &dump);
	return threadx;
}

const struct format format_threadx = {
	.create = threadx_create,
	.sink = {
		.shows_overflow = true,
		.event = threadx_event,
		.loss = threadx_loss,
		.rest = threadx_rest,
		.destroy = free,
	},
};
