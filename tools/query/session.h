/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A database in memory that contains only the tables of the traces.  Statements
 * can only select: they cannot read or write other files, load a library, or
 * change anything.
 */
#ifndef POSIXTRACE_TOOLS_QUERY_SESSION_H
#define POSIXTRACE_TOOLS_QUERY_SESSION_H

#include <sqlite3.h>
#include <stdbool.h>

#include "query/parameters.h"
#include "query/print.h"
#include "query/vtab.h"

struct session {
	const char *const *paths;	/* of the traces */
	struct traces traces;
	struct tables tables;
	struct vtab_source source;
	sqlite3 *db;
	struct printer *printer;
	const struct parameters *parameters;
	unsigned first_line;		/* number of the first line of a text */
	bool goes_on;			/* to the next statement after an error */
	size_t n_run;			/* statements that were run */
	bool is_restricted;		/* statements can only read */
	bool is_outdated;		/* the tables are of earlier traces */
};

/*
 * Open the database for these logs, whose paths stay the caller's.  With `pick`, the tables have only the
 * selected rows, and statements are not restricted, because they come from this
 * program; NULL: all rows, restricted.  False: it failed and an error was
 * reported; there is nothing to close.
 */
bool session_open(struct session *session, const char *const *paths, size_t n,
		  const struct pick *pick, struct traces_symbols symbols);
void session_close(struct session *session);

/*
 * Read what the logs have by now: logs that grow have more events, also of types
 * that get their tables here, and another file may have been copied over one.  The
 * database is another one afterwards.  False: it failed and an error was reported.
 */
bool session_renew(struct session *session);

/*
 * Open the files that have the names of the logs by now.  False: it failed and an error
 * was reported; what there was stays.
 */
bool session_reopen(struct session *session);

/*
 * Run the statements in a text, and print their results.  False: a statement is
 * wrong or failed; an error with its place in the text was reported.  Those
 * behind it are run only if the session goes on, and was not interrupted.
 */
bool session_run(struct session *session, const char *sql);

#endif
