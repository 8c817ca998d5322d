/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Text by libsmartcols, JSON by yajl; see sheet.h. */
#include "common/sheet.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libsmartcols.h>
#include <yajl/yajl_gen.h>

#include "common/escape.h"
#include "common/tool.h"

enum { NAME_WIDTH = 20 };

struct sheet {
	yajl_gen gen;			/* NULL: text */
	bool in_group;
	bool begun;			/* something was printed */
	struct libscols_table *table;
	struct libscols_line *line;
	const char *const *columns;
	unsigned n_columns;
	unsigned column;		/* the next cell's */
	bool has_row;
};

static void no_memory(void)
{
	tool_error("out of memory");
	exit(TOOL_FAILURE);
}

static void *check(void *pointer)
{
	if (!pointer)
		no_memory();
	return pointer;
}

static void json_print(void *context, const char *bytes, size_t len)
{
	(void)context;
	/* Errors are checked at the end: tool_close_stdout(). */
	escape_json_to(stdout, bytes, len);
}

struct sheet *sheet_new(bool json)
{
	struct sheet *sheet = check(calloc(1, sizeof(*sheet)));

	if (!json)
		return sheet;
	sheet->gen = check(yajl_gen_alloc(NULL));
	yajl_gen_config(sheet->gen, yajl_gen_beautify, 1);
	yajl_gen_config(sheet->gen, yajl_gen_indent_string, "  ");
	yajl_gen_config(sheet->gen, yajl_gen_print_callback, json_print, NULL);
	yajl_gen_map_open(sheet->gen);
	return sheet;
}

bool sheet_is_json(const struct sheet *sheet)
{
	return sheet->gen;
}

void sheet_end(struct sheet *sheet)
{
	if (sheet->gen) {
		yajl_gen_map_close(sheet->gen);
		yajl_gen_free(sheet->gen);
	}
	free(sheet);
}

/* A string for JSON, and keys. */
static void put_json(struct sheet *sheet, const char *text)
{
	size_t len = strlen(text);
	char *utf8 = check(malloc(3 * len + 1));
	size_t n = (size_t)(escape_utf8(utf8, text, len) - utf8);

	yajl_gen_string(sheet->gen, (const unsigned char *)utf8, n);
	free(utf8);
}

/* "event type" is "event_type" in JSON. */
static void put_key(struct sheet *sheet, const char *name)
{
	char *key = check(strdup(name));

	for (char *c = key; *c; c++) {
		if (*c == ' ' || *c == '-')
			*c = '_';
	}
	put_json(sheet, key);
	free(key);
}

static char *escaped(const char *text)
{
	size_t len = strlen(text);
	char *safe = check(malloc(4 * len + 1));

	*escape_text(safe, text, len) = '\0';
	return safe;
}

static char *print(const char *format, va_list args)
{
	char *text;

	if (vasprintf(&text, format, args) < 0)
		no_memory();
	return text;
}

void sheet_group(struct sheet *sheet, const char *name)
{
	if (sheet->gen) {
		put_key(sheet, name);
		yajl_gen_map_open(sheet->gen);
	} else {
		printf("%s%s\n", sheet->begun ? "\n" : "", name);
	}
	sheet->begun = true;
	sheet->in_group = true;
}

void sheet_group_end(struct sheet *sheet)
{
	if (sheet->gen)
		yajl_gen_map_close(sheet->gen);
	sheet->in_group = false;
}

/* The text form of a value. */
static void print_value(struct sheet *sheet, const char *name, const char *text)
{
	char *safe = escaped(text);

	printf("%s%-*s %s\n", sheet->in_group ? "  " : "", NAME_WIDTH, name,
	       safe);
	sheet->begun = true;
	free(safe);
}

void sheet_text(struct sheet *sheet, const char *name, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = print(format, args);
	va_end(args);
	if (sheet->gen) {
		put_key(sheet, name);
		put_json(sheet, text);
	} else {
		print_value(sheet, name, text);
	}
	free(text);
}

static void put_number(struct sheet *sheet, const char *name,
		       const char *digits)
{
	if (sheet->gen) {
		put_key(sheet, name);
		yajl_gen_number(sheet->gen, digits, strlen(digits));
	} else {
		print_value(sheet, name, digits);
	}
}

void sheet_number(struct sheet *sheet, const char *name, uint64_t value)
{
	char digits[24];

	snprintf(digits, sizeof(digits), "%" PRIu64, value);
	put_number(sheet, name, digits);
}

void sheet_signed(struct sheet *sheet, const char *name, int64_t value)
{
	char digits[24];

	snprintf(digits, sizeof(digits), "%" PRId64, value);
	put_number(sheet, name, digits);
}

/* Digits of any double with some decimals. */
enum { DECIMAL_ROOM = 352 };

void sheet_decimal(struct sheet *sheet, const char *name, double value,
		   int places)
{
	char digits[DECIMAL_ROOM];

	snprintf(digits, sizeof(digits), "%.*f", places, value);
	if (!sheet->gen || isfinite(value))
		put_number(sheet, name, digits);
}

void sheet_bool(struct sheet *sheet, const char *name, bool value)
{
	if (sheet->gen) {
		put_key(sheet, name);
		yajl_gen_bool(sheet->gen, value);
	} else {
		print_value(sheet, name, value ? "yes" : "no");
	}
}

void sheet_hex(struct sheet *sheet, const char *name, uint64_t value)
{
	sheet_text(sheet, name, "0x%" PRIX64, value);
}

static const char *column_name(const char *column)
{
	return column + (*column == '>');
}

/* In text, headings are capitals. */
static void add_column(struct sheet *sheet, const char *column)
{
	char *heading = check(strdup(column_name(column)));

	for (char *c = heading; *c; c++) {
		if (*c >= 'a' && *c <= 'z')
			*c = (char)(*c - 'a' + 'A');
	}
	check(scols_table_new_column(sheet->table, heading, 0,
				     *column == '>' ? SCOLS_FL_RIGHT : 0));
	free(heading);
}

void sheet_table(struct sheet *sheet, const char *name,
		 const char *const *columns, unsigned n)
{
	sheet->columns = columns;
	sheet->n_columns = n;
	sheet->has_row = false;
	if (sheet->gen) {
		put_key(sheet, name);
		yajl_gen_array_open(sheet->gen);
		return;
	}
	printf("%s%s\n", sheet->begun ? "\n" : "", name);
	sheet->begun = true;
	sheet->table = check(scols_new_table());
	/* As wide as necessary, independently of the terminal. */
	scols_table_enable_nowrap(sheet->table, 1);
	scols_table_set_termforce(sheet->table, SCOLS_TERMFORCE_NEVER);
	/* Its escaping would keep characters that change the direction of
	 * text, and escape our escapes again. */
	scols_table_enable_noencoding(sheet->table, 1);
	for (unsigned i = 0; i < n; i++)
		add_column(sheet, columns[i]);
}

static void end_row(struct sheet *sheet)
{
	if (sheet->has_row && sheet->gen)
		yajl_gen_map_close(sheet->gen);
	sheet->has_row = false;
}

void sheet_row(struct sheet *sheet)
{
	end_row(sheet);
	sheet->has_row = true;
	sheet->column = 0;
	if (sheet->gen)
		yajl_gen_map_open(sheet->gen);
	else
		sheet->line = check(scols_table_new_line(sheet->table, NULL));
}

static void set_cell(struct sheet *sheet, const char *text)
{
	char *safe = escaped(text);

	if (scols_line_refer_data(sheet->line, sheet->column++, safe) != 0)
		no_memory();
}

void sheet_cell_text(struct sheet *sheet, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = print(format, args);
	va_end(args);
	if (sheet->gen) {
		put_key(sheet, column_name(sheet->columns[sheet->column++]));
		put_json(sheet, text);
	} else {
		set_cell(sheet, text);
	}
	free(text);
}

static void put_cell(struct sheet *sheet, const char *digits)
{
	if (!sheet->gen) {
		set_cell(sheet, digits);
		return;
	}
	put_key(sheet, column_name(sheet->columns[sheet->column++]));
	yajl_gen_number(sheet->gen, digits, strlen(digits));
}

void sheet_cell_number(struct sheet *sheet, uint64_t value)
{
	char digits[24];

	snprintf(digits, sizeof(digits), "%" PRIu64, value);
	put_cell(sheet, digits);
}

void sheet_cell_signed(struct sheet *sheet, int64_t value)
{
	char digits[24];

	snprintf(digits, sizeof(digits), "%" PRId64, value);
	put_cell(sheet, digits);
}

static void put_decimal(struct sheet *sheet, const char *format, double value,
			int places)
{
	char digits[DECIMAL_ROOM];

	snprintf(digits, sizeof(digits), format, places, value);
	if (sheet->gen && !isfinite(value))
		sheet_cell_none(sheet);
	else
		put_cell(sheet, digits);
}

void sheet_cell_decimal(struct sheet *sheet, double value, int places)
{
	put_decimal(sheet, "%.*f", value, places);
}

void sheet_cell_change(struct sheet *sheet, double value, int places)
{
	put_decimal(sheet, sheet->gen ? "%.*f" : "%+.*f", value, places);
}

void sheet_cell_hex(struct sheet *sheet, uint64_t value)
{
	sheet_cell_text(sheet, "0x%" PRIX64, value);
}

void sheet_cell_none(struct sheet *sheet)
{
	sheet->column++;
}

void sheet_table_end(struct sheet *sheet)
{
	end_row(sheet);
	if (sheet->gen) {
		yajl_gen_array_close(sheet->gen);
		return;
	}
	if (scols_table_get_nlines(sheet->table) == 0)
		puts("none");
	else if (scols_print_table(sheet->table) != 0)
		no_memory();
	scols_unref_table(sheet->table);
	sheet->table = NULL;
}
