/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The rows of `losses`: the gaps of a trace, as in the output of report. */
#include <stdlib.h>

#include "query/table.h"

enum column { TIME, EVENTS, FIRST, RESUME, PID, LOG };

static void losses_close(void *state)
{
	struct rows *rows = state;

	rows_close(rows);
	free(rows);
}

static void *losses_open(const struct table *table, struct traces *traces)
{
	struct rows *rows = calloc(1, sizeof(*rows));

	(void)table;
	if (rows && rows_open(rows, traces))
		return rows;
	free(rows);
	return NULL;
}

static bool advance(struct rows *rows, bool is_there)
{
	while (is_there && !scan_loss(rows_scan(rows)))
		is_there = rows_next(rows);
	return is_there;
}

static bool losses_begin(void *state, struct wanted *wanted,
			 enum table_how how)
{
	(void)how;
	return wanted_add(wanted, BY_ID) &&
	       wanted_add_number(wanted, POSIX_TRACE_OVERFLOW) &&
	       advance(state, rows_begin(state, wanted));
}

static bool losses_next(void *state)
{
	return advance(state, rows_next(state));
}

static bool losses_have_failed(const void *state)
{
	return rows_have_failed(state);
}

static bool losses_number(void *state, int64_t *number)
{
	return rows_number(state, number);
}

/* NULL if the time is not known. */
static void time_result(sqlite3_context *context, const struct timespec *time)
{
	if (time->tv_sec || time->tv_nsec)
		sqlite3_result_int64(context, time->tv_sec *
				     INT64_C(1000000000) + time->tv_nsec);
}

static void losses_column(void *state, sqlite3_context *context, int column)
{
	const struct scan *scan = rows_scan(state);
	const struct posixtrace_loss *loss = scan_loss(scan);
	size_t i = scan_row(scan);

	switch ((enum column)column) {
	case TIME:
		sqlite3_result_int64(context, scan->time[i]);
		break;
	case EVENTS:
		sqlite3_result_int64(context, (sqlite3_int64)scan->lost);
		break;
	case FIRST:
		time_result(context, &loss->first);
		break;
	case RESUME:
		time_result(context, &loss->resume);
		break;
	case PID:
		sqlite3_result_int(context, scan->pid[i]);
		break;
	case LOG:
		sqlite3_result_text(context, scan->reader.log.path, -1,
				    SQLITE_STATIC);
		break;
	}
}

const struct table_kind kind_losses = {
	.time = TIME, .pid = PID, .tid = -1, .id = -1, .event = -1,
	.is_by_time = true, .rows = 100,
	.open = losses_open, .close = losses_close,
	.begin = losses_begin, .next = losses_next,
	.has_failed = losses_have_failed, .column = losses_column,
	.number = losses_number,
};
