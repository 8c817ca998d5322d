/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The values in the data of an event; see values.h. */
#include "clickhouse/values.h"

#include <string.h>

static void add(struct values *values, struct value value)
{
	if (values->n == VALUES_MOST)
		return;
	if (value.group != VALUE_TEXT)
		value.len = 0;
	values->value[values->n++] = value;
	values->n_of[value.group]++;
	values->size += value.name_len + value.len;
}

static enum value_group group_of(uint32_t kind)
{
	switch (kind) {
	case POSIXTRACE_KIND_F32:
	case POSIXTRACE_KIND_F64:
		return VALUE_REAL;
	case POSIXTRACE_KIND_CHAR:
	case POSIXTRACE_KIND_STRING:
	case POSIXTRACE_KIND_MEMORY:
		return VALUE_TEXT;
	}
	return (kind & ~15u) == (POSIXTRACE_KIND_I8 & ~15u) ? VALUE_SIGNED :
							      VALUE_UNSIGNED;
}

static void take_arguments(struct values *values,
			   const struct trace_event *event)
{
	const struct arguments *arguments = event->type->arguments;
	const void *data = event->data;
	size_t len = event->len;
	struct argument_value value;

	for (unsigned i = 0;
	     arguments_next(arguments, i, &data, &len, &value); i++) {
		const bool is_char = value.kind == POSIXTRACE_KIND_CHAR;

		add(values, (struct value){
			.group = group_of(value.kind),
			.name = value.name,
			.name_len = value.name_len,
			.number = value.number,
			.real = value.floating,
			/* It is the byte before what follows. */
			.bytes = is_char ? (const char *)data - 1 : value.bytes,
			.len = is_char ? 1 : value.len,
		});
	}
}

static void take_member(struct values *values, const struct sysdata *member)
{
	const char *name = sysdata_names[member->member];
	struct value value = {
		.group = member->kind == SYSDATA_TEXT ? VALUE_TEXT :
			 member->kind == SYSDATA_SIGNED ? VALUE_SIGNED :
							  VALUE_UNSIGNED,
		.name = name,
		.name_len = strlen(name),
		.number = member->number,
		.bytes = member->bytes,
		.len = member->len,
	};

	add(values, value);
	if (!member->word || member->kind == SYSDATA_TEXT)
		return;
	value.group = VALUE_TEXT;
	value.bytes = member->word;
	value.len = strlen(member->word);
	add(values, value);
}

static void take_words(struct values *values, trace_id_t trid,
		       const struct trace_event *event,
		       const struct posixtrace_context *context)
{
	uint64_t words[PXT_THREADX_WORDS];
	unsigned n = threadx_words(event, words);
	struct pxt_threadx_field field;

	for (unsigned i = 0; i < n; i++) {
		struct value value = { .group = VALUE_UNSIGNED };

		if (!threadx_field(context, i, &field))
			continue;
		value.name = field.name;
		value.name_len = strlen(field.name);
		value.number = words[i];
		add(values, value);
		value.group = VALUE_TEXT;
		if (threadx_object(trid, &field, words[i], &values->object[i])) {
			value.bytes = values->object[i].name;
		} else if (field.kind != PXT_THREADX_NUMBER) {
			pxt_threadx_show(values->shown[i],
					 sizeof(values->shown[i]), field.kind,
					 words[i]);
			value.bytes = values->shown[i];
		} else {
			continue;
		}
		value.len = strlen(value.bytes);
		add(values, value);
	}
}

void values_take(struct values *values, trace_id_t trid, bool is_dump,
		 const struct trace_event *event)
{
	struct sysdata members[SYSDATA_MOST];
	struct posixtrace_context context;
	bool is_cut = event->info.posix_truncation_status !=
		      POSIX_TRACE_NOT_TRUNCATED;
	size_t n;

	values->n = values->size = 0;
	memset(values->n_of, 0, sizeof(values->n_of));
	if (event->type->arguments) {
		if (arguments_fit(event->type->arguments, event->data,
				  event->len, is_cut))
			take_arguments(values, event);
		return;
	}
	if (is_dump) {
		if (event->info.posix_event_id != POSIX_TRACE_OVERFLOW &&
		    posixtrace_get_context(trid, &context) == 0)
			take_words(values, trid, event, &context);
		return;
	}
	n = is_cut ? 0 : sysdata_take(event->info.posix_event_id, event->data,
				      event->len, members);
	for (size_t i = 0; i < n; i++)
		take_member(values, &members[i]);
}
