/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The rows of a trace; see scan.h. */
#include "query/scan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/tool.h"

volatile sig_atomic_t scan_interrupted;

static struct scan *create(const char *path)
{
	struct scan *scan = calloc(1, sizeof(*scan));

	if (!scan)
		tool_error("%s: out of memory", path);
	else
		scan->counted_to = INT64_MIN;
	return scan;
}

struct scan *scan_open(const char *path, const struct pick *pick)
{
	struct scan *scan = create(path);

	if (scan && pick) {
		scan->pick = *pick;
		scan->has_pick = pick_is_given(pick);
	}
	if (scan && reader_open(&scan->reader, path, &scan->pick))
		return scan;
	free(scan);
	return NULL;
}

struct scan *scan_open_again(const struct scan *first, bool renews)
{
	struct scan *scan = create(first->reader.log.path);

	if (scan) {
		scan->pick = first->pick;
		scan->has_pick = first->has_pick;
	}
	if (scan && reader_open_again(&scan->reader, &first->reader, renews,
				      &scan->pick))
		return scan;
	free(scan);
	return NULL;
}

void scan_close(struct scan *scan)
{
	reader_close(&scan->reader);
	free(scan);
}

/*
 * Losses have to be counted from the beginning if the trace may have losses
 * that no gap reports; see finish().
 */
static bool may_seek(const struct scan *scan)
{
	struct posixtrace_usage usage;

	return posixtrace_get_usage(scan->reader.log.trid, &usage) == 0 &&
	       usage.complete && !scan->reader.log.is_dump;
}

static void forget(struct scan *scan)
{
	scan->n = scan->n_picked = scan->at = 0;
	scan->gap_row = SIZE_MAX;
	scan->passed = 0;
	scan->has_sought = scan->is_aligned = false;
	scan->before = (struct overflow){ 0 };
}

static bool rewind_reader(struct scan *scan)
{
	forget(scan);
	scan->has_failed |= !reader_rewind(&scan->reader);
	return !scan->has_failed;
}

static struct timespec time_of(int64_t ns)
{
	int64_t sec = ns / 1000000000, rest = ns % 1000000000;

	if (rest < 0) {
		sec--;
		rest += 1000000000;
	}
	return (struct timespec){ (time_t)sec, (long)rest };
}

static int64_t ns_of(const struct timespec *time)
{
	return (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
}

/* Is the next event earlier?  The place in the trace is undefined then. */
static bool is_next_before(const struct scan *scan, int64_t ns)
{
	struct posix_trace_event_info info;
	size_t len;
	int none = 1;

	return posix_trace_getnext_event(scan->reader.log.trid, &info,
					 scan->reader.log.data, 0, &len,
					 &none) == 0 &&
	       !none && ns_of(&info.posix_timestamp) < ns;
}

/*
 * Continue at an event before that time, if there is one.  What a gap reports
 * may lie on both sides of a time: OVERFLOW at its begin, and RESUME with the next
 * event.  Reading from a time in between would find another gap, or none.
 */
static void seek_before(struct scan *scan, int64_t ns)
{
	struct timespec time;
	int64_t at;

	for (int64_t back = 1000; back < INT64_MAX / 8; back *= 8) {
		if (__builtin_sub_overflow(ns, back, &at))
			break;
		time = time_of(at);
		reader_seek(&scan->reader, &time);
		if (is_next_before(scan, ns)) {
			reader_seek(&scan->reader, &time);
			scan->has_sought = true;
			return;
		}
	}
	rewind_reader(scan);
}

void scan_begin(struct scan *scan, const struct wanted *wanted)
{
	scan->wanted = wanted;
	memset(scan->verdict, UNKNOWN, sizeof(scan->verdict));
	scan->room = scan->reader.log.is_dump ? 1 : SCAN_FIRST;
	scan->is_recounted = scan->has_failed = false;
	scan->rest = 0;
	scan->is_over = wanted->from > wanted->to;
	if (!rewind_reader(scan) || wanted->from == INT64_MIN ||
	    !may_seek(scan))
		return;
	seek_before(scan, wanted->from);
}

static bool lets_type(struct scan *scan, uint32_t id)
{
	bool is_let;

	if (id < TYPES_IDS && scan->verdict[id] != UNKNOWN)
		return scan->verdict[id] == WANTED;
	is_let = wanted_lets_type(scan->wanted,
				  types_find(&scan->reader.types, id));
	if (id < TYPES_IDS)
		scan->verdict[id] = is_let ? WANTED : UNWANTED;
	return is_let;
}

static const void *data_of(const struct scan *scan, size_t i, size_t *len)
{
	if (i == SCAN_MADE) {
		*len = 0;
		return "";
	}
	*len = scan->offset[i + 1] - scan->offset[i];
	return scan->data + scan->offset[i];
}

static struct trace_event event_of(struct scan *scan, size_t i)
{
	struct trace_event event = {
		.info = {
			.posix_event_id = scan->id[i],
			.posix_pid = scan->pid[i],
			.posix_tid = scan->tid[i],
			.posix_prog_address =
				(void *)(uintptr_t)scan->address[i],
			.posix_timestamp = time_of(scan->time[i]),
			.posix_truncation_status = scan->truncated[i],
		},
		.type = types_find(&scan->reader.types, scan->id[i]),
		.lost = i == scan->gap_row ? scan->lost : 0,
	};

	event.data = data_of(scan, i, &event.len);
	return event;
}

/* A loss is selected by its time only. */
static bool is_picked(struct scan *scan, size_t i)
{
	struct trace_event event = event_of(scan, i);
	const struct timespec *time = &event.info.posix_timestamp;

	if (i == scan->gap_row)
		return !pick_is_early(&scan->pick, time) &&
		       !pick_is_late(&scan->pick, time);
	return pick_lets(&scan->pick, &scan->reader.log, &event);
}

static bool is_wanted(struct scan *scan, size_t i)
{
	return (!scan->has_pick || is_picked(scan, i)) &&
	       scan->time[i] >= scan->wanted->from &&
	       scan->time[i] <= scan->wanted->to &&
	       (scan->wanted->n == 0 ||
		(lets_type(scan, scan->id[i]) &&
		 wanted_lets_thread(scan->wanted, scan->pid[i],
				    scan->tid[i])));
}

static void pick_row(struct scan *scan, size_t i)
{
	if (is_wanted(scan, i))
		scan->picked[scan->n_picked++] = (uint16_t)i;
}

/*
 * The row before row i; for the first row of a batch, the last of the one
 * before.
 */
static struct overflow before(const struct scan *scan, size_t i)
{
	if (i == 0)
		return scan->before;
	return (struct overflow){ time_of(scan->time[i - 1]),
				  scan->pid[i - 1] };
}

/* Add a row for a loss without an OVERFLOW event, in front of event i. */
static void make_row(struct scan *scan, const struct trace_event *event, size_t i)
{
	const struct posix_trace_event_info *info = &event->info;
	struct types *types = &scan->reader.types;
	const unsigned n_nameless = types->n_nameless;

	scan->time[SCAN_MADE] = info->posix_timestamp.tv_sec *
				INT64_C(1000000000) +
				info->posix_timestamp.tv_nsec;
	scan->id[SCAN_MADE] = info->posix_event_id;
	scan->pid[SCAN_MADE] = info->posix_pid;
	scan->tid[SCAN_MADE] = 0;
	scan->address[SCAN_MADE] = 0;
	scan->truncated[SCAN_MADE] = POSIX_TRACE_NOT_TRUNCATED;
	scan->breaks[SCAN_MADE] = 0;
	scan->lost = event->lost;
	scan->gap_row = SCAN_MADE;
	scan->made = 2 * (scan->passed + (int64_t)i);
	/* The trace need not have the name of what it does not have. */
	types_find(types, info->posix_event_id);
	types->n_nameless = n_nameless;
	pick_row(scan, SCAN_MADE);
}

/*
 * Only some system events mark gaps.  An OVERFLOW is the row of its gap; for any
 * other a row is added in front.
 */
static void find_gap(struct scan *scan, size_t i)
{
	struct reader *reader = &scan->reader;
	struct trace_event event = event_of(scan, i), made;
	struct overflow last = before(scan, i);

	if (!losses_find(&reader->losses, reader->log.trid, &event,
			 &scan->gap))
		return;
	if (event.info.posix_event_id == POSIX_TRACE_OVERFLOW) {
		scan->gap_row = i;
		scan->lost = scan->gap.events;
		return;
	}
	made = overflow_of_loss(&last, &event, &scan->gap);
	make_row(scan, &made, i);
}

/* Gaps are looked for in all rows.  In a recount nothing else is done. */
static void pick_rows(struct scan *scan)
{
	for (size_t i = 0; i < scan->n; i++) {
		if (scan->id[i] < POSIX_TRACE_UNNAMED_USEREVENT)
			find_gap(scan, i);
		if (!scan->is_recounted)
			pick_row(scan, i);
	}
	if (scan->is_recounted)
		scan->n_picked = 0;
}

/*
 * After a seek, count from the first event that is wanted.  Those in front of it are
 * perhaps not the same ones as without a seek, if that was into a gap.
 */
static void align(struct scan *scan)
{
	size_t i = 0;

	if (!scan->has_sought || scan->is_aligned)
		return;
	while (i < scan->n && scan->time[i] < scan->wanted->from)
		i++;
	scan->is_aligned = i < scan->n;
	scan->passed = -(int64_t)i;
	if (scan->n == 0)
		scan->passed = 0;
}

/* The exit status tells of lost names, whichever columns are asked for. */
static void look_up_types(struct scan *scan)
{
	for (size_t i = 0; i < scan->n; i++)
		types_find(&scan->reader.types, scan->id[i]);
}

/* Read a batch.  False: at the end, or after a failure. */
static bool fill(struct scan *scan)
{
	struct open_log *log = &scan->reader.log;
	const struct posixtrace_columns columns = {
		.size = sizeof(columns), .max = scan->room,
		.time = scan->time, .id = scan->id, .pid = scan->pid,
		.tid = scan->tid, .address = scan->address,
		.truncated = scan->truncated, .offset = scan->offset,
		.data = scan->data, .data_size = sizeof(scan->data),
		.breaks = scan->breaks,
	};
	size_t n = 0;
	int err;

	if (scan->n)
		scan->before = before(scan, scan->n);
	scan->passed += (int64_t)scan->n;
	scan->n = 0;
	scan->n_picked = scan->at = 0;
	scan->gap_row = SIZE_MAX;
	err = posixtrace_read_columns(log->trid, &columns, &n);
	if (err) {
		tool_error("%s: %s", log->path, strerror(err));
		scan->has_failed = true;
		return false;
	}
	log->n_read += n;
	if (n && !scan->reader.has_begun) {
		scan->reader.has_begun = true;
		scan->reader.first = time_of(scan->time[0]);
		pick_begin(&scan->pick, &scan->reader.first);
	}
	scan->reader.has_ended = n == 0;
	if (n && !log->is_dump && scan->room < SCAN_BATCH)
		scan->room *= 2;
	scan->n = n;
	look_up_types(scan);
	align(scan);
	return n;
}

/*
 * Were events lost that no gap reports, while the rows before the wanted ones
 * were skipped?
 */
static bool must_recount(const struct scan *scan)
{
	struct posixtrace_usage usage;

	return scan->reader.has_skipped && !scan->is_recounted &&
	       posixtrace_get_usage(scan->reader.log.trid, &usage) == 0 &&
	       usage.lost + usage.log_lost > 0;
}

static void recount(struct scan *scan)
{
	if (!rewind_reader(scan))
		return;
	scan->is_recounted = true;
	while (fill(scan))
		pick_rows(scan);
}

/*
 * All events were read.  Add the gap at the end of the trace, and the losses at
 * unknown places, as the last rows.
 */
static bool finish(struct scan *scan)
{
	struct reader *reader = &scan->reader;
	struct trace_event made;

	if (scan->rest == 0) {
		if (must_recount(scan))
			recount(scan);
		if (reader_begin_at_creation(reader))
			scan->before.time = reader->first;
		if (scan->has_failed || !reader->has_begun)
			return false;
		scan->rest = 1;
		if (losses_find_end(&reader->losses, reader->log.trid,
				    &scan->gap)) {
			made = overflow_of_loss(&scan->before, NULL,
						&scan->gap);
			make_row(scan, &made, 0);
			scan->before.time = made.info.posix_timestamp;
			if (scan->n_picked)
				return true;
		}
	}
	scan->is_over = true;
	made = overflow_of_rest(&scan->before, reader_rest(reader));
	if (made.lost == 0)
		return false;
	scan->n_picked = scan->at = 0;
	scan->gap = (struct posixtrace_loss){ .events = made.lost };
	make_row(scan, &made, 1);
	return scan->n_picked;
}

bool scan_more(struct scan *scan)
{
	while (!scan->is_over && !scan->has_failed && !scan_interrupted) {
		if (scan->rest || !fill(scan)) {
			if (scan->has_failed || !finish(scan))
				break;
			return true;
		}
		pick_rows(scan);
		/* Times never decrease, so no later row is wanted. */
		scan->is_over = scan->time[scan->n - 1] > scan->wanted->to;
		if (scan->n_picked)
			return true;
	}
	scan->is_over = true;
	scan->n_picked = scan->at = 0;
	return false;
}

/* The number of events of those times. */
static int64_t count_between(struct scan *scan, int64_t from, int64_t to)
{
	const struct wanted wanted = { .from = from, .to = INT64_MAX };
	int64_t n = 0;

	scan_begin(scan, &wanted);
	while (!scan->has_failed && !scan_interrupted && fill(scan)) {
		for (size_t i = 0; i < scan->n; i++) {
			if (scan->time[i] >= to)
				return n;
			n += scan->time[i] >= from;
		}
	}
	return n;
}

/*
 * Where it was sought to, in events from the beginning.  A statement may ask for one
 * time after another: count from the one before.
 */
static bool find_place(struct scan *scan)
{
	const int64_t to = scan->wanted->from;
	struct scan *other = scan_open_again(scan, false);
	bool has_failed;

	if (!other)
		return false;
	if (scan->counted_to > to) {
		scan->counted_to = INT64_MIN;
		scan->counted = 0;
	}
	scan->counted += count_between(other, scan->counted_to, to);
	scan->counted_to = to;
	has_failed = other->has_failed || scan_interrupted;
	scan_close(other);
	if (has_failed) {
		scan->counted_to = INT64_MIN;
		scan->counted = 0;
		return false;
	}
	scan->passed += scan->counted;
	scan->made += 2 * scan->counted;
	scan->has_sought = false;
	return true;
}

/* Events have odd numbers, so that there is one for an added row between them. */
bool scan_number(struct scan *scan, int64_t *number)
{
	const size_t i = scan_row(scan);

	if (scan->has_sought && !find_place(scan))
		return false;
	*number = i == SCAN_MADE ? scan->made :
		  2 * (scan->passed + (int64_t)i) + 1;
	return true;
}

struct trace_event scan_event(struct scan *scan)
{
	return event_of(scan, scan_row(scan));
}

const void *scan_data(const struct scan *scan, size_t *len)
{
	return data_of(scan, scan_row(scan), len);
}

const struct posixtrace_loss *scan_loss(const struct scan *scan)
{
	return scan_row(scan) == scan->gap_row ? &scan->gap : NULL;
}
