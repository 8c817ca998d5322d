/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The values in the data of the events of one name, as columns: described
 * arguments, the members of a system event, or the words of a ThreadX event.
 *
 * Each trace has types of its own, and so has each id: one name may have other
 * arguments in another trace.  The columns are those of all of them; values of
 * one name share a column.
 */
#ifndef POSIXTRACE_TOOLS_QUERY_FORM_H
#define POSIXTRACE_TOOLS_QUERY_FORM_H

#include <sqlite3.h>

#include "trace/sysdata.h"
#include "trace/threadx.h"

enum {
	FORM_VALUES = ARGUMENTS_MOST,	/* of an event; not less than
					 * SYSDATA_MOST */
	FORM_NO_COLUMN = UINT16_MAX,
};

enum form_kind { FORM_NOTHING, FORM_ARGUMENTS, FORM_MEMBERS, FORM_WORDS };

/* What the data is in some traces. */
struct form_part {
	size_t first, last;		/* the numbers of the traces */
	trace_event_id_t id;		/* of the type there */
	enum form_kind kind;
	const struct pxt_threadx_event *known;	/* the words; NULL: unknown */
	unsigned n;			/* the number of values ... */
	uint16_t column[FORM_VALUES];	/* ... and their columns */
};

struct form_column {
	char *name;			/* in SQL; all are different */
	char *value;			/* what the value is called ... */
	unsigned nth;			/* ... which of those called so, from 0 */
	const char *type;		/* in SQL */
};

struct form {
	char *event;			/* the name of the types, in UTF-8, ... */
	size_t event_len;		/* ... and its length */
	trace_event_id_t id;		/* in the first trace that has one */
	struct form_column *column;
	unsigned n;
	struct form_part *part;
	size_t n_parts;
};

/* NULL: no memory. */
struct form *form_new(const struct type *type);
void form_free(struct form *form);

/*
 * Add the columns of the type that has this name in trace number `trace`; they
 * do not decrease.  `taken` are the names of the common columns, ended by NULL.
 * False: no memory.
 */
bool form_add(struct form *form, size_t trace, const struct type *type,
	      bool is_dump, const char *const *taken);

/* The values of one event; they point into its data. */
struct form_values {
	const struct form_part *part;	/* of the last event; NULL: none */
	uint64_t has;			/* bit i: value i of the part is there */
	struct argument_value value[FORM_VALUES];
	struct sysdata member[FORM_VALUES];
	uint64_t word[FORM_VALUES];
};

/* Take those of an event of trace number `trace`. */
void form_take(const struct form *form, size_t trace,
	       const struct trace_event *event, struct form_values *values);

/*
 * Return a value to SQLite.  `room` has three characters for each byte of data.
 */
void form_result(const struct form_values *values, unsigned column, char *room,
		 sqlite3_context *context);

#endif
