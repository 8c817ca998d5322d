/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Values of the statements' parameters.  ":name", "@name" and "$name" have the
 * value of "name", and "?1" that of "1", as the first "?" has.
 */
#ifndef POSIXTRACE_TOOLS_QUERY_PARAMETERS_H
#define POSIXTRACE_TOOLS_QUERY_PARAMETERS_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

/* As given: "name=value". */
struct parameters {
	const char **given;
	size_t n;
};

/* Is there a value for the name in "name=value"? */
bool parameters_have(const struct parameters *parameters, const char *given);

/* The value of the parameter with this index in the statement; NULL: none. */
const char *parameters_value(const struct parameters *parameters,
			     sqlite3_stmt *statement, int index);

/* Bind a value; the result of SQLite.  It stays the caller's. */
int parameters_bind(sqlite3_stmt *statement, int index, const char *value);

/*
 * What was given and no statement in the text has a parameter for; NULL: there is
 * nothing, or a statement is wrong, which running it reports.
 */
const char *parameters_unused(const struct parameters *parameters, sqlite3 *db,
			      const char *sql);

#endif
