/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Presents tables to SQLite as virtual tables. */
#ifndef POSIXTRACE_TOOLS_QUERY_VTAB_H
#define POSIXTRACE_TOOLS_QUERY_VTAB_H

#include <sqlite3.h>

#include "query/table.h"

/* Both must stay valid as long as the database. */
struct vtab_source {
	struct tables *tables;
	struct traces *traces;
	bool is_declaring;		/* a table tells SQLite its columns */
};

/* Create all tables in the database.  Returns a status of SQLite. */
int vtab_create_all(sqlite3 *db, struct vtab_source *source);

#endif
