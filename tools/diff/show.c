/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Shows what differs between two traces; see show.h. */
#include "diff/show.h"

#include <stdio.h>
#include <stdlib.h>

#include "common/tool.h"

static const char *const verdicts[] = {
	[VERDICT_NEW] = "new",
	[VERDICT_VANISHED] = "vanished",
	[VERDICT_FEW] = "few samples",
	[VERDICT_ALIKE] = "alike",
	[VERDICT_SLOWER] = "slower",
	[VERDICT_FASTER] = "faster",
	[VERDICT_SPARSER] = "sparser",
	[VERDICT_DENSER] = "denser",
};

static const char *const labels[BY_KEYS][3] = {
	[BY_CALL] = { "call" },
	[BY_THREAD] = { "process", "thread" },
	[BY_PROCESS] = { "process" },
	[BY_FILE] = { "file" },
	[BY_LOCK] = { "process", "lock" },
	[BY_SITE] = { "site" },
	[BY_EVENT] = { "event" },
};

static const char *const timed_columns[] = {
	">added", ">ratio", ">times A", ">times B", ">total A", ">total B",
	">median A", ">median B", ">p99 A", ">p99 B", ">max A", ">max B",
	">B longer", "verdict",
};

static const char *const event_columns[] = {
	">added", ">ratio", ">times A", ">times B", ">median A", ">median B",
	">p99 A", ">p99 B", ">max A", ">max B", ">B longer", "verdict",
};

enum { COLUMNS_MOST = 16 };

static void put_seconds(struct sheet *sheet, double ns)
{
	sheet_cell_decimal(sheet, ns / 1e9, 9);
}

void show_sides(struct sheet *sheet, const struct read_side sides[SIDES])
{
	static const char *const columns[] = {
		"trace", "file", ">events", ">seconds", ">lost",
	};

	sheet_table(sheet, "traces", columns,
		    sizeof(columns) / sizeof(columns[0]));
	for (unsigned i = 0; i < SIDES; i++) {
		const struct posixtrace_usage *usage = &sides[i].summary.usage;

		sheet_row(sheet);
		sheet_cell_text(sheet, i == SIDE_A ? "A" : "B");
		sheet_cell_text(sheet, "%s", sides[i].path);
		sheet_cell_number(sheet, sides[i].events);
		if (sides[i].is_dump)
			sheet_cell_none(sheet);
		else
			put_seconds(sheet, (double)sides[i].span_ns);
		sheet_cell_number(sheet, usage->lost + usage->log_lost);
	}
	sheet_table_end(sheet);
}

static double amount(const struct matches *matches, const struct match *match,
		     enum side side)
{
	return matches->key == BY_EVENT ? (double)match->times[side] :
	       match->total_ns[side];
}

/* How much of A there is in B; none if A has nothing. */
static void put_ratio(struct sheet *sheet, double a, double b)
{
	if (a > 0)
		sheet_cell_decimal(sheet, b / a, 3);
	else
		sheet_cell_none(sheet);
}

/* A quantile, where there are durations. */
static void put_quantile(struct sheet *sheet, const struct spread *spread,
			 double part)
{
	if (spread->n)
		put_seconds(sheet, (double)spread_quantile(spread, part));
	else
		sheet_cell_none(sheet);
}

static void put_durations(struct sheet *sheet, const struct match *match)
{
	const struct spread *a = &match->sides[SIDE_A];
	const struct spread *b = &match->sides[SIDE_B];

	put_quantile(sheet, a, 0.5);
	put_quantile(sheet, b, 0.5);
	put_quantile(sheet, a, 0.99);
	put_quantile(sheet, b, 0.99);
	put_quantile(sheet, a, 1);
	put_quantile(sheet, b, 1);
	if (match->verdict < VERDICT_ALIKE)
		sheet_cell_none(sheet);
	else if (sheet_is_json(sheet))
		sheet_cell_decimal(sheet, 100 * match->shift.above, 1);
	else
		sheet_cell_text(sheet, "%.1f %%", 100 * match->shift.above);
}

static void put_group(struct sheet *sheet, const struct matches *matches,
		      const struct match *match)
{
	const char *names[2];

	sheet_row(sheet);
	matches_labels(matches, (size_t)(match - matches->list),
		       sheet_is_json(sheet), names);
	sheet_cell_text(sheet, "%s", names[0]);
	if (labels[matches->key][1])
		sheet_cell_text(sheet, "%s", names[1] ? names[1] : "");
	if (matches->key == BY_EVENT)
		sheet_cell_change(sheet, match->added, 0);
	else
		sheet_cell_change(sheet, match->added / 1e9, 9);
	put_ratio(sheet, amount(matches, match, SIDE_A),
		  amount(matches, match, SIDE_B));
	sheet_cell_number(sheet, match->times[SIDE_A]);
	sheet_cell_number(sheet, match->times[SIDE_B]);
	if (matches->key != BY_EVENT) {
		put_seconds(sheet, match->total_ns[SIDE_A]);
		put_seconds(sheet, match->total_ns[SIDE_B]);
	}
	put_durations(sheet, match);
	sheet_cell_text(sheet, "%s", verdicts[match->verdict]);
}

static void begin_table(struct sheet *sheet, enum by_key key,
			const char **columns)
{
	const bool is_timed = key != BY_EVENT;
	const char *const *rest = is_timed ? timed_columns : event_columns;
	const size_t n_rest = is_timed ?
		sizeof(timed_columns) / sizeof(timed_columns[0]) :
		sizeof(event_columns) / sizeof(event_columns[0]);
	unsigned n = 0;

	while (labels[key][n]) {
		columns[n] = labels[key][n];
		n++;
	}
	for (size_t i = 0; i < n_rest; i++)
		columns[n++] = rest[i];
	sheet_table(sheet, by_table_names[key], columns, n);
}

bool show_groups(struct sheet *sheet, const struct matches *matches, size_t top)
{
	const size_t n = top && matches->n > top ? top : matches->n;
	const struct match **sorted = matches_sort(matches);
	const char *columns[COLUMNS_MOST];
	char name[32];

	if (!sorted)
		return false;
	begin_table(sheet, matches->key, columns);
	for (size_t i = 0; i < n; i++)
		put_group(sheet, matches, sorted[i]);
	sheet_table_end(sheet);
	free(sorted);
	if (n < matches->n) {
		snprintf(name, sizeof(name), "other %s",
			 by_table_names[matches->key]);
		sheet_number(sheet, name, matches->n - n);
	}
	return true;
}

static double growth(double a, double b)
{
	return a > 0 ? 100 * (b / a - 1) : 0;
}

/* What of a group grew the most; NULL: it is too few, or one side has none. */
static const char *find_growth(const struct matches *matches,
			       const struct match *match, double *percent)
{
	const struct spread *a = &match->sides[SIDE_A];
	const struct spread *b = &match->sides[SIDE_B];
	double median = growth((double)spread_quantile(a, 0.5),
			       (double)spread_quantile(b, 0.5));

	*percent = growth(amount(matches, match, SIDE_A),
			  amount(matches, match, SIDE_B));
	if (match->times[SIDE_A] < SPREAD_TESTABLE ||
	    match->times[SIDE_B] < SPREAD_TESTABLE)
		return NULL;
	if ((match->verdict != VERDICT_SLOWER &&
	     match->verdict != VERDICT_SPARSER) || median <= *percent)
		return matches->key == BY_EVENT ? "number" : "total";
	*percent = median;
	return "median";
}

bool show_grown(const struct matches *matches, double percent)
{
	bool is_grown = false;

	for (size_t i = 0; i < matches->n; i++) {
		double grown;
		const char *what = find_growth(matches, &matches->list[i], &grown);
		const char *names[2];

		if (!what || grown <= percent)
			continue;
		is_grown = true;
		matches_labels(matches, i, false, names);
		tool_error("%s%s%s: the %s grew by %.1f %%, and %g %% are "
			   "allowed", names[0], names[1] ? " " : "",
			   names[1] ? names[1] : "", what, grown, percent);
	}
	return is_grown;
}
