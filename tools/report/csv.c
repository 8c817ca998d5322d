/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A report for spreadsheets and data frames: comma-separated values as RFC
 * 4180 has them, but that lines end as they do here; a line an event, the first
 * one names the columns.
 *
 *   time       seconds since the epoch, with nine places
 *   elapsed    the same since the first event, which fits a double
 *   pid, tid, event, id
 *   address    of the trace point
 *   truncated  1 if the data was cut
 *   data       in hexadecimal
 *   text       the data as people read it
 *   time_ns    nanoseconds since the epoch, an integer
 *   lost       events that are missing there; empty: none
 *   symbol, source   of the trace point, with --symbols
 *
 * With --columns there are only the events of one type, and a column for each of
 * its arguments instead of those for the type and the data.
 *
 * Control and format characters are escaped, so that a line is a line.  A cell
 * that a spreadsheet would take for a formula begins with an apostrophe.
 *
 * A loss is a line, too, that of its OVERFLOW, with lost=N in its text as well.
 */
#include "report/format.h"

#include <stdlib.h>
#include <string.h>

#include "common/csv.h"
#include "report/csv-columns.h"
#include "report/data.h"
#include "report/overflow.h"
#include "report/threadx.h"
#include "symbols/symbols.h"

enum {
	LINE_ROOM = 256,	/* all but names and data */
	LOST_ROOM = 32,
};

struct csv {
	struct out *out;
	trace_id_t trid;
	bool is_dump;
	struct timespec origin;
	struct overflow before;
	enum data_form data;
	const struct csv_columns *columns;	/* NULL: all types */
	bool symbols;				/* two cells more */
};

static char *put_seconds(char *p, int64_t sec, uint32_t nsec)
{
	p = put_signed(p, sec);
	*p++ = '.';
	return put_nanoseconds(p, nsec);
}

/* Time never decreases, so this is not negative; in a damaged log it may
 * wrap. */
static char *put_elapsed(char *p, const struct timespec *time,
			 const struct timespec *origin)
{
	uint64_t sec = (uint64_t)time->tv_sec - (uint64_t)origin->tv_sec;
	int64_t nsec = (int64_t)time->tv_nsec - origin->tv_nsec;

	if (nsec < 0) {
		nsec += 1000000000;
		sec--;
	}
	return put_seconds(p, (int64_t)sec, (uint32_t)nsec);
}

/* The data as text; for a ThreadX dump the words by name. */
static char *put_read(const struct csv *csv, char *p,
		      const struct trace_event *event)
{
	struct posixtrace_context context;

	if (event->len == 0)
		return p;
	if (csv->is_dump && csv->data != DATA_HEX &&
	    posixtrace_get_context(csv->trid, &context) == 0)
		return threadx_put(p, csv->trid, event, &context);
	return put_data(p, event, csv->data);
}

static char *put_text(const struct csv *csv, char *p,
		      const struct trace_event *event)
{
	p = put_read(csv, p, event);
	if (overflow_lost(event))
		p = put_unsigned(put_string(p, event->len ? " lost=" : "lost="),
				 event->lost);
	return p;
}

static char *put_time(char *p, const struct csv *csv,
		      const struct posix_trace_event_info *info)
{
	p = put_seconds(p, info->posix_timestamp.tv_sec,
			(uint32_t)info->posix_timestamp.tv_nsec);
	*p++ = ',';
	p = put_elapsed(p, &info->posix_timestamp, &csv->origin);
	*p++ = ',';
	p = put_signed(p, info->posix_pid);
	*p++ = ',';
	return put_signed(p, info->posix_tid);
}

static char *put_address_of(char *p, const struct posix_trace_event_info *info)
{
	p = put_address(p, (uintptr_t)info->posix_prog_address);
	*p++ = ',';
	*p++ = info->posix_truncation_status == POSIX_TRACE_NOT_TRUNCATED
	       ? '0' : '1';
	return p;
}

/* A time that nanoseconds do not reach, as a damaged log may have, is empty. */
static char *put_exact(char *p, const struct trace_event *event)
{
	const struct timespec *time = &event->info.posix_timestamp;
	int64_t ns;

	*p++ = ',';
	if (!__builtin_mul_overflow((int64_t)time->tv_sec,
				    INT64_C(1000000000), &ns) &&
	    !__builtin_add_overflow(ns, (int64_t)time->tv_nsec, &ns))
		p = put_signed(p, ns);
	*p++ = ',';
	return overflow_lost(event) ? put_unsigned(p, event->lost) : p;
}

/* Two cells more, at the end of a line of which `p` is the end; then there is
 * room for `rest` bytes. */
static char *put_caller(const struct csv *csv, char *p, size_t rest,
			const struct trace_event *event)
{
	const struct symbol *symbol = event->symbol;

	if (!csv->symbols)
		return p;
	out_done(csv->out, p);
	p = out_room(csv->out, rest + 16 + (symbol ? 8 * strlen(symbol->name) +
		     (symbol->source ? 8 * strlen(symbol->source) : 0) : 0));
	*p++ = ',';
	if (symbol)
		p = csv_put_cell(p, symbol->name, strlen(symbol->name));
	*p++ = ',';
	if (symbol && symbol->source)
		p = csv_put_cell(p, symbol->source, strlen(symbol->source));
	return p;
}

static void put_line(const struct csv *csv, const struct trace_event *event)
{
	const struct posix_trace_event_info *info = &event->info;
	const struct type *type = event->type;
	size_t text_room = format_data_room(event) + THREADX_ROOM + LOST_ROOM;
	size_t room = LINE_ROOM + 4 * type->utf8_len + 2 * event->len +
		      4 * text_room;
	char *p = out_room(csv->out, room + text_room);
	/* After the maximum length of the rest of the line. */
	char *text = p + room;
	char *text_end = put_text(csv, text, event);

	p = put_time(p, csv, info);
	*p++ = ',';
	p = csv_put_cell(p, type->utf8, type->utf8_len);
	*p++ = ',';
	p = put_unsigned(p, type->id);
	*p++ = ',';
	p = put_address_of(p, info);
	*p++ = ',';
	p = put_hex(p, event->data, sysdata_shown(type->id, event->data,
						  event->len));
	*p++ = ',';
	p = csv_put_cell(p, text, (size_t)(text_end - text));
	p = put_caller(csv, put_exact(p, event), 1, event);
	out_done(csv->out, put_string(p, "\n"));
}

/* Those of other types are left out, but for losses. */
static void put_columns(const struct csv *csv, const struct trace_event *event)
{
	const size_t room = 4 * CSV_COLUMNS_HEADING + 16 * event->len + 1;
	char *p;

	if (event->type->id != csv->columns->id && !overflow_lost(event))
		return;
	p = out_room(csv->out, LINE_ROOM + room);
	p = put_time(p, csv, &event->info);
	*p++ = ',';
	p = put_address_of(p, &event->info);
	p = put_exact(p, event);
	p = put_caller(csv, p, room, event);
	p = csv_columns_put(p, csv->columns, event);
	out_done(csv->out, put_string(p, "\n"));
}

static bool csv_event(void *state, const struct trace_event *event)
{
	struct csv *csv = state;

	if (csv->columns)
		put_columns(csv, event);
	else
		put_line(csv, event);
	overflow_go_on(&csv->before, event);
	return out_is_fine(csv->out);
}

static bool csv_loss(void *state, const struct trace_event *event,
		     const struct posixtrace_loss *loss)
{
	struct csv *csv = state;
	struct trace_event line = overflow_of_loss(&csv->before, event, loss);

	return csv_event(csv, &line);
}

static bool csv_rest(void *state, uint64_t events, bool after_last)
{
	struct csv *csv = state;
	struct trace_event line = overflow_of_rest(&csv->before, events);

	(void)after_last;
	return csv_event(csv, &line);
}

static void put_names(const struct csv *csv)
{
	char *p = out_room(csv->out, LINE_ROOM + CSV_COLUMNS_HEADING);

	p = put_string(p, "time,elapsed,pid,tid,");
	if (csv->columns)
		p = put_string(p, "address,truncated,time_ns,lost");
	else
		p = put_string(p, "event,id,address,truncated,data,text,"
			       "time_ns,lost");
	if (csv->symbols)
		p = put_string(p, ",symbol,source");
	if (csv->columns)
		p = csv_columns_put_names(p, csv->columns);
	out_done(csv->out, put_string(p, "\n"));
}

static void *csv_create(const struct format_options *options,
			const struct timespec *origin)
{
	struct csv *csv = calloc(1, sizeof(*csv));

	if (!csv)
		return NULL;
	csv->out = options->out;
	csv->trid = options->trid;
	csv->is_dump = options->is_dump;
	csv->origin = csv->before.time = *origin;
	csv->data = options->data;
	csv->columns = options->columns;
	csv->symbols = options->symbols;
	if (options->header)
		put_names(csv);
	return csv;
}

const struct format format_csv = {
	.create = csv_create,
	.sink = {
		.shows_overflow = true,
		.event = csv_event,
		.loss = csv_loss,
		.rest = csv_rest,
		.destroy = free,
	},
};
