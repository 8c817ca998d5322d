/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The rows of `types`, `attributes` and `clocks`: what a trace contains besides
 * its events.  There are few of these rows, and they are made when a statement
 * reads the table.
 */
#include <inttypes.h>
#include <posixtrace.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/escape.h"
#include "query/result.h"
#include "query/table.h"
#include "trace/policy.h"

enum { CELLS = 8 };

/* NULL, a number or text. */
struct cell {
	enum { NOTHING, NUMBER, TEXT } kind;
	int64_t number;
	char *text;
};

struct facts {
	const struct table *table;
	struct traces *traces;
	struct cell (*row)[CELLS];
	size_t n, room, at, cells;
	bool has_failed;
};

static void forget(struct facts *facts)
{
	for (size_t i = 0; i < facts->n; i++)
		for (size_t k = 0; k < CELLS; k++)
			free(facts->row[i][k].text);
	facts->n = 0;
}

static void facts_close(void *state)
{
	struct facts *facts = state;

	forget(facts);
	free(facts->row);
	free(facts);
}

static void *facts_open(const struct table *table, struct traces *traces)
{
	struct facts *facts = calloc(1, sizeof(*facts));

	if (facts) {
		facts->table = table;
		facts->traces = traces;
	}
	return facts;
}

/* A new row; its cells are filled from left to right. */
static void begin_row(struct facts *facts)
{
	size_t room = 2 * facts->n + 16;
	struct cell (*row)[CELLS] = facts->row;

	if (facts->n == facts->room) {
		row = reallocarray(row, room, sizeof(*row));
		facts->has_failed |= !row;
		if (!row)
			return;
		facts->row = row;
		facts->room = room;
	}
	memset(row[facts->n++], 0, sizeof(*row));
	facts->cells = 0;
}

static struct cell *next_cell(struct facts *facts)
{
	static struct cell none;

	return facts->has_failed || facts->n == 0 ? &none :
	       &facts->row[facts->n - 1][facts->cells++];
}

static void put_nothing(struct facts *facts)
{
	next_cell(facts)->kind = NOTHING;
}

static void put_number(struct facts *facts, int64_t number)
{
	struct cell *cell = next_cell(facts);

	cell->kind = NUMBER;
	cell->number = number;
}

/* Text with any bytes; invalid UTF-8 is escaped. */
static void put_text(struct facts *facts, const char *text)
{
	size_t len = strlen(text);
	char *utf8 = malloc(3 * len + 1);
	struct cell *cell = next_cell(facts);

	if (!utf8 || facts->has_failed) {
		facts->has_failed = true;
		free(utf8);
		return;
	}
	*escape_utf8(utf8, text, len) = '\0';
	cell->kind = TEXT;
	cell->text = utf8;
}

static void make_types(struct facts *facts, struct trace *trace)
{
	trace_id_t trid = trace->first->reader.log.trid;
	struct types *types = &trace->first->reader.types;
	char name[TRACE_EVENT_NAME_MAX + 1];
	trace_event_id_t id;

	while (types_next(trid, &id, name)) {
		const struct type *type = types_find(types, id);
		const char *table = tables_of_type(facts->table->tables,
						   type->utf8,
						   type->utf8_len);

		begin_row(facts);
		put_number(facts, id);
		put_text(facts, name);
		if (table)
			put_text(facts, table);
		else
			put_nothing(facts);
		if (type->arguments)
			put_text(facts, type->arguments->text);
		else
			put_nothing(facts);
		put_text(facts, trace->path);
	}
}

static void put_attribute(struct facts *facts, const struct trace *trace,
			  const char *name, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

static void put_attribute(struct facts *facts, const struct trace *trace,
			  const char *name, const char *format, ...)
{
	char text[2 * TRACE_NAME_MAX + 64];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	begin_row(facts);
	put_text(facts, name);
	put_text(facts, text);
	put_text(facts, trace->path);
}

static void make_attributes(struct facts *facts, struct trace *trace)
{
	trace_id_t trid = trace->first->reader.log.trid;
	char text[TRACE_NAME_MAX + 1] = "";
	struct timespec time = { 0 };
	trace_attr_t attr;
	size_t size = 0;
	int policy = 0;

	if (posix_trace_get_attr(trid, &attr) != 0)
		return;
	posix_trace_attr_getname(&attr, text);
	put_attribute(facts, trace, "trace name", "%s", text);
	posix_trace_attr_getgenversion(&attr, text);
	put_attribute(facts, trace, "generation version", "%s", text);
	posix_trace_attr_getclockres(&attr, &time);
	put_attribute(facts, trace, "clock resolution ns", "%" PRIu64,
		      (uint64_t)time.tv_sec * 1000000000 +
		      (uint64_t)time.tv_nsec);
	posix_trace_attr_getstreamsize(&attr, &size);
	put_attribute(facts, trace, "stream min size", "%zu", size);
	posix_trace_attr_getmaxdatasize(&attr, &size);
	put_attribute(facts, trace, "max data size", "%zu", size);
	posix_trace_attr_getlogsize(&attr, &size);
	put_attribute(facts, trace, "log max size", "%zu", size);
	posix_trace_attr_getstreamfullpolicy(&attr, &policy);
	put_attribute(facts, trace, "stream full policy", "%s",
		      policy_name(policy));
	posix_trace_attr_getlogfullpolicy(&attr, &policy);
	put_attribute(facts, trace, "log full policy", "%s",
		      policy_name(policy));
	posix_trace_attr_getinherited(&attr, &policy);
	put_attribute(facts, trace, "inheritance", "%s",
		      policy == POSIX_TRACE_INHERITED ? "inherited"
						      : "close for child");
	posix_trace_attr_destroy(&attr);
}

/* NULL if the time is not known. */
static void put_time(struct facts *facts, const struct timespec *time)
{
	if (time->tv_sec || time->tv_nsec)
		put_number(facts, time->tv_sec * INT64_C(1000000000) +
			   time->tv_nsec);
	else
		put_nothing(facts);
}

static void make_clocks(struct facts *facts, struct trace *trace)
{
	trace_id_t trid = trace->first->reader.log.trid;
	struct posixtrace_clock clock = { 0 };
	struct posixtrace_origin origin = { 0 };

	posixtrace_get_clock(trid, &clock);
	posixtrace_get_origin(trid, &origin);
	begin_row(facts);
	put_time(facts, &clock.real);
	put_time(facts, &clock.monotonic);
	put_text(facts, origin.host);
	put_text(facts, origin.boot_id);
	put_text(facts, trace->path);
}

static bool facts_begin(void *state, struct wanted *wanted,
			enum table_how how)
{
	struct facts *facts = state;

	(void)wanted;
	(void)how;
	forget(facts);
	facts->at = 0;
	facts->has_failed = false;
	for (size_t i = 0; i < facts->traces->n; i++) {
		struct trace *trace = &facts->traces->trace[i];

		if (facts->table->kind == &kind_types)
			make_types(facts, trace);
		else if (facts->table->kind == &kind_clocks)
			make_clocks(facts, trace);
		else
			make_attributes(facts, trace);
	}
	return facts->n && !facts->has_failed;
}

static bool facts_next(void *state)
{
	struct facts *facts = state;

	return ++facts->at < facts->n;
}

static bool facts_have_failed(const void *state)
{
	const struct facts *facts = state;

	return facts->has_failed;
}

static void facts_column(void *state, sqlite3_context *context, int column)
{
	struct facts *facts = state;
	const struct cell *cell = &facts->row[facts->at][column];

	if (cell->kind == NUMBER)
		sqlite3_result_int64(context, cell->number);
	else if (cell->kind == TEXT)
		sqlite3_result_text(context, cell->text, -1,
				    SQLITE_TRANSIENT);
}

#define FACTS { \
	.time = -1, .pid = -1, .tid = -1, .id = -1, .event = -1, .rows = 50, \
	.open = facts_open, .close = facts_close, .begin = facts_begin, \
	.next = facts_next, .has_failed = facts_have_failed, \
	.column = facts_column, \
}

const struct table_kind kind_types = FACTS;
const struct table_kind kind_attributes = FACTS;
const struct table_kind kind_clocks = FACTS;
