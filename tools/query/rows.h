/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The rows of all traces of a session as one sequence in the order of time, by
 * each trace's own clock.  Rows with the same time are in the order of the
 * traces.
 */
#ifndef POSIXTRACE_TOOLS_QUERY_ROWS_H
#define POSIXTRACE_TOOLS_QUERY_ROWS_H

#include "query/scan.h"
#include "symbols/function-types.h"
#include "symbols/symbols.h"
#include "trace/order.h"

/* A trace, with its readers that are not in use. */
struct trace {
	const char *path;
	/* Opened first, and read like the others, which have the same events; its log
	 * also tells what is not an event. */
	struct scan *first;
	struct scan *idle;
	bool is_told;			/* that another file has its name */
	struct symbols *symbols;	/* NULL: none was asked for yet */
	struct function_types functions;
};

/* Names for the addresses of events; `root` as of symbols_open(). */
struct traces_symbols {
	bool are_asked;
	const char *root;
};

struct traces {
	struct trace *trace;
	size_t n;
	bool has_dump;			/* one of the traces is a ThreadX dump */
	bool was_reported;		/* why rows_open() has failed */
	struct traces_symbols symbols;
};

/* False: it failed and an error was reported; there is nothing to close. */
bool traces_open(struct traces *traces, const char *const *paths, size_t n,
		 const struct pick *pick, struct traces_symbols symbols);
void traces_close(struct traces *traces);

/* Tell, of each once, that another file has its name, and not its answers. */
void traces_note_replaced(struct traces *traces);

/* Open those that may have more by now, or were replaced, again; none is being read.
 * *has_renewed is set if there was one.  False: it failed and an error was reported;
 * what there was stays. */
bool traces_renew(struct traces *traces, bool *has_renewed);

struct rows {
	struct traces *traces;
	struct scan **scan;		/* one for each trace */
	struct order order;		/* if there are several traces */
	size_t current;			/* the trace of the current row */
};

/* False: it failed; an error was reported. */
bool rows_open(struct rows *rows, struct traces *traces);
void rows_close(struct rows *rows);

/*
 * Go to the first wanted row, and to the next one.  False at the end or after a
 * failure; rows_have_failed() tells which.
 */
bool rows_begin(struct rows *rows, const struct wanted *wanted);
bool rows_next_of_all(struct rows *rows);
bool rows_have_failed(const struct rows *rows);
/* A number that the current row has among all rows of all traces; see
 * scan_number(). */
bool rows_number(const struct rows *rows, int64_t *number);

/* Of the current row, or NULL; it exists until the next call at least. */
const struct symbol *rows_symbol(const struct rows *rows);

/* The type that makes slices of the current row (symbols/function-types.h); NULL: it
 * failed. */
const struct type *rows_slice_type(const struct rows *rows);

static inline struct scan *rows_scan(const struct rows *rows)
{
	return rows->scan[rows->current];
}

static inline bool rows_next(struct rows *rows)
{
	return rows->traces->n == 1 ? scan_next(rows->scan[0])
				    : rows_next_of_all(rows);
}

#endif
