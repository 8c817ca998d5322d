/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The rows of `threads` and `processes`: which ones recorded events, how many,
 * and when.  The trace is read once, with one entry for each thread or process.
 */
#include <stdlib.h>
#include <string.h>

#include "common/escape.h"
#include "query/names.h"
#include "query/table.h"
#include "trace/places.h"

enum thread_column { T_PID, T_TID, T_NAME, T_EVENTS, T_FIRST, T_LAST, T_LOG };
enum process_column { P_PID, P_THREADS, P_EVENTS, P_FIRST, P_LAST, P_LOG };

/* A thread, or all threads of a process. */
struct entry {
	size_t log;
	int32_t pid, tid;
	uint64_t threads, events;
	int64_t first, last;
	char *name;			/* of a thread of a dump; NULL: none */
};

struct summaries {
	struct rows rows;
	struct places places;		/* kind: 2 * log for threads, 2 * log + 1 for processes */
	struct entry *entry;
	size_t n, room, at;
	struct names names;
	bool is_processes, has_failed;
};

static void forget(struct summaries *summaries)
{
	for (size_t i = 0; i < summaries->n; i++)
		free(summaries->entry[i].name);
	summaries->n = 0;
}

static void summaries_close(void *state)
{
	struct summaries *summaries = state;

	forget(summaries);
	places_fini(&summaries->places);
	free(summaries->entry);
	rows_close(&summaries->rows);
	free(summaries);
}

static void *summaries_open(const struct table *table, struct traces *traces)
{
	struct summaries *summaries = calloc(1, sizeof(*summaries));

	if (!summaries)
		return NULL;
	summaries->is_processes = table->kind == &kind_processes;
	if (rows_open(&summaries->rows, traces))
		return summaries;
	free(summaries);
	return NULL;
}

/* The entry of a thread or process.  NULL: no memory. */
static struct entry *find(struct summaries *summaries, unsigned kind,
			  int32_t pid, int32_t tid, bool *is_new)
{
	struct entry *entry;
	size_t number, room;

	if (!places_find(&summaries->places, kind, (uint64_t)pid,
			 (uint64_t)tid, &number))
		return NULL;
	*is_new = number == summaries->n;
	if (*is_new && number == summaries->room) {
		room = 2 * number + 16;
		entry = reallocarray(summaries->entry, room, sizeof(*entry));
		if (!entry)
			return NULL;
		summaries->entry = entry;
		summaries->room = room;
	}
	if (*is_new)
		summaries->entry[summaries->n++] = (struct entry){
			.log = kind / 2, .pid = pid, .tid = tid,
		};
	return &summaries->entry[number];
}

/*
 * Is the row of a thread?  What starts the stream is of none, and in a dump an
 * interrupt is not; there, events of a thread have its name with them.
 */
static bool is_of_thread(const struct scan *scan,
			 struct posixtrace_context *context)
{
	size_t i = scan_row(scan);

	*context->name = '\0';
	if (!scan->reader.log.is_dump)
		return scan->tid[i] != 0;
	return i != SCAN_MADE &&
	       posixtrace_get_context(scan->reader.log.trid, context) == 0 &&
	       context->kind == POSIXTRACE_CONTEXT_THREAD;
}

/* The first row of a thread.  False: no memory. */
static bool begin_thread(struct summaries *summaries, struct entry *entry)
{
	struct posixtrace_context context;
	char utf8[3 * sizeof(context.name) + 1];

	if (!is_of_thread(rows_scan(&summaries->rows), &context))
		return true;
	entry->threads++;
	if (summaries->is_processes || !*context.name)
		return true;
	*escape_utf8(utf8, context.name, strlen(context.name)) = '\0';
	entry->name = strdup(utf8);
	return entry->name;
}

/* Count a row for its thread or process, and a new thread for its process. */
static bool count(struct summaries *summaries)
{
	unsigned kind = 2 * (unsigned)summaries->rows.current;
	const struct scan *scan = rows_scan(&summaries->rows);
	size_t i = scan_row(scan);
	bool is_new_thread, is_new = false;
	struct entry *entry = find(summaries, kind, scan->pid[i], scan->tid[i],
				   &is_new_thread);

	if (entry && summaries->is_processes)
		entry = find(summaries, kind + 1, scan->pid[i], 0, &is_new);
	else
		is_new = is_new_thread;
	if (!entry || (is_new_thread && !begin_thread(summaries, entry)))
		return false;
	if (entry->events++ == 0)
		entry->first = scan->time[i];
	entry->last = scan->time[i];
	return true;
}

/* For `processes`, entries of threads have no events and are no rows. */
static bool find_row(struct summaries *summaries)
{
	while (summaries->at < summaries->n &&
	       summaries->entry[summaries->at].events == 0)
		summaries->at++;
	return summaries->at < summaries->n;
}

static bool summaries_begin(void *state, struct wanted *wanted,
			    enum table_how how)
{
	struct summaries *summaries = state;
	bool is_there;

	(void)how;
	places_fini(&summaries->places);
	places_init(&summaries->places);
	forget(summaries);
	summaries->at = 0;
	summaries->has_failed = false;
	is_there = rows_begin(&summaries->rows, wanted);
	while (is_there && count(summaries))
		is_there = rows_next(&summaries->rows);
	summaries->has_failed = is_there;
	return !summaries->has_failed &&
	       !rows_have_failed(&summaries->rows) && find_row(summaries);
}

static bool summaries_next(void *state)
{
	struct summaries *summaries = state;

	summaries->at++;
	return find_row(summaries);
}

static bool summaries_have_failed(const void *state)
{
	const struct summaries *summaries = state;

	return summaries->has_failed || rows_have_failed(&summaries->rows);
}

static const struct scan *scan_of(const struct summaries *summaries,
				  const struct entry *entry)
{
	return summaries->rows.traces->trace[entry->log].first;
}

static void name_result(struct summaries *summaries, sqlite3_context *context,
			const struct entry *entry)
{
	const struct name *name;

	if (scan_of(summaries, entry)->reader.log.is_dump) {
		sqlite3_result_text(context, entry->name, -1, SQLITE_TRANSIENT);
		return;
	}
	name = names_find(&summaries->names,
			  scan_of(summaries, entry)->reader.log.trid,
			  entry->pid, entry->tid);
	if (name)
		sqlite3_result_text(context, name->utf8, (int)name->len,
				    SQLITE_TRANSIENT);
}

static void threads_column(void *state, sqlite3_context *context, int column)
{
	struct summaries *summaries = state;
	const struct entry *entry = &summaries->entry[summaries->at];

	switch ((enum thread_column)column) {
	case T_PID:
		sqlite3_result_int(context, entry->pid);
		break;
	case T_TID:
		sqlite3_result_int(context, entry->tid);
		break;
	case T_NAME:
		name_result(summaries, context, entry);
		break;
	case T_EVENTS:
		sqlite3_result_int64(context, (sqlite3_int64)entry->events);
		break;
	case T_FIRST:
		sqlite3_result_int64(context, entry->first);
		break;
	case T_LAST:
		sqlite3_result_int64(context, entry->last);
		break;
	case T_LOG:
		sqlite3_result_text(context, summaries->rows.traces->
				    trace[entry->log].path, -1, SQLITE_STATIC);
		break;
	}
}

static void processes_column(void *state, sqlite3_context *context, int column)
{
	static const enum thread_column others[] = {
		[P_PID] = T_PID, [P_EVENTS] = T_EVENTS, [P_FIRST] = T_FIRST,
		[P_LAST] = T_LAST, [P_LOG] = T_LOG,
	};
	struct summaries *summaries = state;
	const struct entry *entry = &summaries->entry[summaries->at];

	if (column == P_THREADS)
		sqlite3_result_int64(context, (sqlite3_int64)entry->threads);
	else
		threads_column(state, context, (int)others[column]);
}

const struct table_kind kind_threads = {
	.time = -1, .pid = -1, .tid = -1, .id = -1, .event = -1,
	.rows = 100,
	.open = summaries_open, .close = summaries_close,
	.begin = summaries_begin, .next = summaries_next,
	.has_failed = summaries_have_failed, .column = threads_column,
};

const struct table_kind kind_processes = {
	.time = -1, .pid = -1, .tid = -1, .id = -1, .event = -1,
	.rows = 10,
	.open = summaries_open, .close = summaries_close,
	.begin = summaries_begin, .next = summaries_next,
	.has_failed = summaries_have_failed, .column = processes_column,
};
