/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Prints the result of a statement: in columns, as CSV, or one JSON object per
 * row.
 */
#ifndef POSIXTRACE_TOOLS_QUERY_PRINT_H
#define POSIXTRACE_TOOLS_QUERY_PRINT_H

#include <sqlite3.h>
#include <stdbool.h>

struct printer;

enum printer_form { PRINT_TEXT, PRINT_CSV, PRINT_JSON };

/* Prints to standard output.  NULL: no memory. */
struct printer *printer_new(enum printer_form form, bool has_header);
void printer_free(struct printer *printer);

/* The rows of one statement. */
void printer_begin(struct printer *printer, sqlite3_stmt *statement);
void printer_row(struct printer *printer, sqlite3_stmt *statement);
void printer_end(struct printer *printer);

/*
 * Write what is buffered.  Returns 0, or the errno value of the first write that
 * failed.
 */
int printer_flush(struct printer *printer);
bool printer_is_fine(const struct printer *printer);

#endif
