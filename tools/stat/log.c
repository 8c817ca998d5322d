/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* `posixtrace stat` for a log: counts, rates and losses. */
#include <inttypes.h>
#include <posixtrace.h>
#include <stdlib.h>
#include <string.h>

#include "common/nanoseconds.h"
#include "common/tool.h"
#include "stat/durations.h"
#include "stat/ends.h"
#include "stat/processor.h"
#include "stat/reading.h"
#include "stat/stat.h"
#include "trace/places.h"
#include "trace/plain-name.h"
#include "trace/summary.h"
#include "trace/thread-name.h"

/* Events of a type or a thread. */
struct tally {
	int64_t pid;
	int64_t tid;
	uint64_t events;
	uint64_t bytes;			/* of data */
	struct timespec first;
	struct timespec last;
	struct pairs *begun;		/* of a thread; NULL: none */
};

struct log_stat {
	struct reader *reader;
	struct tally all;
	struct tally by_type[TYPES_IDS];
	struct places places;
	struct tally *threads;		/* by the numbers of their places */
	size_t n_threads, threads_room;
	struct ends ends;
	struct durations durations;
	struct processor processor;
	uint64_t n_truncated;
	uint64_t n_gaps;
	int64_t gap_ns;			/* their total duration */
	int64_t silence_ns;		/* the longest between two events */
	struct timespec silence;	/* and when it began */
};

static void add(struct tally *tally, const struct posix_trace_event_info *info,
		size_t len)
{
	if (tally->events++ == 0) {
		tally->pid = info->posix_pid;
		tally->tid = info->posix_tid;
		tally->first = info->posix_timestamp;
	}
	tally->last = info->posix_timestamp;
	tally->bytes += len;
}

static void note_gap(void *state, const struct posixtrace_loss *gap)
{
	struct log_stat *stat = state;
	int64_t ns = ns_between(&gap->first, &gap->resume);

	stat->n_gaps++;
	ends_gap(&stat->ends);
	processor_gap(&stat->processor);
	if (ns > 0 && __builtin_add_overflow(stat->gap_ns, ns, &stat->gap_ns))
		stat->gap_ns = INT64_MAX;
}

/* NULL: no memory. */
static struct tally *find_thread(struct log_stat *stat,
				  const struct posix_trace_event_info *info)
{
	size_t number;

	if (!places_find(&stat->places, 0, (uint64_t)info->posix_pid,
			 (uint64_t)info->posix_tid, &number))
		return NULL;
	if (number == stat->threads_room) {
		size_t room = stat->threads_room ? 2 * stat->threads_room : 64;
		struct tally *threads = reallocarray(stat->threads, room,
						      sizeof(*threads));

		if (!threads)
			return NULL;
		stat->threads = threads;
		stat->threads_room = room;
	}
	if (number == stat->n_threads)
		stat->threads[stat->n_threads++] = (struct tally){ 0 };
	return &stat->threads[number];
}

/* False: no memory. */
static bool take(void *state, const struct trace_event *event, uint64_t ns,
		 bool is_picked)
{
	struct log_stat *stat = state;
	const struct posix_trace_event_info *info = &event->info;
	size_t len = event->len;
	struct tally *thread;
	struct ended ended;
	int64_t silence_ns = ns_between(&stat->all.last, &info->posix_timestamp);

	if (!is_picked)
		return true;
	if (stat->all.events && silence_ns > stat->silence_ns) {
		stat->silence_ns = silence_ns;
		stat->silence = stat->all.last;
	}
	add(&stat->all, info, len);
	stat->n_truncated += info->posix_truncation_status !=
			     POSIX_TRACE_NOT_TRUNCATED;
	if (info->posix_event_id < TYPES_IDS)
		add(&stat->by_type[info->posix_event_id], info, len);
	thread = find_thread(stat, info);
	if (!thread)
		return false;
	add(thread, info, len);
	if (!processor_take(&stat->processor, event, ns))
		return false;
	return ends_take(&stat->ends, &thread->begun, event, ns, &ended) &&
	       (!ended.type || durations_count(&stat->durations, &ended));
}

static double seconds(int64_t ns)
{
	return (double)ns / 1e9;
}

/* Events per second, or nothing if they span no time. */
static void put_rate(struct sheet *sheet, const struct tally *tally)
{
	int64_t ns = ns_between(&tally->first, &tally->last);

	if (tally->events > 1 && ns > 0)
		sheet_cell_decimal(sheet, (double)(tally->events - 1) / seconds(ns), 1);
	else
		sheet_cell_none(sheet);
}

static void put_tally(struct sheet *sheet, const struct log_stat *stat,
		      const struct tally *tally)
{
	sheet_cell_number(sheet, tally->events);
	sheet_cell_decimal(sheet, 100.0 * (double)tally->events / (double)stat->all.events, 2);
	put_rate(sheet, tally);
	sheet_cell_number(sheet, tally->bytes);
	sheet_cell_decimal(sheet, seconds(ns_between(&stat->all.first, &tally->first)), 9);
	sheet_cell_decimal(sheet, seconds(ns_between(&stat->all.first, &tally->last)), 9);
}

/* The type of that name that has occurred; NULL: none. */
static struct tally *find_type(struct log_stat *stat, const char *name,
			       size_t len)
{
	for (size_t i = 0; i < TYPES_IDS; i++) {
		const struct type *type;

		if (stat->by_type[i].events == 0)
			continue;
		type = types_find(&stat->reader->types, (trace_event_id_t)i);
		if (type->utf8_len == len && memcmp(type->utf8, name, len) == 0)
			return &stat->by_type[i];
	}
	return NULL;
}

/* Count the events of one tally in another one. */
static void merge(struct tally *into, struct tally *from)
{
	into->events += from->events;
	into->bytes += from->bytes;
	if (ns_between(&from->first, &into->first) > 0)
		into->first = from->first;
	if (ns_between(&into->last, &from->last) > 0)
		into->last = from->last;
	from->events = 0;
}

/* NAME~2 has other arguments than NAME, and is the same to who counts. */
static void merge_types(struct log_stat *stat)
{
	for (size_t i = 0; i < TYPES_IDS; i++) {
		const struct type *type;
		struct tally *into;
		size_t len;

		if (stat->by_type[i].events == 0)
			continue;
		type = types_find(&stat->reader->types, (trace_event_id_t)i);
		len = plain_name_len(type->utf8, type->utf8_len);
		into = len == type->utf8_len ? NULL :
		       find_type(stat, type->utf8, len);
		if (into)
			merge(into, &stat->by_type[i]);
	}
}

static int by_events(const void *a, const void *b)
{
	const struct tally *x = *(const struct tally *const *)a;
	const struct tally *y = *(const struct tally *const *)b;

	if (x->events != y->events)
		return x->events > y->events ? -1 : 1;
	return x < y ? -1 : x > y;
}

/* The used tallies, most events first; the caller frees it. */
static const struct tally **sort(const struct tally *table, size_t room,
				 size_t *n)
{
	const struct tally **list = calloc(room + 1, sizeof(*list));

	*n = 0;
	for (size_t i = 0; list && i < room; i++)
		if (table[i].events)
			list[(*n)++] = &table[i];
	if (list)
		qsort(list, *n, sizeof(*list), by_events);
	return list;
}

static bool show_types(struct sheet *sheet, struct log_stat *stat)
{
	static const char *const columns[] = {
		"event type", ">events", ">percent", ">a second", ">bytes",
		">first", ">last",
	};
	const struct tally **list;
	size_t n;

	merge_types(stat);
	list = sort(stat->by_type, TYPES_IDS, &n);
	if (!list)
		return false;
	sheet_table(sheet, "event types", columns,
		    sizeof(columns) / sizeof(columns[0]));
	for (size_t i = 0; i < n; i++) {
		size_t id = (size_t)(list[i] - stat->by_type);
		char name[TRACE_EVENT_NAME_MAX + 1];

		/* As it is: the sheet escapes what has to be. */
		types_name(stat->reader->log.trid, (trace_event_id_t)id, name);
		sheet_row(sheet);
		sheet_cell_text(sheet, "%s", sheet_is_json(sheet) ? name :
				types_label((trace_event_id_t)id, name));
		put_tally(sheet, stat, list[i]);
	}
	sheet_table_end(sheet);
	free(list);
	return true;
}

static bool show_threads(struct sheet *sheet, const struct log_stat *stat)
{
	static const char *const columns[] = {
		">pid", ">tid", "name", ">events", ">percent", ">a second",
		">bytes", ">first", ">last",
	};
	size_t n;
	const struct tally **list = sort(stat->threads, stat->n_threads, &n);

	if (!list)
		return false;
	sheet_table(sheet, "threads", columns,
		    sizeof(columns) / sizeof(columns[0]));
	for (size_t i = 0; i < n; i++) {
		struct thread_name room;
		const char *name = thread_name_find(&room,
						    stat->reader->log.trid,
						    (pid_t)list[i]->pid,
						    (pid_t)list[i]->tid);

		sheet_row(sheet);
		sheet_cell_signed(sheet, list[i]->pid);
		sheet_cell_signed(sheet, list[i]->tid);
		if (name)
			sheet_cell_text(sheet, "%s", name);
		else
			sheet_cell_none(sheet);
		put_tally(sheet, stat, list[i]);
	}
	sheet_table_end(sheet);
	free(list);
	return true;
}

static void show_totals(struct sheet *sheet, const struct log_stat *stat,
			const struct summary *summary)
{
	const struct posixtrace_usage *usage = &summary->usage;
	int64_t ns = ns_between(&stat->all.first, &stat->all.last);

	sheet_text(sheet, "format", "POSIX trace log");
	sheet_number(sheet, "events", stat->all.events);
	sheet_decimal(sheet, "seconds", seconds(ns), 9);
	if (stat->all.events > 1 && ns > 0)
		sheet_decimal(sheet, "events a second", (double)(stat->all.events - 1) / seconds(ns), 1);
	sheet_number(sheet, "bytes of data", stat->all.bytes);
	sheet_number(sheet, "cut events", stat->n_truncated);
	sheet_decimal(sheet, "longest silence", seconds(stat->silence_ns), 9);
	if (stat->silence_ns > 0)
		sheet_decimal(sheet, "silence began",
			      seconds(ns_between(&stat->all.first,
						 &stat->silence)), 9);
	sheet_group(sheet, "losses");
	sheet_number(sheet, "lost", usage->lost);
	sheet_number(sheet, "lost from the log", usage->log_lost);
	sheet_number(sheet, "gaps", stat->n_gaps);
	sheet_decimal(sheet, "seconds of gaps", seconds(stat->gap_ns), 9);
	summary_show_full(summary, sheet);
	sheet_group_end(sheet);
}

static bool show_tables(struct sheet *sheet, struct log_stat *stat,
			const struct summary *summary)
{
	show_totals(sheet, stat, summary);
	if (!show_types(sheet, stat) || !show_threads(sheet, stat))
		return false;
	processor_show(&stat->processor, sheet, stat->reader->log.trid);
	durations_show(sheet, &stat->durations);
	return true;
}

static int show(struct sheet *sheet, struct log_stat *stat)
{
	static const struct taker taker = { .event = take, .gap = note_gap };
	struct summary summary = { 0 };

	if (!reading_take(stat->reader, &taker, stat))
		return TOOL_FAILURE;
	summary_take(&summary, stat->reader);
	if (!show_tables(sheet, stat, &summary)) {
		tool_error("%s: out of memory", stat->reader->log.path);
		return TOOL_FAILURE;
	}
	summary_note_full(&summary);
	summary_note_damage(&summary, "counted");
	return summary_status(&summary);
}

int stat_show_log(struct sheet *sheet, struct reader *reader)
{
	struct log_stat *stat = calloc(1, sizeof(*stat));
	int status;

	if (!stat) {
		tool_error("%s: out of memory", reader->log.path);
		return TOOL_FAILURE;
	}
	stat->reader = reader;
	stat->ends.log = &reader->log;
	places_init(&stat->places);
	processor_init(&stat->processor);
	status = show(sheet, stat);
	for (size_t i = 0; i < stat->n_threads; i++)
		free(stat->threads[i].begun);
	free(stat->threads);
	places_fini(&stat->places);
	processor_fini(&stat->processor);
	durations_fini(&stat->durations);
	ends_note_deep(&stat->ends, reader->log.path);
	ends_fini(&stat->ends);
	free(stat);
	return status;
}
