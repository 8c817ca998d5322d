/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The data of a type of events as columns; see form.h. */
#include "query/form.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "common/escape.h"
#include "common/out.h"
#include "query/result.h"
#include "trace/threadx.h"

static_assert((int)FORM_COLUMNS <= 64 && (int)SYSDATA_MOST <= (int)FORM_COLUMNS,
	      "a bit for each column");

static bool is_taken(const struct form *form, const char *const *taken,
		     const char *name)
{
	for (size_t i = 0; taken[i]; i++)
		if (strcasecmp(taken[i], name) == 0)
			return true;
	for (unsigned i = 0; i < form->n; i++)
		if (strcasecmp(form->column[i], name) == 0)
			return true;
	return false;
}

/*
 * Names of columns are not case-sensitive in SQL.  An argument whose name is
 * already used by another column gets a prefix.
 */
static void add(struct form *form, const char *const *taken, const char *name,
		size_t len, const char *type)
{
	char *column = form->column[form->n];
	int width = (int)len;

	snprintf(column, sizeof(form->column[0]), "%.*s", width, name);
	if (is_taken(form, taken, column))
		snprintf(column, sizeof(form->column[0]), "arg_%.*s", width,
			 name);
	for (unsigned i = 2; is_taken(form, taken, column); i++)
		snprintf(column, sizeof(form->column[0]), "arg%u_%.*s", i,
			 width, name);
	form->type[form->n++] = type;
}

static const char *type_of_argument(uint32_t kind)
{
	switch (kind) {
	case POSIXTRACE_KIND_STRING:
	case POSIXTRACE_KIND_CHAR:
	case POSIXTRACE_KIND_POINTER:
		return "TEXT";
	case POSIXTRACE_KIND_MEMORY:
		return "BLOB";
	case POSIXTRACE_KIND_F32:
	case POSIXTRACE_KIND_F64:
		return "REAL";
	case POSIXTRACE_KIND_U64:
	case POSIXTRACE_KIND_X64:
		/* SQLite would make an inexact number of large ones, which are
		 * text, in a column that has a type. */
		return "";
	default:
		return "INTEGER";
	}
}

static void add_arguments(struct form *form, const char *const *taken)
{
	const struct arguments *arguments = &form->arguments;

	for (unsigned i = 0; i < arguments->n; i++) {
		const struct argument *argument = &arguments->argument[i];

		add(form, taken, arguments->text + argument->name,
		    argument->name_len, type_of_argument(argument->kind));
	}
}

static void add_members(struct form *form, const char *const *taken)
{
	enum sysdata_member members[SYSDATA_MOST];
	size_t n = sysdata_members(form->id, members);

	for (size_t i = 0; i < n; i++) {
		const char *name = sysdata_names[members[i]];
		enum sysdata_kind kind = sysdata_kind_of(members[i]);

		add(form, taken, name, strlen(name),
		    kind == SYSDATA_TEXT || kind == SYSDATA_POINTER ?
		    "TEXT" : "INTEGER");
	}
}

/* The description of a ThreadX event; NULL for a type of the application. */
static const struct pxt_threadx_event *find_threadx(const char *name)
{
	const struct {
		const struct pxt_threadx_event *events;
		unsigned n;
	} lists[] = {
		{ pxt_threadx_tx, pxt_n_threadx_tx },
		{ pxt_threadx_fx, pxt_n_threadx_fx },
		{ pxt_threadx_nx, pxt_n_threadx_nx },
		{ pxt_threadx_ux, pxt_n_threadx_ux },
	};

	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
		for (unsigned k = 0; k < lists[i].n; k++)
			if (strcmp(lists[i].events[k].name, name) == 0)
				return &lists[i].events[k];
	return NULL;
}

/* Column i is word i. */
static void add_words(struct form *form, const char *const *taken)
{
	const struct pxt_threadx_event *known = find_threadx(form->event);
	struct pxt_threadx_field field;

	for (unsigned i = 0; i < PXT_THREADX_WORDS; i++) {
		if (!known)
			snprintf(field.name, sizeof(field.name), "info_%u",
				 i + 1);
		else if (!pxt_threadx_field(known->words, i, &field))
			return;
		add(form, taken, field.name, strlen(field.name),
		    known && field.kind == PXT_THREADX_NUMBER ? "INTEGER"
							       : "TEXT");
	}
}

void form_make(struct form *form, const struct type *type, bool is_dump,
	       const char *const *taken)
{
	form->id = type->id;
	form->is_dump = is_dump;
	form->n = 0;
	if (type->arguments)
		form->arguments = *type->arguments;
	if (form->arguments.n)
		add_arguments(form, taken);
	else if (is_dump && type->id >= POSIX_TRACE_UNNAMED_USEREVENT)
		add_words(form, taken);
	else if (!is_dump)
		add_members(form, taken);
}

/*
 * Find the column of an argument by its name.  In another trace a type with the
 * same name may have other arguments.
 */
static bool find_column(const struct form *form,
			const struct argument_value *value, unsigned i,
			unsigned *column)
{
	const struct arguments *arguments = &form->arguments;

	for (unsigned k = 0; k < arguments->n; k++) {
		const struct argument *argument;

		/* Usually the column has the same number as the argument. */
		*column = (i + k) % arguments->n;
		argument = &arguments->argument[*column];
		if (argument->name_len == value->name_len &&
		    memcmp(arguments->text + argument->name, value->name,
			   value->name_len) == 0)
			return true;
	}
	return false;
}

static void take_arguments(const struct form *form,
			   const struct trace_event *event,
			   struct form_values *values)
{
	const struct arguments *arguments = event->type->arguments;
	bool is_cut = event->info.posix_truncation_status !=
		      POSIX_TRACE_NOT_TRUNCATED;
	const void *data = event->data;
	size_t len = event->len;
	struct argument_value value;
	unsigned column;

	if (!arguments || !arguments_fit(arguments, data, len, is_cut))
		return;
	for (unsigned i = 0; arguments_next(arguments, i, &data, &len, &value);
	     i++) {
		if (!find_column(form, &value, i, &column) ||
		    values->has & UINT64_C(1) << column)
			continue;
		values->value[column] = value;
		values->has |= UINT64_C(1) << column;
	}
}

void form_take(const struct form *form, const struct trace_event *event,
	       struct form_values *values)
{
	size_t n;

	values->has = 0;
	if (form->arguments.n) {
		take_arguments(form, event, values);
		return;
	}
	if (form->is_dump)
		n = threadx_words(event, values->word);
	else
		n = sysdata_take(event->info.posix_event_id, event->data,
				 event->len, values->member);
	if (n > form->n)
		n = form->n;
	values->has = n ? UINT64_MAX >> (64 - n) : 0;
}

static void word_result(const struct form *form, unsigned column,
			uint64_t word, sqlite3_context *context)
{
	const struct pxt_threadx_event *known = find_threadx(form->event);
	struct pxt_threadx_field field = { .kind = PXT_THREADX_HEX };
	char text[32];

	if (known && !pxt_threadx_field(known->words, column, &field))
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

void form_result(const struct form *form, const struct form_values *values,
		 unsigned column, char *room, sqlite3_context *context)
{
	if (!(values->has & UINT64_C(1) << column))
		return;
	if (form->arguments.n)
		argument_result(&values->value[column], room, context);
	else if (form->is_dump)
		word_result(form, column, values->word[column], context);
	else
		member_result(&values->member[column], room, context);
}
