/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The tables of a session: each has a name, columns, and a kind, which makes
 * its rows. vtab.c presents them to SQLite.
 */
#ifndef POSIXTRACE_TOOLS_QUERY_TABLE_H
#define POSIXTRACE_TOOLS_QUERY_TABLE_H

#include <sqlite3.h>

#include "query/form.h"
#include "query/rows.h"

struct table;

/* The order of the rows. */
enum table_how {
	HOW_BY_TIME,		/* by time, or as the kind makes them */
	HOW_BY_EVENT,		/* grouped by the name of the type, or ... */
	HOW_BY_ID,		/* ... by its id; only name and id are read */
};

/* Makes the rows of tables.  A `state` is one pass over the rows. */
struct table_kind {
	/*
	 * Columns by which rows can be selected; -1: the kind has no such
	 * column.
	 */
	int time, pid, tid, id, event;
	bool is_by_time;		/* rows come in the order of `time` */
	bool has_groups;		/* rows can come grouped by type */
	double rows;			/* an estimate of their number */
	/* How many events are read for any of them, from the first one up to the
	 * wanted time; 0: only those of the rows. */
	double reads;
	void *(*open)(const struct table *table, struct traces *traces);
	void (*close)(void *state);
	/*
	 * Go to the first row, and to the next one.  False at the end or after a
	 * failure.
	 */
	bool (*begin)(void *state, struct wanted *wanted, enum table_how how);
	bool (*next)(void *state);
	bool (*has_failed)(const void *state);
	void (*column)(void *state, sqlite3_context *context, int column);
	/*
	 * The number of the current row, which is the same in all passes: SQLite
	 * recognises by it the rows that it has had, for example where one of
	 * several conditions has to hold.  NULL: each pass has all rows, in one
	 * order.
	 */
	bool (*number)(void *state, int64_t *number);
};

struct table {
	char *name;
	char *columns;			/* "time_ns INTEGER, ..." */
	const struct table_kind *kind;
	struct form *form;		/* of the events of one name, else NULL */
	const struct tables *tables;	/* all tables, including this one */
};

struct tables {
	struct table *table;
	size_t n;
};

/*
 * Make all tables of these traces, including those of each type.  False: no
 * memory.
 */
bool tables_make(struct tables *tables, const struct traces *traces);
void tables_free(struct tables *tables);

/* The name of the table for a type with this name in UTF-8; NULL: none. */
const char *tables_of_type(const struct tables *tables, const char *utf8,
			   size_t len);

extern const struct table_kind kind_events;
extern const struct table_kind kind_type;
extern const struct table_kind kind_slices;
extern const struct table_kind kind_losses;
extern const struct table_kind kind_threads;
extern const struct table_kind kind_processes;
extern const struct table_kind kind_types;
extern const struct table_kind kind_attributes;
extern const struct table_kind kind_clocks;

#endif
