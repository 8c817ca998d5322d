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
 *
 * Control and format characters are escaped, so that a line is a line.  A cell
 * that a spreadsheet would take for a formula begins with an apostrophe.
 *
 * A loss is a line, too, that of its OVERFLOW, with lost=N in its text.
 */
#include "report/format.h"

#include <stdlib.h>
#include <string.h>

#include "common/escape.h"
#include "report/data.h"
#include "report/overflow.h"
#include "report/threadx.h"

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
};

/* -12, +3.5e6: no more than that is said of a number. */
static bool is_number(const char *text, size_t len)
{
	size_t digits = 0;

	for (size_t i = 1; i < len; i++) {
		bool is_digit = text[i] >= '0' && text[i] <= '9';

		digits += is_digit;
		if (!is_digit && !(text[i] == '.' && digits) &&
		    !(text[i] == 'e' && digits && i + 1 < len))
			return false;
	}
	return digits > 0;
}

/* Would a spreadsheet compute something? */
static bool is_formula(const char *text, size_t len)
{
	if (len == 0)
		return false;
	if (text[0] == '=' || text[0] == '@')
		return true;
	return (text[0] == '+' || text[0] == '-') && !is_number(text, len);
}

/* In quotes if it has to be.  At most 4 * len + 3 bytes. */
static char *put_cell(char *p, const char *text, size_t len)
{
	bool is_first = is_formula(text, len);
	bool is_plain = !is_first && !memchr(text, ',', len) &&
			!memchr(text, '"', len);

	if (!is_plain)
		*p++ = '"';
	if (is_first)
		*p++ = '\'';
	for (size_t i = 0, n; i < len; i += n) {
		n = escape_hidden(text + i, len - i);
		for (size_t k = 0; k < n; k++)
			p = escape_byte(p, (unsigned char)text[i + k]);
		if (n)
			continue;
		if (text[i] == '"')
			*p++ = '"';
		*p++ = text[i];
		n = 1;
	}
	if (!is_plain)
		*p++ = '"';
	return p;
}

static char *put_seconds(char *p, int64_t sec, uint32_t nsec)
{
	p = put_signed(p, sec);
	*p++ = '.';
	return put_nanoseconds(p, nsec);
}

/* Time never falls, so that it is not negative; a damaged log's may wrap. */
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

/* What people read of the data; that of a ThreadX dump by names. */
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

static bool csv_event(void *state, const struct trace_event *event)
{
	const struct posix_trace_event_info *info = &event->info;
	const struct type *type = event->type;
	struct csv *csv = state;
	size_t text_room = format_data_room(event) + THREADX_ROOM + LOST_ROOM;
	size_t room = LINE_ROOM + 4 * type->utf8_len + 2 * event->len +
		      4 * text_room;
	char *p = out_room(csv->out, room + text_room);
	/* Behind all that the line can take. */
	char *text = p + room;
	char *text_end = put_text(csv, text, event);

	p = put_seconds(p, info->posix_timestamp.tv_sec,
			(uint32_t)info->posix_timestamp.tv_nsec);
	*p++ = ',';
	p = put_elapsed(p, &info->posix_timestamp, &csv->origin);
	*p++ = ',';
	p = put_signed(p, info->posix_pid);
	*p++ = ',';
	p = put_signed(p, info->posix_tid);
	*p++ = ',';
	p = put_cell(p, type->utf8, type->utf8_len);
	*p++ = ',';
	p = put_unsigned(p, type->id);
	*p++ = ',';
	p = put_address(p, (uintptr_t)info->posix_prog_address);
	*p++ = ',';
	*p++ = info->posix_truncation_status == POSIX_TRACE_NOT_TRUNCATED
	       ? '0' : '1';
	*p++ = ',';
	p = put_hex(p, event->data, event->len);
	*p++ = ',';
	p = put_cell(p, text, (size_t)(text_end - text));
	out_done(csv->out, put_string(p, "\n"));
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
	if (options->header)
		out_done(csv->out,
			 put_string(out_room(csv->out, LINE_ROOM),
				    "time,elapsed,pid,tid,event,id,address,"
				    "truncated,data,text\n"));
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
