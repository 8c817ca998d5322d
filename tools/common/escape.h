/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Escapes bytes of unknown origin for terminals and for JSON. */
#ifndef POSIXTRACE_TOOLS_COMMON_ESCAPE_H
#define POSIXTRACE_TOOLS_COMMON_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * Is it text in UTF-8, the encoding of the locale: printable or white space,
 * with at most one NUL at its end?
 */
bool escape_is_text(const void *data, size_t len);

/*
 * The length of the control or format character at `data`: invisible ones, and
 * those that control a terminal or the direction of text.  0: it is another
 * character.
 */
size_t escape_hidden(const void *data, size_t len);

/* One such byte, as \\n or \\xNN: at most 4; returns their end. */
char *escape_byte(char *p, unsigned char c);

/*
 * Write the bytes with \n, \t, \\, \" and \xNN for everything that is not
 * printable.  At most 4 * len bytes; returns their end.
 */
char *escape_text(char *p, const void *data, size_t len);

/*
 * Write a string as UTF-8, with U+FFFD for invalid bytes.  At most 3 * len
 * bytes; returns their end.
 */
char *escape_utf8(char *p, const char *string, size_t len);

/* The maximum number of bytes that a byte of JSON can become. */
enum { ESCAPE_JSON_MOST = 6 };

/*
 * Copy JSON text in UTF-8, or a part of whole characters, with \uXXXX for DEL
 * and for what escape_hidden() finds beyond ASCII.  Its meaning does not
 * change.  At most ESCAPE_JSON_MOST * len bytes; returns their end.
 */
char *escape_json(char *p, const void *json, size_t len);

/* The same to a file; its error flag shows failures. */
void escape_json_to(FILE *file, const void *json, size_t len);

#endif
