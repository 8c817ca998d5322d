/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The rows of one trace that are wanted.  All rows are exactly the lines of
 * `report --json`, in the same order and with the losses.  Rows are read in
 * batches of columns, so an unwanted row costs only a comparison.  The memory
 * needed does not depend on the length of the trace.
 */
#ifndef POSIXTRACE_TOOLS_QUERY_SCAN_H
#define POSIXTRACE_TOOLS_QUERY_SCAN_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "query/wanted.h"
#include "report/overflow.h"
#include "trace/reader.h"

enum {
	SCAN_BATCH = 2048,		/* events in a batch */
	SCAN_FIRST = 64,		/* in the first batch, since few may be wanted */
	/*
	 * The index of a row that is no event of the trace: a loss without an
	 * OVERFLOW event.
	 */
	SCAN_MADE = SCAN_BATCH,
	SCAN_DATA = 4 * (POSIXTRACE_DATA_MAX + 1),
};

struct scan {
	struct reader reader;
	struct pick pick;		/* selects among all rows ... */
	bool has_pick;			/* ... if this is set */
	struct scan *next;		/* for a list of the owner */
	const struct wanted *wanted;
	enum verdict { UNKNOWN, WANTED, UNWANTED } verdict[TYPES_IDS];
	/* The rows of the batch, and the indexes of those that are wanted. */
	size_t n, room;
	size_t n_picked, at;
	uint16_t picked[SCAN_BATCH + 1];
	uint64_t lost;			/* the number of events lost in `gap` */
	struct posixtrace_loss gap;
	size_t gap_row;			/* the row of `gap`; SIZE_MAX: none */
	/* The number of events in front of the batch, from the beginning of the
	 * trace; or, after a seek, from the first event that is wanted by its time.
	 * See scan_number(). */
	int64_t passed;
	int64_t made;			/* the number of the added row, from there */
	bool has_sought, is_aligned;	/* that event was found */
	/* A time, and the number of events before it; INT64_MIN: none yet. */
	int64_t counted_to, counted;
	bool is_over, has_failed;
	bool is_recounted;		/* being read again, only to count the losses */
	uint64_t rest;			/* not 0: the gap at the end is done */
	struct overflow before;		/* the last row of the previous batch */
	/* Columns, with the added row at the end. */
	int64_t time[SCAN_BATCH + 1];
	uint32_t id[SCAN_BATCH + 1];
	int32_t pid[SCAN_BATCH + 1];
	int32_t tid[SCAN_BATCH + 1];
	uint64_t address[SCAN_BATCH + 1];
	uint64_t offset[SCAN_BATCH + 2];
	uint8_t truncated[SCAN_BATCH + 1];
	uint32_t breaks[SCAN_BATCH + 1];
	unsigned char data[SCAN_DATA];
};

/* Set by a handler of ^C: all scans end until it is cleared. */
extern volatile sig_atomic_t scan_interrupted;

/*
 * Open a trace.  `pick` selects rows by time, type and thread; NULL: all rows.
 * The lists in `pick` stay the caller's.  Returns NULL if it failed; an error
 * was reported.
 */
struct scan *scan_open(const char *path, const struct pick *pick);
/* Another reader of the same events; or, if it renews, of those that the trace has by
 * now. */
struct scan *scan_open_again(const struct scan *scan, bool renews);
void scan_close(struct scan *scan);

/*
 * Begin at the first wanted row.  `wanted` stays the caller's.  Earlier rows are
 * skipped without reading, unless losses have to be counted in them.
 */
void scan_begin(struct scan *scan, const struct wanted *wanted);

/* Read the next batch; see scan_next(). */
bool scan_more(struct scan *scan);

/* Go to the next wanted row.  False: at the end, or after a failure. */
static inline bool scan_next(struct scan *scan)
{
	return ++scan->at < scan->n_picked || scan_more(scan);
}

/* The index of the current row in the columns. */
static inline size_t scan_row(const struct scan *scan)
{
	return scan->picked[scan->at];
}

/*
 * The event of the current row, with its type.  Its data is valid until the next
 * call of scan_next().
 */
struct trace_event scan_event(struct scan *scan);

/* Only its data, and its length. */
const void *scan_data(const struct scan *scan, size_t *len);

/* The loss that the current row reports; NULL: it is an event. */
const struct posixtrace_loss *scan_loss(const struct scan *scan);

/*
 * The number of the current row among all rows of the trace: the same however it
 * was found.  Not without gaps.  False: it failed.  Slow where rows were skipped.
 */
bool scan_number(struct scan *scan, int64_t *number);

static inline const struct type *scan_type(struct scan *scan)
{
	return types_find(&scan->reader.types, scan->id[scan_row(scan)]);
}

#endif
