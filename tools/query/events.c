/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The rows of `events`, and of the tables with the events of one type. */
#include "query/events.h"

#include <posixtrace.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_gen.h>

#include "common/tool.h"
#include "query/groups.h"
#include "query/names.h"
#include "query/result.h"
#include "query/table.h"
#include "report/members.h"
#include "trace/sysdata.h"

struct events {
	struct rows rows;
	const struct form *form;	/* of the type of the table; NULL: all types */
	unsigned skipped;		/* columns that `events` does not have */
	struct names names;
	struct groups groups;		/* if `is_grouped` */
	bool is_grouped;
	uint64_t n;			/* the number of the current row, from 1 */
	uint64_t taken;			/* the row that `values` belongs to; 0: none */
	struct form_values values;
	yajl_gen gen;
	char *room;			/* three characters for each byte of the data */
};

static void events_close(void *state)
{
	struct events *events = state;

	groups_end(&events->groups);
	if (events->rows.scan)
		rows_close(&events->rows);
	if (events->gen)
		yajl_gen_free(events->gen);
	free(events->room);
	free(events);
}

static void *events_open(const struct table *table, struct traces *traces)
{
	struct events *events = calloc(1, sizeof(*events));

	if (!events)
		return NULL;
	events->form = table->form;
	events->skipped = traces->has_dump ? 0 : EVENT_SYMBOL - EVENT_TICKS;
	events->gen = yajl_gen_alloc(NULL);
	events->room = malloc(3 * (POSIXTRACE_DATA_MAX + 1));
	if (events->gen && events->room && rows_open(&events->rows, traces))
		return events;
	events_close(events);
	return NULL;
}

static bool events_begin(void *state, struct wanted *wanted,
			 enum table_how how)
{
	struct events *events = state;

	events->n = 1;
	events->taken = 0;
	events->is_grouped = how != HOW_BY_TIME;
	if (events->form &&
	    (!wanted_add(wanted, BY_EVENT) ||
	     !wanted_add_text(wanted, events->form->event,
			      events->form->event_len)))
		return false;
	if (events->is_grouped)
		return groups_begin(&events->groups, &events->rows, wanted,
				    how == HOW_BY_EVENT);
	return rows_begin(&events->rows, wanted);
}

static bool events_next(void *state)
{
	struct events *events = state;

	if (events->is_grouped)
		return groups_next(&events->groups);
	events->n++;
	return rows_next(&events->rows);
}

static bool events_have_failed(const void *state)
{
	const struct events *events = state;

	return rows_have_failed(&events->rows);
}

/* Return what was generated as the value of the cell. */
static void generated_result(struct events *events, sqlite3_context *context)
{
	const unsigned char *bytes;
	size_t len;

	yajl_gen_get_buf(events->gen, &bytes, &len);
	sqlite3_result_text(context, (const char *)bytes, (int)len,
			    SQLITE_TRANSIENT);
	yajl_gen_clear(events->gen);
	yajl_gen_reset(events->gen, NULL);
}

static void arguments_result(struct events *events, sqlite3_context *context)
{
	struct trace_event event = scan_event(rows_scan(&events->rows));
	bool is_cut = event.info.posix_truncation_status !=
		      POSIX_TRACE_NOT_TRUNCATED;

	if (!event.type->arguments ||
	    !arguments_fit(event.type->arguments, event.data, event.len,
			   is_cut))
		return;
	json_put_arguments(events->gen, events->room, &event, JSON_SQL_EXACT);
	generated_result(events, context);
}

static const char *context_name(int kind)
{
	switch (kind) {
	case POSIXTRACE_CONTEXT_THREAD:
		return "thread";
	case POSIXTRACE_CONTEXT_INTERRUPT:
		return "interrupt";
	default:
		return "initialization";
	}
}

/* Columns that only events of ThreadX have. */
static void threadx_result(struct events *events, sqlite3_context *context,
			   enum event_column column)
{
	struct scan *scan = rows_scan(&events->rows);
	trace_id_t trid = scan->reader.log.trid;
	struct posixtrace_context dumped;
	struct trace_event event;

	if (!scan->reader.log.is_dump || scan_row(scan) == SCAN_MADE ||
	    posixtrace_get_context(trid, &dumped) != 0)
		return;
	event = scan_event(scan);
	switch (column) {
	case EVENT_TICKS:
		result_unsigned(context, dumped.ticks);
		break;
	case EVENT_THREADX_ID:
		result_unsigned(context, dumped.id);
		break;
	case EVENT_CONTEXT:
		sqlite3_result_text(context, context_name(dumped.kind), -1,
				    SQLITE_STATIC);
		break;
	case EVENT_THREAD_ADDRESS:
		result_address(context, dumped.thread);
		break;
	case EVENT_CORE:
		sqlite3_result_int(context, dumped.core);
		break;
	case EVENT_PRIORITY:
		if (dumped.priority >= 0)
			sqlite3_result_int(context, dumped.priority);
		break;
	case EVENT_THRESHOLD:
		if (dumped.threshold >= 0)
			sqlite3_result_int(context, dumped.threshold);
		break;
	case EVENT_WORDS:
		json_put_words(events->gen, &event, &dumped, JSON_SQL_EXACT);
		generated_result(events, context);
		break;
	default:
		json_put_objects(events->gen, trid, &event, &dumped);
		generated_result(events, context);
		break;
	}
}

static void symbol_result(const struct events *events, sqlite3_context *context,
			  enum event_column column)
{
	const struct symbol *symbol = rows_symbol(&events->rows);
	const char *text = !symbol ? NULL : column == EVENT_SYMBOL ?
			   symbol->name : symbol->source;

	if (text)
		sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
}

static void data_result(struct scan *scan, sqlite3_context *context)
{
	struct trace_event event = scan_event(scan);
	size_t len = sysdata_shown(event.info.posix_event_id, event.data,
				   event.len);

	if (len)
		sqlite3_result_blob(context, event.data, (int)len,
				    SQLITE_TRANSIENT);
	else
		sqlite3_result_zeroblob(context, 0);
}

/* Columns whose value is not stored as a number. */
static void made_result(struct events *events, sqlite3_context *context,
			enum event_column column)
{
	struct scan *scan = rows_scan(&events->rows);
	const struct type *type;

	switch (column) {
	case EVENT_THREAD:
		names_result(&events->names, scan, context);
		break;
	case EVENT_NAME:
		type = scan_type(scan);
		sqlite3_result_text(context, type->utf8, (int)type->utf8_len,
				    SQLITE_TRANSIENT);
		break;
	case EVENT_DATA:
		data_result(scan, context);
		break;
	case EVENT_LOST:
		if (scan_loss(scan))
			result_unsigned(context, scan->lost);
		break;
	case EVENT_ARGUMENTS:
		arguments_result(events, context);
		break;
	case EVENT_LOG:
		sqlite3_result_text(context, scan->reader.log.path, -1,
				    SQLITE_STATIC);
		break;
	case EVENT_SYMBOL:
	case EVENT_SOURCE:
		symbol_result(events, context, column);
		break;
	default:
		threadx_result(events, context, column);
		break;
	}
}

static void event_result(struct events *events, sqlite3_context *context,
			 enum event_column column)
{
	const struct scan *scan = rows_scan(&events->rows);
	size_t i = scan_row(scan);

	switch (column) {
	case EVENT_TIME:
		sqlite3_result_int64(context, scan->time[i]);
		break;
	case EVENT_PID:
		sqlite3_result_int(context, scan->pid[i]);
		break;
	case EVENT_TID:
		sqlite3_result_int(context, scan->tid[i]);
		break;
	case EVENT_ID:
		sqlite3_result_int64(context, scan->id[i]);
		break;
	case EVENT_ADDRESS:
		result_address(context, scan->address[i]);
		break;
	case EVENT_TRUNCATED:
		sqlite3_result_int(context, scan->truncated[i] !=
				   POSIX_TRACE_NOT_TRUNCATED);
		break;
	default:
		made_result(events, context, column);
		break;
	}
}

static void events_column(void *state, sqlite3_context *context, int column)
{
	struct events *events = state;

	if (column >= EVENT_TICKS)
		column += (int)events->skipped;
	if (events->is_grouped)
		groups_result(&events->groups, context, column == EVENT_NAME);
	else
		event_result(events, context, (enum event_column)column);
}

/* Rows come by type only of a single trace. */
static bool events_number(void *state, int64_t *number)
{
	struct events *events = state;

	return events->is_grouped ? groups_number(&events->groups, number) :
	       rows_number(&events->rows, number);
}

/* The columns of the type's arguments are between the common columns. */
static void type_column(void *state, sqlite3_context *context, int column)
{
	static const enum event_column last[] = {
		EVENT_ADDRESS, EVENT_TRUNCATED, EVENT_DATA, EVENT_LOG,
		EVENT_SYMBOL, EVENT_SOURCE,
	};
	struct events *events = state;
	int own = column - EVENT_BEGIN;
	struct trace_event event;

	if (own < 0) {
		event_result(events, context, (enum event_column)column);
		return;
	}
	if (own >= (int)events->form->n) {
		event_result(events, context, last[own - (int)events->form->n]);
		return;
	}
	if (events->taken != events->n) {
		event = scan_event(rows_scan(&events->rows));
		form_take(events->form, events->rows.current, &event,
			  &events->values);
		events->taken = events->n;
	}
	form_result(&events->values, (unsigned)own, events->room, context);
}

const struct table_kind kind_events = {
	.time = EVENT_TIME, .pid = EVENT_PID, .tid = EVENT_TID,
	.id = EVENT_ID, .event = EVENT_NAME,
	.is_by_time = true, .has_groups = true, .rows = 1e7,
	.open = events_open, .close = events_close,
	.begin = events_begin, .next = events_next,
	.has_failed = events_have_failed, .column = events_column,
	.number = events_number,
};

const struct table_kind kind_type = {
	.time = EVENT_TIME, .pid = EVENT_PID, .tid = EVENT_TID,
	.id = -1, .event = -1,
	.is_by_time = true, .rows = 1e6,
	.open = events_open, .close = events_close,
	.begin = events_begin, .next = events_next,
	.has_failed = events_have_failed, .column = type_column,
	.number = events_number,
};
