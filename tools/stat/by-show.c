/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Shows durations by groups; see by.h. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/spread.h"
#include "stat/by.h"
#include "trace/sysdata.h"

/* What the cells of a table's rows begin with. */
static const char *const headings[BY_KEYS][4] = {
	[BY_CALL] = { "call" },
	[BY_THREAD] = { ">pid", ">tid", "name" },
	[BY_PROCESS] = { ">pid", "name" },
	[BY_FILE] = { "file" },
	[BY_LOCK] = { ">pid", "lock", ">address" },
	[BY_SITE] = { "site" },
	[BY_EVENT] = { "event" },
};

enum { COLUMNS_MOST = 16 };

static unsigned begin_columns(const char **columns, enum by_key key)
{
	unsigned n = 0;

	while (headings[key][n]) {
		columns[n] = headings[key][n];
		n++;
	}
	return n;
}

static void put_name(struct sheet *sheet, const struct who *who,
		     const struct by_row *row, uint64_t tid)
{
	if (row->is_rest)
		sheet_cell_none(sheet);
	else
		who_put(sheet, who, (int64_t)row->a, (int64_t)tid);
}

static void put_id(struct sheet *sheet, const struct by_row *row, uint64_t id)
{
	if (row->is_rest)
		sheet_cell_none(sheet);
	else
		sheet_cell_signed(sheet, (int64_t)id);
}

static void put_text(const struct by *by, struct sheet *sheet,
		     const struct by_row *row)
{
	if (row->is_rest)
		sheet_cell_text(sheet, "(others)");
	else if (row->b)
		sheet_cell_text(sheet, "%s of %" PRIu64, by_text(by, row),
				row->b);
	else
		sheet_cell_text(sheet, "%s", sheet_is_json(sheet) ?
				by_text(by, row) : by_label(by, row));
}

/* The cells that say which row it is. */
static void put_label(const struct by *by, struct sheet *sheet, const struct who *who,
		      enum by_key key, const struct by_row *row)
{
	switch (key) {
	case BY_THREAD:
		put_id(sheet, row, row->a);
		put_id(sheet, row, row->b);
		put_name(sheet, who, row, row->b);
		break;
	case BY_PROCESS:
		put_id(sheet, row, row->a);
		put_name(sheet, who, row, row->a);
		break;
	case BY_LOCK:
		put_id(sheet, row, row->a);
		sheet_cell_text(sheet, "%s", row->is_rest ? "(others)" :
				sysdata_names[row->lock]);
		sheet_cell_hex(sheet, row->b);
		break;
	default:
		put_text(by, sheet, row);
		break;
	}
}

static void put_seconds(struct sheet *sheet, double ns)
{
	sheet_cell_decimal(sheet, ns / 1e9, 9);
}

/* The columns of numbers; of events the total of the durations means nothing. */
static unsigned number_columns(const char **columns, enum by_key key)
{
	static const char *const numbers[] = {
		">times", ">percent", ">total", ">self", ">min", ">median",
		">p99", ">max",
	};
	unsigned n = 0;

	for (unsigned i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		if (key != BY_EVENT || (i != 2 && i != 3))
			columns[n++] = numbers[i];
	if (key == BY_FILE) {
		columns[n++] = ">read";
		columns[n++] = ">written";
	}
	return n;
}

static double share(enum by_key key, const struct by_row *row)
{
	return key == BY_EVENT ? (double)row->times : row->self_ns;
}

static void put_numbers(struct sheet *sheet, enum by_key key,
			const struct by_row *row, double all)
{
	const struct spread *spread = &row->spread;

	sheet_cell_number(sheet, row->times);
	sheet_cell_decimal(sheet, all > 0 ? 100 * share(key, row) / all : 0.0, 2);
	if (key != BY_EVENT) {
		put_seconds(sheet, row->total_ns);
		put_seconds(sheet, row->self_ns);
	}
	if (spread->n == 0)
		return;
	put_seconds(sheet, (double)spread->least);
	put_seconds(sheet, (double)spread_quantile(spread, 0.5));
	put_seconds(sheet, (double)spread_quantile(spread, 0.99));
	put_seconds(sheet, (double)spread->most);
	if (key == BY_FILE) {
		sheet_cell_number(sheet, row->read);
		sheet_cell_number(sheet, row->written);
	}
}

static void show_rows(const struct by *by, struct sheet *sheet, const struct who *who,
		      enum by_key key, struct by_row *const *rows, size_t n)
{
	const char *columns[COLUMNS_MOST];
	unsigned n_columns = begin_columns(columns, key);
	double all = 0;

	n_columns += number_columns(columns + n_columns, key);
	for (size_t i = 0; i < by_rows(by, key); i++)
		all += share(key, rows[i]);
	sheet_table(sheet, by_table_names[key], columns, n_columns);
	for (size_t i = 0; i < n; i++) {
		sheet_row(sheet);
		put_label(by, sheet, who, key, rows[i]);
		put_numbers(sheet, key, rows[i], all);
	}
	sheet_table_end(sheet);
}

enum { BAR_WIDTH = 40 };

static void show_bars(const struct by *by, struct sheet *sheet, const struct who *who,
		      enum by_key key, const struct by_row *row)
{
	static const char full[] = "########################################";
	uint64_t most = 1;

	for (unsigned i = 0; i < 64; i++)
		if (spread_power(&row->spread, i) > most)
			most = spread_power(&row->spread, i);
	for (unsigned i = 0; i < 64; i++) {
		uint64_t n = spread_power(&row->spread, i);
		double bar = (double)n / (double)most * BAR_WIDTH;

		if (n == 0)
			continue;
		sheet_row(sheet);
		put_label(by, sheet, who, key, row);
		put_seconds(sheet, i ? (double)(UINT64_C(1) << i) : 0);
		put_seconds(sheet, 2 * (double)(UINT64_C(1) << i));
		sheet_cell_number(sheet, n);
		if (!sheet_is_json(sheet))
			sheet_cell_text(sheet, "%.*s", bar < 1 ? 1 : (int)bar,
					full);
	}
}

static void show_histogram(const struct by *by, struct sheet *sheet,
			   const struct who *who, enum by_key key,
			   struct by_row *const *rows, size_t n)
{
	const char *columns[COLUMNS_MOST];
	unsigned n_columns = begin_columns(columns, key);
	char name[32];

	columns[n_columns++] = ">from";
	columns[n_columns++] = ">below";
	columns[n_columns++] = ">times";
	if (!sheet_is_json(sheet))
		columns[n_columns++] = "histogram";
	snprintf(name, sizeof(name), "histogram of %s", by_table_names[key]);
	sheet_table(sheet, name, columns, n_columns);
	for (size_t i = 0; i < n; i++)
		show_bars(by, sheet, who, key, rows[i]);
	sheet_table_end(sheet);
}

static bool show_table(const struct by *by, struct sheet *sheet, const struct who *who,
		       enum by_key key, const struct by_request *request,
		       enum by_order order)
{
	struct by_row **rows = by_sort(by, key, order);
	size_t n = by_rows(by, key);
	char name[32];

	if (!rows)
		return false;
	if (request->top && n > request->top)
		n = request->top;
	show_rows(by, sheet, who, key, rows, n);
	if (n < by_rows(by, key)) {
		snprintf(name, sizeof(name), "other %s", by_table_names[key]);
		sheet_number(sheet, name, by_rows(by, key) - n);
	}
	if (request->histogram)
		show_histogram(by, sheet, who, key, rows, n);
	free(rows);
	return true;
}

bool by_show(const struct by *by, struct sheet *sheet, const struct who *who,
	     const struct by_request *request, enum by_order order)
{
	for (unsigned i = 0; i < BY_KEYS; i++) {
		if (!(request->keys & 1u << i))
			continue;
		if (!show_table(by, sheet, who, (enum by_key)i, request, order))
			return false;
		if (i == BY_LOCK)
			waits_show(by_waits(by), sheet, who);
	}
	return true;
}
