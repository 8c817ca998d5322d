/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Values of the statements' parameters; see parameters.h. */
#include "query/parameters.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "query/place.h"

/* Is this the value of that parameter? */
static bool is_for(const char *given, sqlite3_stmt *statement, int index)
{
	const char *name = sqlite3_bind_parameter_name(statement, index);
	char number[16];
	size_t len;

	snprintf(number, sizeof(number), "%d", index);
	/* Without the character in front. */
	name = name ? name + 1 : number;
	len = strlen(name);
	return strncmp(given, name, len) == 0 && given[len] == '=';
}

bool parameters_have(const struct parameters *parameters, const char *given)
{
	size_t len = strcspn(given, "=");

	for (size_t i = 0; i < parameters->n; i++)
		if (strncmp(parameters->given[i], given, len + 1) == 0)
			return true;
	return false;
}

const char *parameters_value(const struct parameters *parameters,
			     sqlite3_stmt *statement, int index)
{
	for (size_t i = 0; i < parameters->n; i++)
		if (is_for(parameters->given[i], statement, index))
			return strchr(parameters->given[i], '=') + 1;
	return NULL;
}

/*
 * A value that is a number as a whole is bound as a number, else as text.  So is
 * an integer that SQLite has no exact number for, as in the tables.
 */
int parameters_bind(sqlite3_stmt *statement, int index, const char *value)
{
	long long integer;
	bool is_integer;
	double real;
	char *end;

	errno = 0;
	integer = strtoll(value, &end, 10);
	is_integer = *value && !*end && !isspace((unsigned char)*value);
	if (is_integer && !errno)
		return sqlite3_bind_int64(statement, index, integer);
	real = strtod(value, &end);
	if (!is_integer && *value && !*end && !isspace((unsigned char)*value) &&
	    isfinite(real) && strspn(value, "0123456789.eE+-") == strlen(value))
		return sqlite3_bind_double(statement, index, real);
	return sqlite3_bind_text(statement, index, value, -1, SQLITE_STATIC);
}

/* Is there a parameter for it?  SQLITE_DONE: no; SQLITE_ROW: yes. */
static int look_for(const char *given, sqlite3 *db, const char *sql)
{
	int status = SQLITE_DONE;

	while (*sql && status == SQLITE_DONE) {
		sqlite3_stmt *statement = NULL;
		const char *text = sql;
		int n;

		if (sqlite3_prepare_v2(db, sql, -1, &statement, &sql) !=
		    SQLITE_OK)
			return SQLITE_ERROR;
		n = sqlite3_bind_parameter_count(statement);
		for (int i = 1; i <= n; i++)
			if (is_for(given, statement, i) &&
			    (sqlite3_bind_parameter_name(statement, i) ||
			     place_has_unnamed(text, statement, i)))
				status = SQLITE_ROW;
		sqlite3_finalize(statement);
	}
	return status;
}

const char *parameters_unused(const struct parameters *parameters, sqlite3 *db,
			      const char *sql)
{
	for (size_t i = 0; i < parameters->n; i++)
		if (look_for(parameters->given[i], db, sql) == SQLITE_DONE)
			return parameters->given[i];
	return NULL;
}
