/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The arguments of an event type as columns of CSV; see csv-columns.h. */
#include "report/csv-columns.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "common/csv.h"
#include "common/escape.h"
#include "common/out.h"
#include "common/tool.h"

bool csv_columns_find(struct csv_columns *columns, trace_id_t trid,
		      const char *log, const char *name)
{
	struct posixtrace_arguments described;
	char found[TRACE_EVENT_NAME_MAX + 1];
	trace_event_id_t id;
	bool is_there = false;

	/* To the end, so that the list begins again. */
	while (types_next(trid, &id, found))
		if (strcmp(found, name) == 0) {
			columns->id = id;
			is_there = true;
		}
	if (!is_there) {
		tool_error("--columns %s: %s has no such event type; "
			   "'posixtrace stat' lists its types", name, log);
		return false;
	}
	if (posixtrace_get_arguments(trid, columns->id, &described) == 0 &&
	    arguments_parse(&columns->arguments, &described))
		return true;
	tool_error("--columns %s: the events of this type in %s have no "
		   "described arguments; leave out --columns", name, log);
	return false;
}

/* The names of the columns of arguments. */
struct names {
	struct {
		const char *text;
		size_t len;
	} name[ARGUMENTS_MOST];
	unsigned n;
	bool has_symbols;
};

/* Databases ignore case. */
static bool are_same(const char *a, size_t a_len, const char *b, size_t b_len)
{
	return a_len == b_len && strncasecmp(a, b, a_len) == 0;
}

/* Is it a column that every line has, or an earlier argument? */
static bool is_taken(const struct names *names, const char *name, size_t len)
{
	static const char *const all[] = {
		"time", "elapsed", "pid", "tid", "address", "truncated",
		"time_ns", "lost", "symbol", "source",
	};
	const size_t n = sizeof(all) / sizeof(all[0]) -
			 (names->has_symbols ? 0 : 2);

	for (size_t i = 0; i < n; i++)
		if (are_same(all[i], strlen(all[i]), name, len))
			return true;
	for (unsigned i = 0; i < names->n; i++)
		if (are_same(names->name[i].text, names->name[i].len, name,
			     len))
			return true;
	return false;
}

/* The name, behind "arg_", "arg2_" and so on if it is taken, as in the tables of
 * `query`. */
static char *put_name(char *p, struct names *names, const char *name,
		      size_t len)
{
	char *end = put_bytes(p, name, len);

	for (unsigned i = 1; is_taken(names, p, (size_t)(end - p)); i++) {
		end = put_string(p, "arg");
		if (i > 1)
			end = put_unsigned(end, i);
		*end++ = '_';
		end = put_bytes(end, name, len);
	}
	names->name[names->n].text = p;
	names->name[names->n++].len = (size_t)(end - p);
	return end;
}

char *csv_columns_put_names(char *p, const struct csv_columns *columns)
{
	const struct arguments *arguments = &columns->arguments;
	struct names names = { .has_symbols = columns->has_symbols };

	for (unsigned i = 0; i < arguments->n; i++) {
		const struct argument *argument = &arguments->argument[i];

		*p++ = ',';
		p = put_name(p, &names, arguments->text + argument->name,
			     argument->name_len);
	}
	return p;
}

/* A string as a cell: first as UTF-8, behind what that can become. */
static char *put_text(char *p, const char *bytes, size_t len)
{
	char *utf8 = p + 12 * len + 8;

	return csv_put_cell(p, utf8, (size_t)(escape_utf8(utf8, bytes, len) -
					      utf8));
}

static char *put_value(char *p, const struct argument_value *value)
{
	char character = (char)value->number;

	switch (value->kind) {
	case POSIXTRACE_KIND_STRING:
		return put_text(p, value->bytes, value->len);
	case POSIXTRACE_KIND_MEMORY:
		return put_hex(p, value->bytes, value->len);
	case POSIXTRACE_KIND_CHAR:
		return put_text(p, &character, 1);
	case POSIXTRACE_KIND_POINTER:
		return put_address(p, value->number);
	case POSIXTRACE_KIND_F32:
	case POSIXTRACE_KIND_F64:
		return put_floating(p, value->kind, value->floating);
	}
	return (value->kind & ~15u) == (POSIXTRACE_KIND_I8 & ~15u) ?
	       put_signed(p, (int64_t)value->number) :
	       put_unsigned(p, value->number);
}

char *csv_columns_put(char *p, const struct csv_columns *columns,
		      const struct trace_event *event)
{
	const struct arguments *arguments = &columns->arguments;
	bool is_cut = event->info.posix_truncation_status !=
		      POSIX_TRACE_NOT_TRUNCATED;
	const void *data = event->data;
	size_t len = event->len;
	struct argument_value value;
	bool fits = event->type->id == columns->id &&
		    arguments_fit(arguments, data, len, is_cut);

	for (unsigned i = 0; i < arguments->n; i++) {
		*p++ = ',';
		fits = fits && arguments_next(arguments, i, &data, &len,
					      &value);
		if (fits)
			p = put_value(p, &value);
	}
	return p;
}
