/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The rows of one trace grouped by type, in the order of the types' names or
 * ids.  This is for statements that use only the type of each row: events are
 * counted in one pass, then each type is returned as often as it was counted.
 * SQLite does not say whether it needs the numbers of rows (rowid), too: these are
 * found by reading the events again, once for each type, if they are asked for.
 */
#ifndef POSIXTRACE_TOOLS_QUERY_GROUPS_H
#define POSIXTRACE_TOOLS_QUERY_GROUPS_H

#include <sqlite3.h>

#include "query/rows.h"

struct groups {
	struct scan *scan;
	size_t n, at;			/* types with events, the current one */
	uint64_t left;			/* rows of the type at `at` still to return */
	uint64_t count[TYPES_IDS];
	const struct type *type[TYPES_IDS];	/* sorted */
	const struct wanted *wanted;
	/* For numbers; NULL: none was asked for. */
	struct scan *again;
	size_t again_at;		/* the type that it reads; `n`: none */
	uint64_t again_read;		/* how many rows of that */
};

/* Like rows_begin() and rows_next(). */
bool groups_begin(struct groups *groups, struct rows *rows,
		  const struct wanted *wanted, bool is_by_name);

static inline bool groups_next(struct groups *groups)
{
	if (--groups->left)
		return true;
	if (++groups->at == groups->n)
		return false;
	groups->left = groups->count[groups->type[groups->at]->id];
	return true;
}

/* The number of the current row, as scan_number().  False: it failed. */
bool groups_number(struct groups *groups, int64_t *number);

/* All zero is fine. */
void groups_end(struct groups *groups);

/* The name or the id of the type of the current row. */
void groups_result(const struct groups *groups, sqlite3_context *context,
		   bool is_name);

#endif
