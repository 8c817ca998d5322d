/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Durations; see durations.h. */
#include "stat/durations.h"

#include <inttypes.h>
#include <stdlib.h>

void durations_fini(struct durations *durations)
{
	for (size_t i = 0; i < TYPES_IDS; i++)
		free(durations->types[i].spread);
}

void durations_gap(struct durations *durations)
{
	durations->generation++;
}

static bool count(struct duration *duration, const struct type *type,
		  uint64_t ns)
{
	if (!duration->spread)
		duration->spread = calloc(1, sizeof(*duration->spread));
	if (!duration->spread)
		return false;
	duration->type = type;
	spread_add(duration->spread, ns);
	return true;
}

bool durations_add(struct durations *durations, struct pairs **begun,
		   const struct trace_event *event, uint64_t ns)
{
	const struct type *type = event->type;
	struct duration *duration;
	struct pair_event taken = {
		.type = type, .ns = ns, .data = event->data, .len = event->len,
	};

	if (type->id >= TYPES_IDS)
		return true;
	duration = &durations->types[type->id];
	if (duration->name.role == PAIR_UNKNOWN)
		pair_parse(&duration->name, type);
	taken.name = &duration->name;
	switch (pairs_take(begun, durations->generation, &taken)) {
	case PAIRS_NO_MEMORY:
		return false;
	case PAIRS_ENDED:
		return count(duration, type, ns - pairs_ended(*begun)->ns);
	case PAIRS_NOTHING:
		break;
	}
	return true;
}

/* The largest total first. */
static int by_sum(const void *a, const void *b)
{
	const struct duration *x = *(const struct duration *const *)a;
	const struct duration *y = *(const struct duration *const *)b;

	if (x->spread->sum != y->spread->sum)
		return x->spread->sum > y->spread->sum ? -1 : 1;
	return x < y ? -1 : x > y;
}

static void put_seconds(struct sheet *sheet, double ns)
{
	sheet_cell_text(sheet, "%.9f", ns / 1e9);
}

static void show(struct sheet *sheet, const struct duration *duration)
{
	const struct spread *spread = duration->spread;
	const struct type *type = duration->type;
	size_t len = duration->name.stem_len;
	const char *name = sheet_is_json(sheet) ? type->utf8 :
			   type_label(type, &len);

	sheet_row(sheet);
	sheet_cell_text(sheet, "%.*s", (int)len, name);
	sheet_cell_number(sheet, spread->n);
	put_seconds(sheet, (double)spread->least);
	put_seconds(sheet, spread->sum / (double)spread->n);
	put_seconds(sheet, (double)spread_quantile(spread, 0.5));
	put_seconds(sheet, (double)spread_quantile(spread, 0.9));
	put_seconds(sheet, (double)spread_quantile(spread, 0.99));
	put_seconds(sheet, (double)spread->most);
	put_seconds(sheet, spread->sum);
}

void durations_show(struct sheet *sheet, const struct durations *durations)
{
	static const char *const columns[] = {
		"what", ">times", ">min", ">mean", ">median", ">p90",
		">p99", ">max", ">total",
	};
	const struct duration *list[TYPES_IDS];
	size_t n = 0;

	for (size_t i = 0; i < TYPES_IDS; i++)
		if (durations->types[i].spread)
			list[n++] = &durations->types[i];
	if (n == 0)
		return;
	qsort(list, n, sizeof(list[0]), by_sum);
	sheet_table(sheet, "durations", columns,
		    sizeof(columns) / sizeof(columns[0]));
	for (size_t i = 0; i < n; i++)
		show(sheet, list[i]);
	sheet_table_end(sheet);
}
