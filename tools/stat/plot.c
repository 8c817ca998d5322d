/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The distributions of rows as a picture; see plot.h. */
#include "stat/plot.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/tool.h"
#include "stat/curves.h"
#include "trace/sysdata.h"

enum { ROWS = 10 };

static void put_name(FILE *label, const struct who *who, uint64_t pid,
		     uint64_t tid)
{
	struct thread_name room;
	const char *name = who_is(who, (int64_t)pid, (int64_t)tid, &room);

	fprintf(label, "%" PRIu64 " %s", tid, name ? name : "");
}

/* What the row is, as the table has it. */
static void put_label(FILE *label, const struct by *by, enum by_key key,
		      const struct by_row *row, const struct who *who)
{
	if (row->is_rest) {
		fputs("(others)", label);
		return;
	}
	switch (key) {
	case BY_THREAD:
		put_name(label, who, row->a, row->b);
		break;
	case BY_PROCESS:
		put_name(label, who, row->a, row->a);
		break;
	case BY_LOCK:
		fprintf(label, "%s 0x%" PRIX64 " of ", sysdata_names[row->lock],
			row->b);
		put_name(label, who, row->a, row->a);
		break;
	default:
		fputs(by_label(by, row), label);
		if (row->b)
			fprintf(label, " of %" PRIu64, row->b);
		break;
	}
}

/* NULL: no memory. */
static char *make_title(const struct by *by, enum by_key key,
			const struct by_row *row, const struct who *who)
{
	char *text = NULL;
	size_t len = 0;
	FILE *label = open_memstream(&text, &len);

	if (!label)
		return NULL;
	put_label(label, by, key, row, who);
	if (fclose(label) == 0)
		return text;
	free(text);
	return NULL;
}

/* The first rows as curves.  False: no memory. */
static bool fill(struct curves *curves, const struct by *by, enum by_key key,
		 size_t most, const struct who *who)
{
	struct by_row **rows = by_sort(by, key, BY_TOTAL);
	bool fine = rows;

	for (size_t i = 0; fine && i < by_rows(by, key) && curves->n < most; i++) {
		char *title;

		if (rows[i]->spread.n == 0)
			continue;
		title = make_title(by, key, rows[i], who);
		fine = title;
		if (fine)
			curves->list[curves->n++] = (struct curve){
				.spread = &rows[i]->spread, .title = title,
				.color = (unsigned)i,
			};
	}
	free(rows);
	return fine;
}

bool plot_write(const char *path, const struct by *by, enum by_key key,
		size_t top, const struct who *who, const char *log)
{
	const size_t most = top ? top : ROWS;
	struct curves curves = {
		.title = log,
		.what = key == BY_EVENT ? "time from one to the next" : "duration",
		.list = calloc(by_rows(by, key) + 1, sizeof(*curves.list)),
	};
	bool fine = curves.list && fill(&curves, by, key, most, who);

	if (fine)
		fine = curves_draw(path, &curves);
	else
		tool_error("%s: out of memory", path);
	for (size_t i = 0; i < curves.n; i++)
		free(curves.list[i].title);
	free(curves.list);
	return fine;
}
