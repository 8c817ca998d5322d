/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What an event says besides its name; see fields.h. */
#include "view/fields.h"

#include "arguments.h"
#include "escape.h"
#include "format-threadx.h"
#include "sysdata.h"

enum {
	NAME_SHOWN = 64,		/* bytes of the name of an object */
	/* For the words of ThreadX and what it says of the thread. */
	THREADX_ROOM = 512 + 6 * (4 * NAME_SHOWN + 64),
};

size_t fields_room(size_t len)
{
	return SYSDATA_ROOM + ARGUMENTS_ROOM + THREADX_ROOM + 4 * len;
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

static char *put_object(char *p, const char *name)
{
	return escape_text(p, name, strnlen(name, NAME_SHOWN));
}

static char *put_words(char *p, const struct format_event *event,
		       const struct pxt_dump *dump,
		       const struct posixtrace_context *context)
{
	uint64_t words[PXT_THREADX_WORDS];
	unsigned n = threadx_words(event, words);
	struct pxt_threadx_field field;
	char text[32];

	for (unsigned i = 0; i < n; i++) {
		const struct pxt_dump_object *object;

		if (!threadx_field(context, i, &field))
			continue;
		pxt_threadx_show(text, sizeof(text), field.kind, words[i]);
		p = put_string(put_named(p, FIELD_VALUE, field.name), text);
		object = threadx_object(dump, &field, words[i]);
		if (!object)
			continue;
		*p++ = '(';
		p = put_object(p, object->name);
		*p++ = ')';
	}
	return p;
}

/* Who recorded it, besides what its lane says. */
static char *put_context(char *p, const struct posixtrace_context *context)
{
	if (context->kind == POSIXTRACE_CONTEXT_INTERRUPT && *context->name)
		p = put_object(put_named(p, FIELD_CONTEXT, "interrupted"),
			       context->name);
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

static char *put_system(char *p, const struct format_event *event)
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

char *fields_put(char *p, const struct format_event *event,
		 struct pxt_dump *dump,
		 const struct posixtrace_context *context)
{
	const struct arguments *arguments = event->type->arguments;
	char *end = NULL;

	if (context)
		return put_context(put_words(p, event, dump, context), context);
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
