/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Rows by type; see groups.h. */
#include "query/groups.h"

#include <stdlib.h>
#include <string.h>

/* In the order in which SQLite sorts text.  Several ids may have one name. */
static int compare(const void *a, const void *b)
{
	const struct type *x = *(const struct type *const *)a;
	const struct type *y = *(const struct type *const *)b;
	size_t len = x->utf8_len < y->utf8_len ? x->utf8_len : y->utf8_len;
	int order = memcmp(x->utf8, y->utf8, len);

	if (order == 0)
		order = (x->utf8_len > y->utf8_len) -
			(x->utf8_len < y->utf8_len);
	return order ? order : (x->id > y->id) - (x->id < y->id);
}

bool groups_begin(struct groups *groups, struct rows *rows,
		  const struct wanted *wanted, bool is_by_name)
{
	struct scan *scan = rows->scan[0];

	memset(groups->count, 0, sizeof(groups->count));
	groups->scan = scan;
	groups->wanted = wanted;
	groups->n = groups->at = 0;
	groups->again_at = SIZE_MAX;
	if (!rows_begin(rows, wanted))
		return false;
	do
		groups->count[scan->id[scan_row(scan)]]++;
	while (scan_next(scan));
	if (scan->has_failed)
		return false;
	for (trace_event_id_t id = 0; id < TYPES_IDS; id++)
		if (groups->count[id])
			groups->type[groups->n++] =
				types_find(&scan->reader.types, id);
	if (is_by_name)
		qsort(groups->type, groups->n, sizeof(groups->type[0]),
		      compare);
	groups->left = groups->count[groups->type[0]->id];
	return true;
}

void groups_result(const struct groups *groups, sqlite3_context *context,
		   bool is_name)
{
	const struct type *type = groups->type[groups->at];

	if (is_name)
		sqlite3_result_text(context, type->utf8, (int)type->utf8_len,
				    SQLITE_STATIC);
	else
		sqlite3_result_int64(context, type->id);
}

/* Go to the next row of the type at `at`. */
static bool read_again(struct groups *groups)
{
	const trace_event_id_t id = groups->type[groups->at]->id;

	do
		if (!scan_next(groups->again))
			return false;
	while (groups->again->id[scan_row(groups->again)] != id);
	groups->again_read++;
	return true;
}

bool groups_number(struct groups *groups, int64_t *number)
{
	const uint64_t row = groups->count[groups->type[groups->at]->id] -
			     groups->left;

	if (!groups->again)
		groups->again = scan_open_again(groups->scan, false);
	if (!groups->again)
		return false;
	if (groups->again_at != groups->at) {
		scan_begin(groups->again, groups->wanted);
		groups->again_at = groups->at;
		groups->again_read = 0;
	}
	while (groups->again_read <= row)
		if (!read_again(groups))
			return false;
	return scan_number(groups->again, number);
}

void groups_end(struct groups *groups)
{
	if (groups->again)
		scan_close(groups->again);
	groups->again = NULL;
}
