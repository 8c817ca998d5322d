/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The contents of an event as text; see fields.h. */
#include "view/fields.h"

#include "common/escape.h"
#include "report/threadx.h"
#include "symbols/text.h"
#include "trace/arguments.h"
#include "trace/sysdata.h"

enum {
	/* For ThreadX's attributes of the thread. */
	CONTEXT_ROOM = 4 * THREADX_NAME_SHOWN + 128,
};

size_t fields_room(const struct trace_event *event)
{
	return SYSDATA_ROOM + ARGUMENTS_ROOM + THREADX_ROOM + CONTEXT_ROOM +
	       4 * event->len + (event->symbol ?
	       symbol_room(event->symbol) + 8 : 0);
}

static char *put_field(char *p, enum field field, const char *name, size_t len)
{
	*p++ = (char)field;
	p = put_bytes(p, name, len);
	*p++ = '=';
	return p;
}

static char *put_named(char *p, enum field field, const char *name)
{
	return put_field(p, field, name, strlen(name));
}

static char *put_words(char *p, const struct trace_event *event,
		       trace_id_t trid,
		       const struct posixtrace_context *context)
{
	uint64_t words[PXT_THREADX_WORDS];
	unsigned n = threadx_words(event, words);
	struct pxt_threadx_field field;

	for (unsigned i = 0; i < n; i++) {
		if (threadx_field(context, i, &field))
			p = threadx_put_word(put_named(p, FIELD_VALUE,
						       field.name),
					     trid, &field, words[i]);
	}
	return p;
}

/* Its context, except what its lane shows. */
static char *put_context(char *p, const struct posixtrace_context *context)
{
	if (context->kind == POSIXTRACE_CONTEXT_INTERRUPT && *context->name)
		p = escape_text(put_named(p, FIELD_CONTEXT, "interrupted"),
				context->name,
				strnlen(context->name, THREADX_NAME_SHOWN));
	if (context->priority >= 0)
		p = put_unsigned(put_named(p, FIELD_CONTEXT, "priority"),
				 (unsigned)context->priority);
	if (context->threshold >= 0)
		p = put_unsigned(put_named(p, FIELD_CONTEXT, "threshold"),
				 (unsigned)context->threshold);
	if (context->core)
		p = put_signed(put_named(p, FIELD_CONTEXT, "core"),
			       context->core);
	return p;
}

static char *put_system(char *p, const struct trace_event *event)
{
	struct sysdata members[SYSDATA_MOST];
	size_t n = sysdata_take(event->info.posix_event_id, event->data,
				event->len, members);

	for (size_t i = 0; i < n; i++) {
		p = put_named(p, FIELD_VALUE, sysdata_names[members[i].member]);
		p = sysdata_put_value(p, &members[i]);
	}
	return n ? p : NULL;
}

static char *put_hex_field(char *p, const void *data, size_t len)
{
	*p++ = FIELD_HEX;
	return put_hex(p, data, len);
}

static char *put_arguments(char *p, const struct arguments *arguments,
			   const void *data, size_t len)
{
	struct argument_value value;
	unsigned i = 0;

	while (arguments_next(arguments, i, &data, &len, &value)) {
		i++;
		p = put_field(p, FIELD_VALUE, value.name, value.name_len);
		p = arguments_put_value(p, &value);
	}
	return len && i == arguments->n ? put_hex_field(p, data, len) : p;
}

static char *put_text_field(char *p, const char *text, size_t len)
{
	bool is_ended = text[len - 1] == '\0';

	*p++ = is_ended ? FIELD_TEXT_ENDED : FIELD_TEXT;
	*p++ = '"';
	p = escape_text(p, text, len - is_ended);
	*p++ = '"';
	return p;
}

/* Where it comes from, like the rest of its context. */
static char *put_place(char *p, const struct symbol *symbol)
{
	return put_symbol(put_named(p, FIELD_CONTEXT, "at"), symbol);
}

static char *put_data(char *p, const struct trace_event *event)
{
	const struct arguments *arguments = event->type->arguments;
	char *end = NULL;

	if (event->len == 0)
		return p;
	if (event->info.posix_event_id < POSIX_TRACE_UNNAMED_USEREVENT)
		end = put_system(p, event);
	if (end)
		return end;
	if (arguments && arguments_fit(arguments, event->data, event->len,
				       event->info.posix_truncation_status !=
				       POSIX_TRACE_NOT_TRUNCATED))
		return put_arguments(p, arguments, event->data, event->len);
	if (escape_is_text(event->data, event->len))
		return put_text_field(p, event->data, event->len);
	return put_hex_field(p, event->data, event->len);
}

char *fields_put(char *p, const struct trace_event *event,
		 trace_id_t trid,
		 const struct posixtrace_context *context)
{
	if (context)
		return put_context(put_words(p, event, trid, context), context);
	p = put_data(p, event);
	return event->symbol ? put_place(p, event->symbol) : p;
}
