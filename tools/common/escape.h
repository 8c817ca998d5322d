/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Bytes of unknown origin, made fit for a terminal and for JSON. */
#ifndef POSIXTRACE_TOOLS_COMMON_ESCAPE_H
#define POSIXTRACE_TOOLS_COMMON_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>

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

#endif
