/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Where in a statement an error is, if SQLite does not tell, and its ends. */
#ifndef POSIXTRACE_TOOLS_QUERY_PLACE_H
#define POSIXTRACE_TOOLS_QUERY_PLACE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Where the message belongs: at a name that it is about, at the end of an
 * incomplete statement, else where the statement begins.
 */
const char *place_of_error(const char *statement, const char *message);

/* A parameter by its name, with the character in front: ":name". */
const char *place_of_parameter(const char *statement, const char *name);

/* Has the prepared text a "?" for this number, or may it have one?  If not, it is
 * below that of a "?3". */
bool place_has_unnamed(const char *text, sqlite3_stmt *statement, int number);

/* Bytes of the byte order mark that editors put in front of a text; 0: it has none. */
size_t place_mark(const char *text);

/* Is there nothing but blanks, comments and semicolons? */
bool place_is_empty(const char *statement);

/* Is this its first word?  Statements without any word in front do not count. */
bool place_begins_with(const char *statement, const char *word);

/* Behind the semicolon of a statement, which may be wrong; or the end of the
 * text. */
const char *place_of_next(const char *statement);

#endif
