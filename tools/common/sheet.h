/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The results of a command, as text or as one JSON object: groups of named
 * values, and tables.  The names are the same in both; in text they are before
 * the values and above the columns.
 *
 * The calls are made in the order of the output.  Text may contain any bytes.
 * If there is no memory the program ends.
 */
#ifndef POSIXTRACE_TOOLS_COMMON_SHEET_H
#define POSIXTRACE_TOOLS_COMMON_SHEET_H

#include <stdbool.h>
#include <stdint.h>

struct sheet;

struct sheet *sheet_new(bool json);
bool sheet_is_json(const struct sheet *sheet);
/* Finish and free; the output goes to stdout. */
void sheet_end(struct sheet *sheet);

/* A group of values; in JSON a member with an object. */
void sheet_group(struct sheet *sheet, const char *name);
void sheet_group_end(struct sheet *sheet);

/* Values, in a group or on the outermost level. */
void sheet_text(struct sheet *sheet, const char *name, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void sheet_number(struct sheet *sheet, const char *name, uint64_t value);
void sheet_signed(struct sheet *sheet, const char *name, int64_t value);
void sheet_bool(struct sheet *sheet, const char *name, bool value);
/* With so many decimals; in JSON a number, too, and absent if it is not finite. */
void sheet_decimal(struct sheet *sheet, const char *name, double value,
		   int places);
/* An address or mask: 0x... */
void sheet_hex(struct sheet *sheet, const char *name, uint64_t value);

/*
 * A table; in JSON a member with an array of objects.  A column whose name
 * begins with '>' is aligned to the right.  Each row is sheet_row() and then
 * its cells from left to right; cells that are missing are empty.
 */
void sheet_table(struct sheet *sheet, const char *name,
		 const char *const *columns, unsigned n);
void sheet_row(struct sheet *sheet);
void sheet_cell_text(struct sheet *sheet, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void sheet_cell_number(struct sheet *sheet, uint64_t value);
void sheet_cell_signed(struct sheet *sheet, int64_t value);
void sheet_cell_decimal(struct sheet *sheet, double value, int places);
/* The same with a sign in text, also of what is above 0. */
void sheet_cell_change(struct sheet *sheet, double value, int places);
void sheet_cell_hex(struct sheet *sheet, uint64_t value);
void sheet_cell_none(struct sheet *sheet);
void sheet_table_end(struct sheet *sheet);

#endif
