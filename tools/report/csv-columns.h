/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* CSV of one event type, with a column for each of its arguments. */
#ifndef POSIXTRACE_TOOLS_REPORT_CSV_COLUMNS_H
#define POSIXTRACE_TOOLS_REPORT_CSV_COLUMNS_H

#include "trace/event.h"

/* The event type of --columns. */
struct csv_columns {
	trace_event_id_t id;
	struct arguments arguments;
	bool has_symbols;		/* two more columns */
};

/* Find the type by its name.  False: the trace has none with described
 * arguments, which has been reported. */
bool csv_columns_find(struct csv_columns *columns, trace_id_t trid,
		      const char *log, const char *name);

/* Write ",NAME" for each argument, at most CSV_COLUMNS_HEADING bytes. */
enum { CSV_COLUMNS_HEADING = 8 * POSIXTRACE_ARGUMENTS_MAX };
char *csv_columns_put_names(char *p, const struct csv_columns *columns);

/* Write the values of an event, each after a comma; for an event of another
 * type the cells are empty.  At most 4 * CSV_COLUMNS_HEADING and 16 for each
 * byte of data. */
char *csv_columns_put(char *p, const struct csv_columns *columns,
		      const struct trace_event *event);

#endif
