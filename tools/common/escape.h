/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Bytes of unknown origin, made fit for a terminal and for JSON. */
#ifndef POSIXTRACE_TOOLS_COMMON_ESCAPE_H
#define POSIXTRACE_TOOLS_COMMON_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * Is it text in UTF-8, which the locale is of: printable, or white space, with
 * at most a NUL at its end?
 */
bool escape_is_text(const void *data, size_t len);

/*
 * Bytes of the control or format character at data: what no one sees, and what
 * steers a terminal or turns a line round.  0: another one is there, or none.
 */
size_t escape_hidden(const void *data, size_t len);

/* One such byte, as \\n or \\xNN: at most 4; returns their end. */
char *escape_byte(char *p, unsigned char c);

/*
 * Write the bytes so that only printable characters come out: \n, \t, \\, \"
 * and \xNN for the others.  At most 4 * len bytes; returns their end.
 */
char *escape_text(char *p, const void *data, size_t len);

/*
 * Write a string as UTF-8 with U+FFFD for every byte that is none.  At most
 * 3 * len bytes; returns their end.
 */
char *escape_utf8(char *p, const char *string, size_t len);

/* What a byte of JSON can become. */
enum { ESCAPE_JSON_MOST = 6 };

/*
 * Copy JSON text in UTF-8, or a part of it that is whole characters, with \uXXXX
 * for what escape_hidden() finds beyond ASCII, and for DEL.  What is read from
 * it stays the same.  At most ESCAPE_JSON_MOST * len bytes; returns their end.
 */
char *escape_json(char *p, const void *json, size_t len);

/* The same to a file, whose error flag tells whether it arrived. */
void escape_json_to(FILE *file, const void *json, size_t len);

#endif
