/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Makes the tables of traces.  A table of a type has the type's name, which may
 * be any text.  If that name is used by another table or reserved by SQLite, the
 * table gets another one, which the table `types` shows.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "common/tool.h"
#include "query/events.h"
#include "query/table.h"

static const struct {
	const char *name;
	const char *columns;
	const struct table_kind *kind;
} fixed[] = {
	{ "events", EVENT_COLUMNS, &kind_events },
	{ "slices", "name TEXT, start_ns INTEGER, end_ns INTEGER, "
	  "dur_ns INTEGER, self_ns INTEGER, depth INTEGER, pid INTEGER, "
	  "tid INTEGER, thread TEXT, log TEXT", &kind_slices },
	{ "losses", "time_ns INTEGER, events INTEGER, first_ns INTEGER, "
	  "resume_ns INTEGER, pid INTEGER, log TEXT", &kind_losses },
	{ "threads", "pid INTEGER, tid INTEGER, name TEXT, events INTEGER, "
	  "first_ns INTEGER, last_ns INTEGER, log TEXT", &kind_threads },
	{ "processes", "pid INTEGER, threads INTEGER, events INTEGER, "
	  "first_ns INTEGER, last_ns INTEGER, log TEXT", &kind_processes },
	{ "types", "id INTEGER, event TEXT, \"table\" TEXT, arguments TEXT, "
	  "log TEXT", &kind_types },
	{ "attributes", "name TEXT, value TEXT, log TEXT", &kind_attributes },
	{ "clocks", "real_ns INTEGER, monotonic_ns INTEGER, host TEXT, "
	  "boot_id TEXT, log TEXT", &kind_clocks },
};

enum { N_FIXED = sizeof(fixed) / sizeof(fixed[0]) };

/* Takes name, columns and form, or frees them.  False: no memory. */
static bool add_table(struct tables *tables, const struct table *made)
{
	/* The array grows by powers of two. */
	bool is_full = (tables->n & (tables->n - 1)) == 0;
	struct table *table = tables->table;

	if (is_full)
		table = reallocarray(table, tables->n ? 2 * tables->n : 1,
				     sizeof(*table));
	if (table)
		tables->table = table;
	if (!table || !made->name || (!made->columns && !made->form)) {
		free(made->name);
		free(made->columns);
		form_free(made->form);
		return false;
	}
	table[tables->n] = *made;
	table[tables->n++].tables = tables;
	return true;
}

static bool add_fixed(struct tables *tables, const struct traces *traces)
{
	for (size_t i = 0; i < N_FIXED; i++) {
		bool is_longer = fixed[i].kind == &kind_events;
		struct table made = { .kind = fixed[i].kind };

		if (asprintf(&made.columns, "%s%s%s", fixed[i].columns,
			     is_longer && traces->has_dump ?
			     EVENT_COLUMNS_THREADX : "",
			     is_longer && traces->symbols.are_asked ?
			     EVENT_COLUMNS_SYMBOLS : "") < 0)
			return false;
		made.name = strdup(fixed[i].name);
		if (!add_table(tables, &made))
			return false;
	}
	return true;
}

/* Names that SQLite keeps, and those of its functions that are tables. */
static bool is_sqlites(const char *name)
{
	return strncasecmp(name, "sqlite_", 7) == 0 ||
	       strncasecmp(name, "pragma_", 7) == 0 ||
	       strcasecmp(name, "json_each") == 0 ||
	       strcasecmp(name, "json_tree") == 0;
}

static bool is_taken(const struct tables *tables, const char *name)
{
	for (size_t i = 0; i < tables->n; i++)
		if (strcasecmp(tables->table[i].name, name) == 0)
			return true;
	return *name == '\0' || is_sqlites(name);
}

static char *choose_name(const struct tables *tables, const struct type *type)
{
	char *name = strndup(type->utf8, type->utf8_len);

	for (unsigned i = 0; name && is_taken(tables, name); i++) {
		free(name);
		if (asprintf(&name, i ? "type_%u_%u" : "type_%u", type->id,
			     i) < 0)
			name = NULL;
	}
	return name;
}

/* Names of arguments are identifiers, so they need no escaping. */
static char *list_columns(const struct form *form, bool has_symbols)
{
	static const char begin[] = EVENT_COLUMNS_BEGIN;
	const char *end = has_symbols ?
		", " EVENT_COLUMNS_END EVENT_COLUMNS_SYMBOLS :
		", " EVENT_COLUMNS_END;
	size_t room = sizeof(begin) + strlen(end) + 1, at;
	char *columns;

	for (unsigned i = 0; i < form->n; i++)
		room += strlen(form->column[i].name) + 16;
	columns = malloc(room);
	if (!columns)
		return NULL;
	at = (size_t)snprintf(columns, room, "%s", begin);
	for (unsigned i = 0; i < form->n; i++)
		at += (size_t)snprintf(columns + at, room - at, ", \"%s\" %s",
				       form->column[i].name,
				       form->column[i].type);
	snprintf(columns + at, room - at, "%s", end);
	return columns;
}

static struct table *find_type(const struct tables *tables, const char *utf8,
			       size_t len)
{
	for (size_t i = N_FIXED; i < tables->n; i++) {
		const struct form *form = tables->table[i].form;

		if (form->event_len == len &&
		    memcmp(form->event, utf8, len) == 0)
			return &tables->table[i];
	}
	return NULL;
}

const char *tables_of_type(const struct tables *tables, const char *utf8,
			   size_t len)
{
	const struct table *table = find_type(tables, utf8, len);

	return table ? table->name : NULL;
}

/* Its columns are listed when all types of that name are known. */
static struct table *add_type(struct tables *tables, const struct type *type)
{
	struct table made = {
		.name = choose_name(tables, type), .kind = &kind_type,
		.form = form_new(type),
	};

	return add_table(tables, &made) ? &tables->table[tables->n - 1] : NULL;
}

/* The types of trace number `number`. */
static bool add_types(struct tables *tables, size_t number,
		      struct reader *reader, bool has_symbols)
{
	static const char *const plain[] = EVENT_COLUMNS_OF_TYPE;
	static const char *const longer[] = EVENT_COLUMNS_OF_TYPE_SYMBOLS;
	const char *const *taken = has_symbols ? longer : plain;
	char name[TRACE_EVENT_NAME_MAX + 1];
	trace_event_id_t id;

	while (types_next(reader->log.trid, &id, name)) {
		const struct type *type = types_find(&reader->types, id);
		struct table *table = find_type(tables, type->utf8,
						type->utf8_len);

		if (!table)
			table = add_type(tables, type);
		if (!table || !form_add(table->form, number, type,
					reader->log.is_dump, taken))
			return false;
	}
	return true;
}

static bool add_columns(struct tables *tables, bool has_symbols)
{
	for (size_t i = N_FIXED; i < tables->n; i++) {
		struct table *table = &tables->table[i];

		table->columns = list_columns(table->form, has_symbols);
		if (!table->columns)
			return false;
	}
	return true;
}

bool tables_make(struct tables *tables, const struct traces *traces)
{
	const bool has_symbols = traces->symbols.are_asked;
	bool is_made;

	*tables = (struct tables){ 0 };
	is_made = add_fixed(tables, traces);
	for (size_t i = 0; i < traces->n && is_made; i++)
		is_made = add_types(tables, i, &traces->trace[i].first->reader,
				    has_symbols);
	if (is_made && add_columns(tables, has_symbols))
		return true;
	tool_error("the tables: out of memory");
	tables_free(tables);
	return false;
}

void tables_free(struct tables *tables)
{
	for (size_t i = 0; i < tables->n; i++) {
		struct table *table = &tables->table[i];

		form_free(table->form);
		free(table->name);
		free(table->columns);
	}
	free(tables->table);
}
