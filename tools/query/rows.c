/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The rows of several traces; see rows.h. */
#include "query/rows.h"

#include <stdlib.h>
#include <string.h>

#include "common/tool.h"

bool traces_open(struct traces *traces, const char *const *paths, size_t n,
		 const struct pick *pick, struct traces_symbols symbols)
{
	*traces = (struct traces){
		.trace = calloc(n, sizeof(struct trace)),
		.symbols = symbols,
	};
	if (!traces->trace) {
		tool_error("out of memory");
		return false;
	}
	for (size_t i = 0; i < n; i++) {
		struct trace *trace = &traces->trace[i];

		trace->path = paths[i];
		trace->first = scan_open(paths[i], pick);
		if (!trace->first) {
			traces_close(traces);
			return false;
		}
		trace->idle = trace->first;
		traces->n++;
		traces->has_dump |= trace->first->reader.log.is_dump;
	}
	return true;
}

/* All are idle; the first one among them. */
static void close_all(struct trace *trace)
{
	function_types_fini(&trace->functions);
	symbols_close(trace->symbols);
	trace->symbols = NULL;
	while (trace->idle) {
		struct scan *scan = trace->idle;

		trace->idle = scan->next;
		scan_close(scan);
	}
}

void traces_close(struct traces *traces)
{
	for (size_t i = 0; i < traces->n; i++)
		close_all(&traces->trace[i]);
	free(traces->trace);
}

/* A complete log changes, too, if another file is copied over it. */
static bool may_differ(const struct trace *trace)
{
	const struct open_log *log = &trace->first->reader.log;
	struct posixtrace_usage usage;

	return open_log_has_changed(log) ||
	       (!log->is_dump &&
		posixtrace_get_usage(log->trid, &usage) == 0 && !usage.complete);
}

bool traces_renew(struct traces *traces, bool *has_renewed)
{
	for (size_t i = 0; i < traces->n; i++) {
		struct trace *trace = &traces->trace[i];
		struct scan *fresh;

		if (!may_differ(trace))
			continue;
		fresh = scan_open_again(trace->first, true);
		if (!fresh)
			return false;
		close_all(trace);
		trace->first = trace->idle = fresh;
		*has_renewed = true;
	}
	traces->has_dump = false;
	for (size_t i = 0; i < traces->n; i++)
		traces->has_dump |= traces->trace[i].first->reader.log.is_dump;
	return true;
}

void traces_note_replaced(struct traces *traces)
{
	for (size_t i = 0; i < traces->n; i++) {
		struct trace *trace = &traces->trace[i];

		if (trace->is_told ||
		    !input_was_replaced(&trace->first->reader.log.input))
			continue;
		trace->is_told = true;
		tool_note("%s: was replaced; answers are of the former one, and "
			  ".open opens what is there now", trace->path);
	}
}

static struct scan *take(struct trace *trace)
{
	struct scan *scan = trace->idle;

	if (!scan)
		return scan_open_again(trace->first, false);
	trace->idle = scan->next;
	return scan;
}

bool rows_open(struct rows *rows, struct traces *traces)
{
	*rows = (struct rows){ .traces = traces };
	rows->scan = calloc(traces->n, sizeof(struct scan *));
	if (!rows->scan || !order_init(&rows->order, traces->n)) {
		tool_error("out of memory");
		goto close_rows;
	}
	for (size_t i = 0; i < traces->n; i++) {
		rows->scan[i] = take(&traces->trace[i]);
		if (!rows->scan[i])
			goto close_rows;
	}
	return true;

close_rows:
	rows_close(rows);
	traces->was_reported = true;
	return false;
}

void rows_close(struct rows *rows)
{
	for (size_t i = 0; rows->scan && i < rows->traces->n; i++) {
		struct trace *trace = &rows->traces->trace[i];

		if (!rows->scan[i])
			continue;
		rows->scan[i]->next = trace->idle;
		trace->idle = rows->scan[i];
	}
	free(rows->scan);
	order_fini(&rows->order);
	*rows = (struct rows){ 0 };
}

bool rows_begin(struct rows *rows, const struct wanted *wanted)
{
	rows->current = 0;
	rows->order.n = 0;
	for (size_t i = 0; i < rows->traces->n; i++) {
		struct scan *scan = rows->scan[i];

		scan_begin(scan, wanted);
		if (rows->traces->n == 1)
			return scan_next(scan);
		if (scan_next(scan))
			order_add(&rows->order, i,
				  scan->time[scan_row(scan)]);
		else if (scan->has_failed)
			return false;
	}
	if (rows->order.n)
		rows->current = rows->order.heap[0].log;
	return rows->order.n;
}

bool rows_next_of_all(struct rows *rows)
{
	struct scan *scan = rows_scan(rows);

	if (scan_next(scan))
		order_advance(&rows->order, scan->time[scan_row(scan)]);
	else
		order_drop(&rows->order);
	if (scan->has_failed || rows->order.n == 0)
		return false;
	rows->current = rows->order.heap[0].log;
	return true;
}

bool rows_number(const struct rows *rows, int64_t *number)
{
	int64_t own;

	if (!scan_number(rows_scan(rows), &own))
		return false;
	*number = own * (int64_t)rows->traces->n + (int64_t)rows->current;
	return true;
}

/* Both names for addresses and types of functions are by these.  NULL: they cannot be
 * opened, which was reported. */
static struct symbols *find_symbols(const struct rows *rows, struct trace *trace)
{
	const struct open_log *log = &trace->first->reader.log;

	if (!trace->symbols)
		trace->symbols = symbols_open(log->trid, trace->path,
					      rows->traces->symbols.root);
	return trace->symbols;
}

const struct symbol *rows_symbol(const struct rows *rows)
{
	const struct scan *scan = rows_scan(rows);
	struct trace *trace = &rows->traces->trace[rows->current];
	struct symbols *symbols;
	struct trace_event event;

	if (scan->reader.log.is_dump || scan_row(scan) == SCAN_MADE)
		return NULL;
	symbols = find_symbols(rows, trace);
	if (!symbols)
		return NULL;
	event = scan_event(rows_scan(rows));
	return symbols_of_caller(symbols, &event.info);
}

const struct type *rows_slice_type(const struct rows *rows)
{
	struct scan *scan = rows_scan(rows);
	struct trace *trace = &rows->traces->trace[rows->current];
	struct trace_event event;

	if (!function_types_has(scan->id[scan_row(scan)]) ||
	    scan->reader.log.is_dump)
		return scan_type(scan);
	trace->functions.lent = find_symbols(rows, trace);
	if (!trace->functions.lent)
		return NULL;
	event = scan_event(scan);
	return function_types_find(&trace->functions, &scan->reader.log,
				   rows->traces->symbols.root, &event);
}

bool rows_have_failed(const struct rows *rows)
{
	for (size_t i = 0; i < rows->traces->n; i++)
		if (rows->scan[i]->has_failed)
			return true;
	return false;
}
