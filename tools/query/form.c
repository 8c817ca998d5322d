/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The columns of the events of one name; see form.h. */
#include "query/form.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static_assert((int)FORM_VALUES <= 64 && (int)SYSDATA_MOST <= (int)FORM_VALUES &&
	      (int)PXT_THREADX_WORDS <= (int)FORM_VALUES,
	      "a bit for each value");

struct form *form_new(const struct type *type)
{
	struct form *form = calloc(1, sizeof(*form));

	if (!form)
		return NULL;
	form->id = type->id;
	form->event = strndup(type->utf8, type->utf8_len);
	form->event_len = type->utf8_len;
	if (form->event)
		return form;
	free(form);
	return NULL;
}

void form_free(struct form *form)
{
	if (!form)
		return;
	for (unsigned i = 0; i < form->n; i++) {
		free(form->column[i].name);
		free(form->column[i].value);
	}
	free(form->column);
	free(form->part);
	free(form->event);
	free(form);
}

static bool is_taken(const struct form *form, const char *const *taken,
		     const char *name)
{
	for (size_t i = 0; taken[i]; i++)
		if (strcasecmp(taken[i], name) == 0)
			return true;
	for (unsigned i = 0; i < form->n; i++)
		if (strcasecmp(form->column[i].name, name) == 0)
			return true;
	return false;
}

/*
 * Names of columns are not case-sensitive in SQL.  A value whose name is already
 * used by another column gets a prefix.
 */
static char *choose_name(const struct form *form, const char *const *taken,
			 const char *value)
{
	char *name = strdup(value);

	for (unsigned i = 1; name && is_taken(form, taken, name); i++) {
		free(name);
		if ((i == 1 ? asprintf(&name, "arg_%s", value)
			    : asprintf(&name, "arg%u_%s", i, value)) < 0)
			name = NULL;
	}
	return name;
}

/* False: no memory. */
static bool add_column(struct form *form, const char *const *taken,
		       const char *value, unsigned nth, const char *type)
{
	/* The array grows by powers of two. */
	bool is_full = (form->n & (form->n - 1)) == 0;
	struct form_column *column = form->column;
	struct form_column made = { .nth = nth, .type = type };

	if (form->n == FORM_NO_COLUMN)
		return false;
	if (is_full)
		column = reallocarray(column, form->n ? 2 * form->n : 1,
				      sizeof(*column));
	if (!column)
		return false;
	form->column = column;
	made.name = choose_name(form, taken, value);
	made.value = strdup(value);
	if (!made.name || !made.value) {
		free(made.name);
		free(made.value);
		return false;
	}
	column[form->n++] = made;
	return true;
}

/*
 * The column of a value is that of the values of its name in other traces.  If
 * they have other types, the column has none, so that SQLite converts nothing.
 * False: no memory.
 */
static bool add(struct form *form, struct form_part *part,
		const char *const *taken, const char *value, const char *type)
{
	unsigned nth = 0, i = 0;

	for (unsigned k = 0; k < part->n; k++)
		nth += part->column[k] != FORM_NO_COLUMN &&
		       strcmp(form->column[part->column[k]].value, value) == 0;
	while (i < form->n && (form->column[i].nth != nth ||
			       strcmp(form->column[i].value, value) != 0))
		i++;
	if (i == form->n && !add_column(form, taken, value, nth, type))
		return false;
	if (strcmp(form->column[i].type, type) != 0)
		form->column[i].type = "";
	part->column[part->n++] = (uint16_t)i;
	return true;
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

static bool add_arguments(struct form *form, struct form_part *part,
			  const struct arguments *arguments,
			  const char *const *taken)
{
	char name[POSIXTRACE_ARGUMENTS_MAX];

	part->kind = FORM_ARGUMENTS;
	for (unsigned i = 0; i < arguments->n; i++) {
		const struct argument *argument = &arguments->argument[i];

		snprintf(name, sizeof(name), "%.*s", argument->name_len,
			 arguments->text + argument->name);
		if (!add(form, part, taken, name,
			 type_of_argument(argument->kind)))
			return false;
	}
	return true;
}

static const char *type_of_member(enum sysdata_kind kind)
{
	switch (kind) {
	case SYSDATA_TEXT:
	case SYSDATA_POINTER:
		return "TEXT";
	case SYSDATA_UNSIGNED:
		return "";		/* as of an argument */
	default:
		return "INTEGER";
	}
}

static bool add_members(struct form *form, struct form_part *part,
			const char *const *taken)
{
	enum sysdata_member members[SYSDATA_MOST];
	size_t n = sysdata_members(part->id, members);

	part->kind = FORM_MEMBERS;
	for (size_t i = 0; i < n; i++)
		if (!add(form, part, taken, sysdata_names[members[i]],
			 type_of_member(sysdata_kind_of(members[i]))))
			return false;
	return true;
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

/* Value i is word i; one without a meaning has no column. */
static bool add_words(struct form *form, struct form_part *part,
		      const char *const *taken)
{
	struct pxt_threadx_field field;

	part->kind = FORM_WORDS;
	part->known = find_threadx(form->event);
	for (unsigned i = 0; i < PXT_THREADX_WORDS; i++) {
		if (!part->known) {
			snprintf(field.name, sizeof(field.name), "info_%u",
				 i + 1);
			field.kind = PXT_THREADX_HEX;
		} else if (!pxt_threadx_field(part->known->words, i, &field)) {
			part->column[part->n++] = FORM_NO_COLUMN;
			continue;
		}
		if (!add(form, part, taken, field.name,
			 field.kind == PXT_THREADX_NUMBER ? "" : "TEXT"))
			return false;
	}
	return true;
}

/* Is it as in the trace before?  Then that part has it, too. */
static bool continues(struct form *form, const struct form_part *part)
{
	struct form_part *last;

	if (form->n_parts == 0)
		return false;
	last = &form->part[form->n_parts - 1];
	if (last->last + 1 != part->first || last->id != part->id ||
	    last->kind != part->kind || last->n != part->n ||
	    memcmp(last->column, part->column,
		   part->n * sizeof(part->column[0])) != 0)
		return false;
	last->last = part->last;
	return true;
}

bool form_add(struct form *form, size_t trace, const struct type *type,
	      bool is_dump, const char *const *taken)
{
	struct form_part made = { .first = trace, .last = trace, .id = type->id };
	struct form_part *part;
	bool is_fine = true;

	if (type->arguments && type->arguments->n)
		is_fine = add_arguments(form, &made, type->arguments, taken);
	else if (!is_dump)
		is_fine = add_members(form, &made, taken);
	else if (type->id >= POSIX_TRACE_UNNAMED_USEREVENT)
		is_fine = add_words(form, &made, taken);
	if (!is_fine || continues(form, &made))
		return is_fine;
	part = reallocarray(form->part, form->n_parts + 1, sizeof(*part));
	if (!part)
		return false;
	part[form->n_parts++] = made;
	form->part = part;
	return true;
}
