/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Cells of comma-separated values, as RFC 4180 has them. */
#ifndef POSIXTRACE_TOOLS_COMMON_CSV_H
#define POSIXTRACE_TOOLS_COMMON_CSV_H

#include <stddef.h>

/*
 * Write text as a cell, in quotes if it has to be, and return its end; at most
 * 4 * len + 3 bytes.  Control and format characters are escaped, so that a line
 * is a line; what a spreadsheet would take for a formula begins with an
 * apostrophe.
 */
char *csv_put_cell(char *p, const char *text, size_t len);

#endif
