/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Durations; see durations.h. */
#include "stat/durations.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void durations_fini(struct durations *durations)
{
	for (size_t i = 0; i < durations->n; i++) {
		spread_fini(durations->rows[i].spread);
		free(durations->rows[i].spread);
	}
}

/* The row of what a type ends, from 1.  0: no memory. */
static size_t find_row(struct durations *durations, const struct type *type,
		       size_t len)
{
	struct duration *row;

	for (size_t i = 0; i < durations->n; i++) {
		row = &durations->rows[i];
		if (row->len == len && memcmp(row->name, type->utf8, len) == 0)
			return i + 1;
	}
	row = &durations->rows[durations->n];
	*row = (struct duration){
		.name = type->utf8, .len = len, .label_at = type->label_at,
		.spread = calloc(1, sizeof(*row->spread)),
	};
	return row->spread ? ++durations->n : 0;
}

bool durations_count(struct durations *durations, const struct ended *ended)
{
	size_t *row = &durations->by_type[ended->type->id];

	if (!*row)
		*row = find_row(durations, ended->type, ended->len);
	if (!*row)
		return false;
	durations->rows[*row - 1].total_ns += (double)ended->total_ns;
	return spread_add(durations->rows[*row - 1].spread, ended->ns);
}

/* The largest total first. */
static int by_sum(const void *a, const void *b)
{
	const struct duration *x = *(const struct duration *const *)a;
	const struct duration *y = *(const struct duration *const *)b;

	if (x->total_ns != y->total_ns)
		return x->total_ns > y->total_ns ? -1 : 1;
	return x < y ? -1 : x > y;
}

static void put_seconds(struct sheet *sheet, double ns)
{
	sheet_cell_decimal(sheet, ns / 1e9, 9);
}

static void show(struct sheet *sheet, const struct duration *duration)
{
	const struct spread *spread = duration->spread;
	size_t from = sheet_is_json(sheet) || duration->len <= duration->label_at ?
		      0 : duration->label_at;

	sheet_row(sheet);
	sheet_cell_text(sheet, "%.*s", (int)(duration->len - from),
			duration->name + from);
	sheet_cell_number(sheet, spread->n);
	put_seconds(sheet, (double)spread->least);
	put_seconds(sheet, spread->sum / (double)spread->n);
	put_seconds(sheet, (double)spread_quantile(spread, 0.5));
	put_seconds(sheet, (double)spread_quantile(spread, 0.9));
	put_seconds(sheet, (double)spread_quantile(spread, 0.99));
	put_seconds(sheet, (double)spread->most);
	put_seconds(sheet, duration->total_ns);
}

void durations_show(struct sheet *sheet, const struct durations *durations)
{
	static const char *const columns[] = {
		"what", ">times", ">min", ">mean", ">median", ">p90",
		">p99", ">max", ">total",
	};
	const struct duration *list[TYPES_SHOWN];
	const size_t n = durations->n;

	for (size_t i = 0; i < n; i++)
		list[i] = &durations->rows[i];
	if (n == 0)
		return;
	qsort(list, n, sizeof(list[0]), by_sum);
	sheet_table(sheet, "durations", columns,
		    sizeof(columns) / sizeof(columns[0]));
	for (size_t i = 0; i < n; i++)
		show(sheet, list[i]);
	sheet_table_end(sheet);
}
