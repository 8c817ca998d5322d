/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Conversions of values to those of SQLite. */
#ifndef POSIXTRACE_TOOLS_QUERY_RESULT_H
#define POSIXTRACE_TOOLS_QUERY_RESULT_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/escape.h"
#include "common/out.h"

/* Integers of SQLite are signed; a larger number becomes text. */
static inline void result_unsigned(sqlite3_context *context, uint64_t number)
{
	char text[24];

	if (number <= INT64_MAX)
		sqlite3_result_int64(context, (sqlite3_int64)number);
	else
		sqlite3_result_text(context, text,
				    (int)(put_unsigned(text, number) - text),
				    SQLITE_TRANSIENT);
}

static inline void result_address(sqlite3_context *context, uint64_t address)
{
	char text[24];

	sqlite3_result_text(context, text,
			    (int)(put_address(text, address) - text),
			    SQLITE_TRANSIENT);
}

/*
 * A string of any bytes, with invalid UTF-8 escaped as in JSON.  `room` has
 * three characters for each byte.
 */
static inline void result_bytes(sqlite3_context *context, char *room,
				const char *bytes, size_t len)
{
	char *end = escape_utf8(room, bytes, len);

	sqlite3_result_text(context, room, (int)(end - room),
			    SQLITE_TRANSIENT);
}

#endif
