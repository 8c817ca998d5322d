/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The values of an event, for the columns of its name; see form.h. */
#include "query/form.h"

#include <string.h>

#include "query/result.h"

static bool is_of(const struct form_part *part, size_t trace,
		  trace_event_id_t id)
{
	return part->first <= trace && trace <= part->last && part->id == id;
}

/* NULL: a type that the trace did not have when it was opened. */
static const struct form_part *find_part(const struct form *form, size_t trace,
					 trace_event_id_t id)
{
	for (size_t i = 0; i < form->n_parts; i++)
		if (is_of(&form->part[i], trace, id))
			return &form->part[i];
	return NULL;
}

/* Bits for the first ones. */
static uint64_t first_values(size_t n)
{
	return n ? UINT64_MAX >> (64 - n) : 0;
}

static unsigned take_arguments(const struct trace_event *event,
			       struct form_values *values)
{
	const struct arguments *arguments = event->type->arguments;
	bool is_cut = event->info.posix_truncation_status !=
		      POSIX_TRACE_NOT_TRUNCATED;
	const void *data = event->data;
	size_t len = event->len;
	unsigned n = 0;

	if (!arguments || !arguments_fit(arguments, data, len, is_cut))
		return 0;
	while (n < values->part->n &&
	       arguments_next(arguments, n, &data, &len, &values->value[n]))
		n++;
	return n;
}

void form_take(const struct form *form, size_t trace,
	       const struct trace_event *event, struct form_values *values)
{
	trace_event_id_t id = event->info.posix_event_id;
	size_t n = 0;

	if (!values->part || !is_of(values->part, trace, id))
		values->part = find_part(form, trace, id);
	values->has = 0;
	if (!values->part)
		return;
	switch (values->part->kind) {
	case FORM_ARGUMENTS:
		n = take_arguments(event, values);
		break;
	case FORM_MEMBERS:
		n = sysdata_take(id, event->data, event->len, values->member);
		break;
	case FORM_WORDS:
		n = threadx_words(event, values->word);
		break;
	case FORM_NOTHING:
		break;
	}
	if (n > values->part->n)
		n = values->part->n;
	values->has = first_values(n);
}

static void word_result(const struct form_part *part, unsigned i, uint64_t word,
			sqlite3_context *context)
{
	struct pxt_threadx_field field = { .kind = PXT_THREADX_HEX };
	char text[32];

	if (part->known && !pxt_threadx_field(part->known->words, i, &field))
		return;
	if (field.kind == PXT_THREADX_NUMBER) {
		result_unsigned(context, word);
		return;
	}
	pxt_threadx_show(text, sizeof(text), field.kind, word);
	sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
}

static void member_result(const struct sysdata *member, char *room,
			  sqlite3_context *context)
{
	switch (member->kind) {
	case SYSDATA_SIGNED:
		sqlite3_result_int64(context, (sqlite3_int64)member->number);
		return;
	case SYSDATA_POINTER:
		result_address(context, member->number);
		return;
	case SYSDATA_TEXT:
		result_bytes(context, room, member->bytes, member->len);
		return;
	default:
		result_unsigned(context, member->number);
	}
}

static void argument_result(const struct argument_value *value, char *room,
			    sqlite3_context *context)
{
	char character = (char)value->number;

	switch (value->kind) {
	case POSIXTRACE_KIND_STRING:
		result_bytes(context, room, value->bytes, value->len);
		return;
	case POSIXTRACE_KIND_MEMORY:
		sqlite3_result_blob(context, value->bytes, (int)value->len,
				    SQLITE_TRANSIENT);
		return;
	case POSIXTRACE_KIND_CHAR:
		result_bytes(context, room, &character, 1);
		return;
	case POSIXTRACE_KIND_POINTER:
		result_address(context, value->number);
		return;
	case POSIXTRACE_KIND_F32:
	case POSIXTRACE_KIND_F64:
		sqlite3_result_double(context, value->floating);
		return;
	case POSIXTRACE_KIND_BOOL:
		sqlite3_result_int(context, value->number != 0);
		return;
	}
	if ((value->kind & ~15u) == (POSIXTRACE_KIND_I8 & ~15u))
		sqlite3_result_int64(context, (sqlite3_int64)value->number);
	else
		result_unsigned(context, value->number);
}

/* Usually the column has the same number as the value.  `n`: there is none. */
static unsigned find_value(const struct form_part *part, unsigned column)
{
	unsigned i = 0;

	if (column < part->n && part->column[column] == column)
		return column;
	while (i < part->n && part->column[i] != column)
		i++;
	return i;
}

void form_result(const struct form_values *values, unsigned column, char *room,
		 sqlite3_context *context)
{
	const struct form_part *part = values->part;
	unsigned i = part ? find_value(part, column) : 0;

	if (!part || i == part->n || !(values->has >> i & 1))
		return;
	switch (part->kind) {
	case FORM_ARGUMENTS:
		argument_result(&values->value[i], room, context);
		break;
	case FORM_MEMBERS:
		member_result(&values->member[i], room, context);
		break;
	case FORM_WORDS:
		word_result(part, i, values->word[i], context);
		break;
	case FORM_NOTHING:
		break;
	}
}
