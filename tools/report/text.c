/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A report for people: one line an event, in columns.
 *
 *       TIME s       DELTA us     PID     TID  EVENT           DATA
 *  0.000012841         +0.812    4711    4711  ctl:cycle_begin "n=1000"
 *
 * The columns are made by hand: libsmartcols keeps the whole table before it
 * prints the first line, and a trace has no bound.  Nothing here formats by
 * a format string either, that would be most of the time a report takes.
 */
#include "report/format.h"

#include <stdlib.h>
#include <time.h>

#include "common/escape.h"
#include "common/nanoseconds.h"
#include "common/size.h"
#include "report/data.h"
#include "report/line.h"
#include "symbols/text.h"

enum {
	TIME_WIDTH = 16,	/* "123456.000000000" */
	DATE_WIDTH = 30,	/* "2026-02-03T10:15:02.118042331Z" */
	DELTA_WIDTH = 15,
	ID_WIDTH = 8,
	IDS_ROOM = 32,		/* "-2147483648", twice, and two blanks */
	EVENT_WIDTH_MIN = 16,
	EVENT_WIDTH_MAX = 32,	/* a longer name shifts the columns */
	/* The maximum length of a line without name and data. */
	LINE_ROOM = 256,
};

/* The maximum length of a gap. */
#define CENTURY_NS	(INT64_C(3200000000) * 1000000000)

struct text {
	struct out *out;
	struct timespec origin;
	struct timespec previous;	/* of the line before */
	size_t event_width;
	enum data_form data;
	bool absolute;
	bool color;
	bool has_ids;		/* `ids` is ready for pid and tid */
	pid_t pid;
	pid_t tid;
	size_t ids_len;
	char ids[IDS_ROOM];
	bool has_date;		/* `date` is ready for date_sec */
	time_t date_sec;
	size_t date_len;
	char date[64];		/* "2026-02-03T10:15:02." */
};

/* a - b; the nanoseconds are never negative. */
static int64_t difference(const struct timespec *a, const struct timespec *b,
			  uint32_t *nsec)
{
	/* Seconds of a damaged log may be anything: they wrap. */
	uint64_t sec = (uint64_t)a->tv_sec - (uint64_t)b->tv_sec;
	int64_t ns = (int64_t)a->tv_nsec - b->tv_nsec;

	if (ns < 0) {
		ns += 1000000000;
		sec--;
	}
	*nsec = (uint32_t)ns;
	return (int64_t)sec;
}

/* The magnitude of a negative difference. */
static uint64_t negate(int64_t sec, uint32_t *nsec)
{
	uint64_t positive = -(uint64_t)sec;

	if (*nsec) {
		*nsec = 1000000000 - *nsec;
		positive--;
	}
	return positive;
}

/* Format a time that may be too wide, or negative. */
static __attribute__((noinline))
char *put_far_time(char *p, int64_t sec, uint32_t nsec)
{
	char digits[48];
	char *d = digits;
	uint64_t whole = (uint64_t)sec;

	if (sec < 0) {
		*d++ = '-';
		whole = negate(sec, &nsec);
	}
	d = put_unsigned(d, whole);
	*d++ = '.';
	d = put_nanoseconds(d, nsec);
	return put_right(p, digits, d, TIME_WIDTH);
}

static char *put_relative(const struct text *text, char *p,
			  const struct timespec *time)
{
	uint32_t nsec;
	int64_t sec = difference(time, &text->origin, &nsec);

	if (sec < 0 || sec >= 1000000)
		return put_far_time(p, sec, nsec);
	memset(p, ' ', TIME_WIDTH);
	p += TIME_WIDTH - 10;
	put_before(p, (uint64_t)sec);
	*p++ = '.';
	return put_nanoseconds(p, nsec);
}

static char *put_date(struct text *text, char *p, const struct timespec *time)
{
	if (!text->has_date || time->tv_sec != text->date_sec) {
		struct tm tm;

		text->has_date = true;
		text->date_sec = time->tv_sec;
		text->date_len = 0;
		if (gmtime_r(&time->tv_sec, &tm))
			text->date_len = strftime(text->date,
						  sizeof(text->date),
						  "%Y-%m-%dT%H:%M:%S.", &tm);
	}
	p = put_bytes(p, text->date, text->date_len);
	p = put_nanoseconds(p, (uint32_t)time->tv_nsec);
	*p++ = 'Z';
	return p;
}

/* Microseconds with three places before `end`; returns where they begin. */
static char *put_microseconds(char *end, uint64_t sec, uint32_t nsec)
{
	end -= 4;
	end[0] = '.';
	end[1] = (char)('0' + nsec % 1000 / 100);
	put_pair(end + 2, nsec % 100);
	return put_before(end, sec * 1000000 + nsec / 1000);
}

static __attribute__((noinline))
char *put_far_delta(char *p, int64_t sec, uint32_t nsec)
{
	char digits[48];
	char *end = digits + sizeof(digits), *d;

	if (sec < 0) {
		uint64_t whole = negate(sec, &nsec);

		d = put_microseconds(end, whole, nsec);
		*--d = '-';
	} else {
		d = put_microseconds(end, (uint64_t)sec, nsec);
		*--d = '+';
	}
	return put_right(p, d, end, DELTA_WIDTH);
}

/* The time since the previous line. */
static char *put_delta(struct text *text, char *p,
		       const struct timespec *time)
{
	uint32_t nsec;
	int64_t sec = difference(time, &text->previous, &nsec);

	text->previous = *time;
	if (sec != 0)
		return put_far_delta(p, sec, nsec);
	memset(p, ' ', DELTA_WIDTH);
	p += DELTA_WIDTH;
	*(put_microseconds(p, 0, nsec) - 1) = '+';
	return p;
}

static char *put_times(struct text *text, char *p, const struct timespec *time)
{
	p = text->absolute ? put_date(text, p, time)
			   : put_relative(text, p, time);
	return put_delta(text, p, time);
}

static char *put_ids(struct text *text, char *p,
		     const struct posix_trace_event_info *info)
{
	if (!text->has_ids || info->posix_pid != text->pid ||
	    info->posix_tid != text->tid) {
		char digits[24];
		char *ids = text->ids;

		ids = put_right(ids, digits,
				put_signed(digits, info->posix_pid), ID_WIDTH);
		ids = put_right(ids, digits,
				put_signed(digits, info->posix_tid), ID_WIDTH);
		ids = put_string(ids, "  ");
		text->ids_len = (size_t)(ids - text->ids);
		text->pid = info->posix_pid;
		text->tid = info->posix_tid;
		text->has_ids = true;
	}
	/* A constant number of bytes, so it is inlined. */
	put_bytes(p, text->ids, IDS_ROOM);
	return p + text->ids_len;
}

/* The name, and blanks up to the next column. */
static char *put_name(const struct text *text, char *p, const struct type *type)
{
	/* There are blanks after it. */
	put_bytes(p, type->text, EVENT_WIDTH_MAX + 1);
	if (type->text_len <= text->event_width)
		return p + text->event_width + 1;
	p = put_bytes(p, type->text, type->text_len);
	*p++ = ' ';
	return p;
}

/* The place of the trace point, at the end of a line of which `p` is the end. */
static char *put_caller(struct text *text, char *p, const struct symbol *symbol)
{
	out_done(text->out, p);
	p = out_room(text->out, LINE_ROOM + symbol_room(symbol));
	return put_symbol(put_string(p, "  at "), symbol);
}

static bool text_event(void *state, const struct trace_event *event)
{
	struct text *text = state;
	const struct type *type = event->type;
	char *p = out_room(text->out, LINE_ROOM + sizeof(type->text) +
			   format_data_room(event));

	p = put_times(text, p, &event->info.posix_timestamp);
	p = put_ids(text, p, &event->info);
	if (event->len) {
		p = put_data(put_name(text, p, type), event, text->data);
		if (event->info.posix_truncation_status !=
		    POSIX_TRACE_NOT_TRUNCATED)
			p = put_string(p, " (cut)");
	} else {
		p = put_bytes(p, type->text, type->text_len);
	}
	if (event->symbol)
		p = put_caller(text, p, event->symbol);
	*p++ = '\n';
	out_done(text->out, p);
	return out_is_fine(text->out);
}

/*
 * A gap of one thread may have begun before the previous line, which is of
 * another: then DELTA is 0, and the next line is relative to the previous one.
 */
static char *put_loss_times(struct text *text, char *p,
			    const struct timespec *time)
{
	const struct timespec before = text->previous;
	uint32_t nsec;
	bool is_back = difference(time, &before, &nsec) < 0;

	if (is_back)
		text->previous = *time;
	p = put_times(text, p, time);
	if (is_back)
		text->previous = before;
	return p;
}

static bool put_loss(struct text *text, const struct timespec *time,
		     uint64_t events, const char *where)
{
	char *p = put_red(out_room(text->out, LINE_ROOM), text->color);

	p = put_loss_times(text, p, time);
	memset(p, ' ', 2 * ID_WIDTH + 2);
	p = put_lost(p + 2 * ID_WIDTH + 2, events, where);
	p = put_plain(p, text->color);
	*p++ = '\n';
	out_done(text->out, p);
	return out_is_fine(text->out);
}

static bool text_loss(void *state, const struct trace_event *event,
		     const struct posixtrace_loss *loss)
{
	char length[SIZE_TEXT];
	int64_t ns = ns_between(&loss->first, &loss->resume);

	(void)event;
	time_format(length, ns > 0 && ns < CENTURY_NS ? ns : 0);
	return put_loss(state, &loss->first, loss->events, length);
}

static bool text_rest(void *state, uint64_t events, bool after_last)
{
	struct text *text = state;

	return put_loss(text, &text->previous, events,
			after_last ? "until the end" : "where is not known");
}

/* The heading: program and time of the trace, and the names of the columns. */
static void put_header(struct text *text, const struct format_options *options)
{
	char name[TRACE_NAME_MAX + 1] = "";
	struct timespec created = { 0 };
	trace_attr_t attr;
	char *p = out_room(text->out, 4 * strlen(options->log) + 4 *
			   sizeof(name) + 2 * LINE_ROOM);
	const char *event;

	p = put_string(p, "# ");
	p = escape_text(p, options->log, strlen(options->log));
	if (posix_trace_get_attr(options->trid, &attr) == 0) {
		posix_trace_attr_getname(&attr, name);
		posix_trace_attr_getcreatetime(&attr, &created);
		posix_trace_attr_destroy(&attr);
		if (*name) {
			p = put_string(p, "  stream=");
			p = escape_text(p, name, strlen(name));
		}
		p = put_string(p, "  created=");
		p = put_date(text, p, &created);
	}
	p = put_string(p, "  first=");
	p = put_date(text, p, &text->origin);
	*p++ = '\n';
	p = text->absolute ? put_heading(p, "TIME", DATE_WIDTH)
			   : put_heading(p, "TIME s", TIME_WIDTH);
	p = put_heading(p, "DELTA us", DELTA_WIDTH);
	p = put_heading(p, "PID", ID_WIDTH);
	p = put_heading(p, "TID", ID_WIDTH);
	p = put_string(p, "  ");
	event = p;
	p = put_string(p, "EVENT");
	p = put_padding(p, event, text->event_width + 1);
	p = put_string(p, "DATA\n");
	out_done(text->out, p);
}

static void *text_create(const struct format_options *options,
			 const struct timespec *origin)
{
	struct text *text = calloc(1, sizeof(*text));

	if (!text)
		return NULL;
	text->out = options->out;
	text->origin = *origin;
	text->previous = *origin;
	text->event_width = column_width(options->event_width, EVENT_WIDTH_MIN,
					 EVENT_WIDTH_MAX);
	text->data = options->data;
	text->absolute = options->absolute;
	text->color = options->color;
	if (options->header)
		put_header(text, options);
	return text;
}

const struct format format_text = {
	.create = text_create,
	.sink = {
		.shows_overflow = true,
		.event = text_event,
		.loss = text_loss,
		.rest = text_rest,
		.destroy = free,
	},
};
