/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Prints rows; see print.h.  The widths of text columns are those that the first
 * rows need.  Only these rows are kept in memory, so its size is bounded.
 */
#include "query/print.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "common/csv.h"
#include "common/escape.h"
#include "common/out.h"
#include "common/tool.h"
#include "trace/arguments.h"

enum {
	KEPT_ROWS = 500,
	KEPT_BYTES = 1 << 20,
	WIDTH_MOST = 60,		/* a wider cell shifts the rest of its line */
	NUMBER_ROOM = 40,
};

struct column {
	char *name;			/* unique in JSON */
	size_t width;
	bool is_text;			/* one of the first rows has text here */
};

struct printer {
	struct out out;
	enum printer_form form;
	bool has_header;
	struct column *columns;
	int n;
	/* The first rows: cells, each terminated by NUL. */
	char *kept;
	size_t kept_len, kept_room;
	unsigned kept_rows;
	bool is_passing;		/* the widths are known, rows are printed at once */
	bool is_number;			/* the cell of the last cell_text() */
};

struct printer *printer_new(enum printer_form form, bool has_header)
{
	struct printer *printer = calloc(1, sizeof(*printer));

	if (printer && out_init(&printer->out, STDOUT_FILENO) == 0) {
		printer->form = form;
		printer->has_header = has_header;
		return printer;
	}
	free(printer);
	tool_error("out of memory: a row of the result has more than there is "
		   "room for");
	return NULL;
}

static void forget_columns(struct printer *printer)
{
	for (int i = 0; i < printer->n; i++)
		free(printer->columns[i].name);
	free(printer->columns);
	printer->columns = NULL;
	printer->n = 0;
	printer->kept_len = printer->kept_rows = 0;
	printer->is_passing = false;
}

void printer_free(struct printer *printer)
{
	forget_columns(printer);
	out_fini(&printer->out);
	free(printer->kept);
	free(printer);
}

int printer_flush(struct printer *printer)
{
	out_flush(&printer->out);
	return printer->out.error;
}

bool printer_is_fine(const struct printer *printer)
{
	return out_is_fine(&printer->out);
}

static void *need(void *memory)
{
	if (memory)
		return memory;
	tool_error("out of memory: a row of the result has more than there is "
		   "room for");
	exit(TOOL_FAILURE);
}

/* An upper bound of the length of a cell's text. */
static size_t cell_room(sqlite3_stmt *statement, int i)
{
	return (size_t)sqlite3_column_bytes(statement, i) * 3 + NUMBER_ROOM;
}

/* A cell as UTF-8: a BLOB as hexadecimal digits, NULL as an empty string. */
static char *cell_text(struct printer *printer, char *p,
		       sqlite3_stmt *statement, int i)
{
	int type = sqlite3_column_type(statement, i);
	size_t len;
	char *begin = p;

	printer->is_number = type == SQLITE_INTEGER || type == SQLITE_FLOAT;
	switch (type) {
	case SQLITE_INTEGER:
		return put_signed(p, sqlite3_column_int64(statement, i));
	case SQLITE_FLOAT:
		p = put_floating(p, POSIXTRACE_KIND_F64,
				 sqlite3_column_double(statement, i));
		*p = '\0';
		/* A whole one is no integer. */
		return begin[strspn(begin, "-0123456789")] ? p :
		       put_string(p, ".0");
	case SQLITE_NULL:
		return p;
	case SQLITE_BLOB:
		len = (size_t)sqlite3_column_bytes(statement, i);
		return len ? put_hex(p, sqlite3_column_blob(statement, i), len)
			   : p;
	default:
		len = (size_t)sqlite3_column_bytes(statement, i);
		return escape_utf8(p, (const char *)
				   sqlite3_column_text(statement, i), len);
	}
}

static void put_row_csv(struct printer *printer, sqlite3_stmt *statement)
{
	struct out *out = &printer->out;
	char *p;

	for (int i = 0; i < printer->n; i++) {
		size_t room = cell_room(statement, i);
		char *cell = out_room(out, 6 * room);
		/*
		 * After the longest result that csv_put_cell() can make of it.
		 */
		char *text = cell + 5 * room;
		char *end = cell_text(printer, text, statement, i);

		if (i)
			*cell++ = ',';
		if (printer->is_number)
			cell = put_bytes(cell, text, (size_t)(end - text));
		else
			cell = csv_put_cell(cell, text, (size_t)(end - text));
		/* An empty line would be no row. */
		if (printer->n == 1 && text == end)
			cell = put_string(cell, "\"\"");
		out_done(out, cell);
	}
	p = out_room(out, 1);
	out_done(out, put_string(p, "\n"));
}

/* A string of JSON. */
static char *put_json_string(char *p, const char *text, size_t len)
{
	static const char digits[] = "0123456789abcdef";

	*p++ = '"';
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c == '"' || c == '\\') {
			*p++ = '\\';
			*p++ = (char)c;
		} else if (c < 0x20) {
			p = put_string(p, "\\u00");
			*p++ = digits[c >> 4];
			*p++ = digits[c & 15];
		} else {
			*p++ = (char)c;
		}
	}
	*p++ = '"';
	return p;
}

/* Write text as a JSON string; control characters are escaped. */
static void put_json_text(struct out *out, const char *text, size_t len)
{
	char *raw = need(malloc(6 * len + 3));
	char *end = put_json_string(raw, text, len);
	char *p = out_room(out, ESCAPE_JSON_MOST * (size_t)(end - raw) + 1);

	out_done(out, escape_json(p, raw, (size_t)(end - raw)));
	free(raw);
}

static void put_cell_json(struct printer *printer, sqlite3_stmt *statement,
			  int i)
{
	size_t room = cell_room(statement, i);
	struct out *out = &printer->out;
	bool is_number, is_null = sqlite3_column_type(statement, i) ==
				  SQLITE_NULL;
	char *text = need(malloc(room));
	char *end = cell_text(printer, text, statement, i);

	*end = '\0';
	/* JSON has no infinity and no NaN; they are written as text. */
	is_number = printer->is_number &&
		    (sqlite3_column_type(statement, i) == SQLITE_INTEGER ||
		     isfinite(sqlite3_column_double(statement, i)));
	if (is_null)
		out_done(out, put_string(out_room(out, 8), "null"));
	else if (is_number)
		out_done(out, put_bytes(out_room(out, room), text,
					(size_t)(end - text)));
	else
		put_json_text(out, text, (size_t)(end - text));
	free(text);
}

static void put_row_json(struct printer *printer, sqlite3_stmt *statement)
{
	struct out *out = &printer->out;

	for (int i = 0; i < printer->n; i++) {
		const char *name = printer->columns[i].name;

		out_done(out, put_string(out_room(out, 2), i ? "," : "{"));
		put_json_text(out, name, strlen(name));
		out_done(out, put_string(out_room(out, 2), ":"));
		put_cell_json(printer, statement, i);
	}
	out_done(out, put_string(out_room(out, 4), "}\n"));
}

/* The width of a text on a terminal. */
static size_t width_of(const char *text)
{
	const char *at = text;
	mbstate_t state = { 0 };
	size_t width = 0;
	wchar_t c;

	while (*at) {
		size_t n = mbrtowc(&c, at, MB_CUR_MAX, &state);
		int columns;

		if (n == (size_t)-1 || n == (size_t)-2)
			return width + strlen(at);
		columns = wcwidth(c);
		width += columns > 0 ? (size_t)columns : 0;
		at += n;
	}
	return width;
}

static void put_text_cell(struct printer *printer, int i, const char *text)
{
	const struct column *column = &printer->columns[i];
	size_t len = strlen(text), width = width_of(text);
	size_t blanks = width < column->width ? column->width - width : 0;
	char *p = out_room(&printer->out, len + blanks + 8);
	bool is_last = i + 1 == printer->n;

	if (!column->is_text) {
		memset(p, ' ', blanks);
		p += blanks;
	}
	p = put_bytes(p, text, len);
	if (column->is_text && !is_last) {
		memset(p, ' ', blanks);
		p += blanks;
	}
	/* Remove trailing blanks if the last cells of the line are empty. */
	while (is_last && p > printer->out.buffer && p[-1] == ' ')
		p--;
	out_done(&printer->out, put_string(p, is_last ? "\n" : "  "));
}

/* The widths are known now: print the header and the rows that were kept. */
static void pass_kept(struct printer *printer)
{
	const char *at = printer->kept;

	if (printer->is_passing)
		return;
	printer->is_passing = true;
	if (printer->has_header)
		for (int i = 0; i < printer->n; i++)
			put_text_cell(printer, i, printer->columns[i].name);
	for (unsigned row = 0; row < printer->kept_rows; row++) {
		for (int i = 0; i < printer->n; i++) {
			put_text_cell(printer, i, at);
			at += strlen(at) + 1;
		}
	}
	printer->kept_len = printer->kept_rows = 0;
}

static void keep_cell(struct printer *printer, int i, const char *text)
{
	struct column *column = &printer->columns[i];
	size_t size = strlen(text) + 1, width = width_of(text);

	if (printer->kept_room - printer->kept_len < size) {
		printer->kept_room = 2 * (printer->kept_len + size);
		printer->kept = need(realloc(printer->kept,
					     printer->kept_room));
	}
	memcpy(printer->kept + printer->kept_len, text, size);
	printer->kept_len += size;
	column->is_text |= !printer->is_number && *text;
	if (width > column->width && width <= WIDTH_MOST)
		column->width = width;
}

/* Escape control characters and line breaks, which a terminal would execute. */
static char *put_visible(char *p, const char *text, size_t len)
{
	for (size_t i = 0, n; i < len; i += n) {
		n = escape_hidden(text + i, len - i);
		for (size_t k = 0; k < n; k++)
			p = escape_byte(p, (unsigned char)text[i + k]);
		if (n == 0) {
			*p++ = text[i];
			n = 1;
		}
	}
	return p;
}

static void put_row_text(struct printer *printer, sqlite3_stmt *statement)
{
	for (int i = 0; i < printer->n; i++) {
		size_t room = cell_room(statement, i);
		char *utf8 = need(malloc(5 * room + 1));
		char *end = cell_text(printer, utf8, statement, i);
		char *text = utf8 + room;
		char *text_end = printer->is_number ?
			put_bytes(text, utf8, (size_t)(end - utf8)) :
			put_visible(text, utf8, (size_t)(end - utf8));

		*text_end = '\0';
		if (printer->is_passing)
			put_text_cell(printer, i, text);
		else
			keep_cell(printer, i, text);
		free(utf8);
	}
	if (printer->is_passing)
		return;
	if (++printer->kept_rows == KEPT_ROWS ||
	    printer->kept_len > KEPT_BYTES)
		pass_kept(printer);
}

/* Members of a JSON object need different names. */
static char *choose_name(const struct printer *printer, int i,
			 const char *name)
{
	char *chosen = need(strdup(name));

	for (int k = 0, number = 1; k < i; k++) {
		if (strcmp(printer->columns[k].name, chosen) != 0)
			continue;
		free(chosen);
		if (asprintf(&chosen, "%s:%d", name, number++) < 0)
			chosen = NULL;
		need(chosen);
		k = -1;
	}
	return chosen;
}

static void put_names_csv(struct printer *printer)
{
	struct out *out = &printer->out;

	for (int i = 0; i < printer->n; i++) {
		const char *name = printer->columns[i].name;
		size_t len = strlen(name);
		char *p = out_room(out, 4 * len + 8);

		if (i)
			*p++ = ',';
		out_done(out, csv_put_cell(p, name, len));
	}
	out_done(out, put_string(out_room(out, 2), "\n"));
}

void printer_begin(struct printer *printer, sqlite3_stmt *statement)
{
	int n = sqlite3_column_count(statement);

	forget_columns(printer);
	printer->columns = need(calloc((size_t)n + 1,
				       sizeof(*printer->columns)));
	for (int i = 0; i < n; i++) {
		const char *given = sqlite3_column_name(statement, i);
		char *utf8, *end, *text;

		need((void *)(uintptr_t)given);
		text = utf8 = need(malloc(15 * strlen(given) + 2));
		end = escape_utf8(utf8, given, strlen(given));
		*end = '\0';
		if (printer->form == PRINT_TEXT) {
			text = end + 1;
			*put_visible(text, utf8, (size_t)(end - utf8)) = '\0';
		}
		printer->columns[i].name = choose_name(printer, i, text);
		if (printer->has_header)
			printer->columns[i].width = width_of(text);
		printer->n = i + 1;
		free(utf8);
	}
	if (printer->form == PRINT_CSV && printer->has_header && n)
		put_names_csv(printer);
}

void printer_row(struct printer *printer, sqlite3_stmt *statement)
{
	if (printer->form == PRINT_CSV)
		put_row_csv(printer, statement);
	else if (printer->form == PRINT_JSON)
		put_row_json(printer, statement);
	else
		put_row_text(printer, statement);
}

void printer_end(struct printer *printer)
{
	if (printer->form == PRINT_TEXT && printer->n)
		pass_kept(printer);
}
