/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The rows of `slices`: begin and end events of one name on one thread form a
 * slice, and an event that tells the duration of a call is one (trace/pairs.h).
 * Rows are in the order of the ends.  Only slices that have not ended are
 * kept in memory.
 */
#include <stdlib.h>
#include <string.h>

#include "query/names.h"
#include "query/table.h"
#include "trace/pairs.h"
#include "trace/places.h"

enum column { NAME, START, END, DURATION, SELF, DEPTH, PID, TID, THREAD, LOG };

/* Open slices of a trace. */
struct open_slices {
	struct pair_name parsed[TYPES_SHOWN];
	uint32_t generation;		/* the number of gaps; a pair across a gap is dropped */
	struct places places;
	struct pairs **of;		/* by the number of the thread in `places` */
	size_t room;
};

struct slices {
	struct rows rows;
	struct open_slices *open;	/* one for each trace */
	struct names names;
	const struct wanted *wanted;	/* which threads are wanted */
	struct wanted all;		/* the rows to read: to the wanted time */
	bool has_failed;
	/* The current row. */
	struct pair_begun slice;
	uint64_t end;
	unsigned depth;
};

static void forget(struct open_slices *open)
{
	for (size_t i = 0; i < open->room; i++)
		free(open->of[i]);
	free(open->of);
	places_fini(&open->places);
	memset(open, 0, sizeof(*open));
}

static void slices_close(void *state)
{
	struct slices *slices = state;

	for (size_t i = 0; slices->open && i < slices->rows.traces->n; i++)
		forget(&slices->open[i]);
	free(slices->open);
	if (slices->rows.scan)
		rows_close(&slices->rows);
	free(slices);
}

static void *slices_open(const struct table *table, struct traces *traces)
{
	struct slices *slices = calloc(1, sizeof(*slices));

	(void)table;
	if (!slices)
		return NULL;
	if (!rows_open(&slices->rows, traces)) {
		free(slices);
		return NULL;
	}
	slices->open = calloc(traces->n, sizeof(*slices->open));
	if (slices->open)
		return slices;
	slices_close(slices);
	return NULL;
}

/* The open slices of the thread of the row; NULL: no memory. */
static struct pairs **find(struct open_slices *open, const struct scan *scan)
{
	size_t i = scan_row(scan), number, room;
	struct pairs **of;

	if (!places_find(&open->places, 0, (uint64_t)scan->pid[i],
			 (uint64_t)scan->tid[i], &number))
		return NULL;
	if (number < open->room)
		return &open->of[number];
	room = 2 * number + 16;
	of = reallocarray(open->of, room, sizeof(struct pairs *));
	if (!of)
		return NULL;
	memset(of + open->room, 0, (room - open->room) * sizeof(*of));
	open->of = of;
	open->room = room;
	return &of[number];
}

/* Process a row.  True: it ends a slice, which becomes the current row. */
static bool take(struct slices *slices)
{
	struct open_slices *open = &slices->open[slices->rows.current];
	struct scan *scan = rows_scan(&slices->rows);
	size_t i = scan_row(scan);
	const struct type *type;
	struct pair_event taken;
	struct pair_name *name;
	struct pairs **pairs;

	open->generation += scan_loss(scan) != NULL;
	if (scan->id[i] >= TYPES_IDS)
		return false;
	type = rows_slice_type(&slices->rows);
	if (!type) {
		slices->has_failed = true;
		return false;
	}
	name = &open->parsed[type->id];
	if (name->role == PAIR_UNKNOWN)
		pair_parse(name, type);
	if (name->role == PAIR_NONE ||
	    !wanted_lets_thread(slices->wanted, scan->pid[i], scan->tid[i]))
		return false;
	pairs = find(open, scan);
	if (!pairs) {
		slices->has_failed = true;
		return false;
	}
	slices->end = (uint64_t)scan->time[i];
	taken = (struct pair_event){
		.type = type, .name = name, .ns = slices->end,
		.breaks = scan->breaks[i],
	};
	taken.data = scan_data(scan, &taken.len);
	switch (pairs_take(pairs, open->generation, &taken)) {
	case PAIRS_ENDED:
		slices->depth = (*pairs)->n;
		slices->slice = *pairs_ended(*pairs);
		return scan->time[i] >= slices->wanted->from;
	case PAIRS_NO_MEMORY:
		slices->has_failed = true;
		return false;
	default:
		return false;
	}
}

static bool advance(struct slices *slices, bool is_there)
{
	while (is_there && !slices->has_failed) {
		if (take(slices))
			return true;
		is_there = rows_next(&slices->rows);
	}
	return false;
}

/*
 * Read all rows up to the end of the wanted time, also those of other threads:
 * slices that began earlier determine the depth, and a loss in a slice
 * invalidates it, whichever thread reports the loss.
 */
static bool slices_begin(void *state, struct wanted *wanted,
			 enum table_how how)
{
	struct slices *slices = state;

	(void)how;
	for (size_t i = 0; i < slices->rows.traces->n; i++) {
		forget(&slices->open[i]);
		places_init(&slices->open[i].places);
	}
	slices->has_failed = false;
	slices->wanted = wanted;
	wanted_init(&slices->all);
	slices->all.to = wanted->to;
	return advance(slices, rows_begin(&slices->rows, &slices->all));
}

static bool slices_next(void *state)
{
	struct slices *slices = state;

	return advance(slices, rows_next(&slices->rows));
}

static bool slices_have_failed(const void *state)
{
	const struct slices *slices = state;

	return slices->has_failed || rows_have_failed(&slices->rows);
}

static void slices_column(void *state, sqlite3_context *context, int column)
{
	struct slices *slices = state;
	const struct scan *scan = rows_scan(&slices->rows);
	const struct pair_begun *slice = &slices->slice;
	sqlite3_int64 duration = (sqlite3_int64)(slices->end - slice->ns);
	size_t i = scan_row(scan);

	switch ((enum column)column) {
	case NAME:
		sqlite3_result_text(context, slice->type->utf8,
				    (int)slice->name.stem_len,
				    SQLITE_TRANSIENT);
		break;
	case START:
		sqlite3_result_int64(context, (sqlite3_int64)slice->ns);
		break;
	case END:
		sqlite3_result_int64(context, (sqlite3_int64)slices->end);
		break;
	case DURATION:
		sqlite3_result_int64(context, duration);
		break;
	case SELF:
		sqlite3_result_int64(context, duration -
				     (sqlite3_int64)slice->inner_ns);
		break;
	case DEPTH:
		sqlite3_result_int64(context, slices->depth);
		break;
	case PID:
		sqlite3_result_int(context, scan->pid[i]);
		break;
	case TID:
		sqlite3_result_int(context, scan->tid[i]);
		break;
	case THREAD:
		names_result(&slices->names, rows_scan(&slices->rows), context);
		break;
	case LOG:
		sqlite3_result_text(context, scan->reader.log.path, -1,
				    SQLITE_STATIC);
		break;
	}
}

/* That of the row which ends it. */
static bool slices_number(void *state, int64_t *number)
{
	struct slices *slices = state;

	return rows_number(&slices->rows, number);
}

const struct table_kind kind_slices = {
	.time = END, .pid = PID, .tid = TID, .id = -1, .event = -1,
	.is_by_time = true, .rows = 1e6, .reads = 1e7,
	.open = slices_open, .close = slices_close,
	.begin = slices_begin, .next = slices_next,
	.has_failed = slices_have_failed, .column = slices_column,
	.number = slices_number,
};
