/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The values in the data of a type of events, as columns: described arguments,
 * the members of a system event, or the words of a ThreadX event.
 */
#ifndef POSIXTRACE_TOOLS_QUERY_FORM_H
#define POSIXTRACE_TOOLS_QUERY_FORM_H

#include <sqlite3.h>

#include "trace/event.h"
#include "trace/sysdata.h"

enum {
	FORM_COLUMNS = ARGUMENTS_MOST,	/* not less than SYSDATA_MOST */
};

struct form {
	char *event;			/* the name of the type, in UTF-8, ... */
	size_t event_len;		/* ... and its length */
	trace_event_id_t id;		/* in the first trace that has this type */
	bool is_dump;			/* a ThreadX event */
	struct arguments arguments;	/* n is 0 if none are described */
	unsigned n;			/* the number of columns, ... */
	char column[FORM_COLUMNS][POSIXTRACE_ARGUMENTS_MAX];	/* ... their
					 * names, all different, ... */
	const char *type[FORM_COLUMNS];	/* ... and their SQL types */
};

/*
 * Make the columns.  `taken` are the names of the common columns, ended by NULL.
 */
void form_make(struct form *form, const struct type *type, bool is_dump,
	       const char *const *taken);

/* The values of one event; they point into its data. */
struct form_values {
	uint64_t has;			/* bit i: column i has a value */
	struct argument_value value[FORM_COLUMNS];
	struct sysdata member[FORM_COLUMNS];
	uint64_t word[FORM_COLUMNS];
};

void form_take(const struct form *form, const struct trace_event *event,
	       struct form_values *values);

/*
 * Return a value to SQLite.  `room` has three characters for each byte of data.
 */
void form_result(const struct form *form, const struct form_values *values,
		 unsigned column, char *room, sqlite3_context *context);

#endif
