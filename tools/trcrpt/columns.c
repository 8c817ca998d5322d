/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The columns of a report.  Their widths are those that AIX users' scripts
 * know: ID 4, PROCESS NAME 15, CPU 4, PID 9, TID 9, I 2, ELAPSED_SEC 14 and
 * DELTA_MSEC 15 to the right, then three blanks and the text area, in which
 * APPL, SYSCALL, KERNEL and INTERRUPT begin eight columns apart.
 */
#include "columns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/tool.h"
#include "trcfmt.h"

enum {
	WIDTH_ID = 4, WIDTH_PROGRAM = 15, WIDTH_CPU = 4, WIDTH_PID = 9,
	WIDTH_TID = 9, WIDTH_INTERRUPT = 2, WIDTH_GAP = 3,
	TWO_LINE_INDENT = 8,	/* of the text area on its own line */
	PREFIX_ROOM = 256,
};

static const char areas[] = "APPL    SYSCALL KERNEL  INTERRUPT";

void columns_init(struct columns *columns,
		  const struct columns_options *options, struct out *out,
		  bool heading)
{
	const struct columns_options *o = options;
	size_t width = 0;

	if (o->ids)
		width += WIDTH_ID;
	if (o->exec)
		width += WIDTH_PROGRAM;
	if (o->cpuid)
		width += WIDTH_CPU;
	if (o->pid)
		width += WIDTH_PID;
	if (o->tid)
		width += WIDTH_TID;
	if (o->exec || o->pid)
		width += WIDTH_INTERRUPT;
	if (o->timestamp == 1)
		width += WIDTH_GAP + 10;
	else if (o->timestamp < COLUMNS_LAST_TIMESTAMP)
		width += 14 + 15;
	if (width)
		width += WIDTH_GAP;
	if (o->two_line)
		width = TWO_LINE_INDENT;
	*columns = (struct columns){
		.options = *options, .out = out, .width = width,
		.heading = heading,
	};
}

/* Left-aligned text in a column, truncated if it is too long.  It may contain
 * any bytes. */
static char *put_left(char *p, const char *text, size_t width)
{
	size_t len = strnlen(text, width - 1);

	put_bytes(p, text, len);
	tool_mask(p, len);
	p += len;
	memset(p, ' ', width - len);
	return p + width - len;
}

/* Right-aligned; text that is too long is separated from the previous
 * column. */
static char *put_right(char *p, const char *start, const char *text,
		       size_t width)
{
	size_t len = strlen(text);
	size_t pad = len < width ? width - len : p > start && p[-1] != ' ';

	memset(p, ' ', pad);
	return put_bytes(p + pad, text, len);
}

static char *put_id_column(char *p, pid_t id, size_t width)
{
	char text[24];

	*put_signed(text, id) = '\0';
	return put_left(p, text, width);
}

/* `ns` in units of `unit` with `places` digits after the point. */
static char *put_time(char *p, const char *start, int64_t ns, int64_t unit,
		      int places, size_t width)
{
	uint64_t value = ns < 0 ? -(uint64_t)ns : (uint64_t)ns;
	uint64_t rest = value % (uint64_t)unit;
	char text[48];
	char *end = text;

	if (ns < 0)
		*end++ = '-';
	end = put_unsigned(end, value / (uint64_t)unit);
	*end++ = '.';
	for (int i = 0; i < places; i++) {
		unit /= 10;
		*end++ = (char)('0' + rest / (uint64_t)unit);
		rest %= (uint64_t)unit;
	}
	*end = '\0';
	return put_right(p, start, text, width);
}

static char *put_times(char *p, const char *start,
		       const struct columns_event *event, unsigned timestamp)
{
	switch (timestamp) {
	case 0:
		p = put_time(p, start, event->elapsed_ns, 1000000000, 9, 14);
		return put_time(p, start, event->delta_ns, 1000000, 6, 15);
	case 1:
		p = put_string(p, "   ");
		return put_time(p, start, event->elapsed_ns, 1000000000, 6, 10);
	case 2:
		p = put_time(p, start, event->elapsed_ns, 1000000000, 9, 14);
		return put_time(p, start, event->delta_ns, 1000, 3, 15);
	default:
		return p;
	}
}

static char *put_prefix(char *p, const struct columns_options *o,
			const struct columns_event *event)
{
	char *start = p;
	char text[16];

	if (o->ids) {
		/* Four digits occupy the whole column. */
		p += trcfmt_hook_format(p, event->hook);
		if (!(event->hook & 15))
			*p++ = ' ';
	}
	if (o->exec) {
		snprintf(text, sizeof(text), "-%d-", (int)event->pid);
		p = put_left(p, event->program ? event->program : text,
			     WIDTH_PROGRAM);
	}
	if (o->cpuid && event->cpu < 0)
		p = put_left(p, "-", WIDTH_CPU);
	else if (o->cpuid)
		p = put_id_column(p, event->cpu, WIDTH_CPU);
	if (o->pid)
		p = put_id_column(p, event->pid, WIDTH_PID);
	if (o->tid)
		p = put_id_column(p, event->tid, WIDTH_TID);
	if (o->exec || o->pid)
		p = put_left(p, event->is_interrupt ? "1" : "",
			     WIDTH_INTERRUPT);
	p = put_times(p, start, event, o->timestamp);
	return p > start ? put_string(p, "   ") : p;
}

static char *put_heading(char *p, const struct columns_options *o)
{
	char *start = p;

	if (o->ids)
		p = put_left(p, "ID", WIDTH_ID);
	if (o->exec)
		p = put_left(p, "PROCESS NAME", WIDTH_PROGRAM);
	if (o->cpuid)
		p = put_left(p, "CPU", WIDTH_CPU);
	if (o->pid)
		p = put_left(p, "PID", WIDTH_PID);
	if (o->tid)
		p = put_left(p, "TID", WIDTH_TID);
	if (o->exec || o->pid)
		p = put_left(p, "I", WIDTH_INTERRUPT);
	if (o->timestamp == 1)
		p = put_string(p, "  ELAPSED_SEC");
	else if (o->timestamp == 0)
		p = put_string(p, "   ELAPSED_SEC     DELTA_MSEC");
	else if (o->timestamp == 2)
		p = put_string(p, "   ELAPSED_SEC     DELTA_USEC");
	return p > start ? put_string(p, "   ") : p;
}

/* End a line, and remove trailing blanks. */
static char *end_line(const char *start, char *p)
{
	while (p > start && p[-1] == ' ')
		p--;
	*p++ = '\n';
	return p;
}

void columns_heading(struct columns *columns)
{
	char *start = out_room(columns->out, PREFIX_ROOM);
	char *p = start;

	columns->lines = 0;
	if (!columns->heading)
		return;
	p = put_heading(p, &columns->options);
	if (columns->options.two_line) {
		char *second = end_line(start, p);

		memset(second, ' ', TWO_LINE_INDENT);
		p = second + TWO_LINE_INDENT;
		columns->lines++;
	}
	p = put_string(p, areas);
	*p++ = '\n';
	*p++ = '\n';
	out_done(columns->out, p);
	columns->lines += 2;
}

static unsigned count_lines(const char *text, size_t len)
{
	unsigned n = 1;

	for (const char *at = text; (at = memchr(at, '\n', len -
			(size_t)(at - text))); at++)
		n++;
	return n;
}

/* Repeat the headings when the lines of an event do not fit on the page. */
static void end_page(struct columns *columns, unsigned lines)
{
	unsigned size = columns->options.pagesize;

	if (size && columns->heading && columns->lines > 3 &&
	    columns->lines + lines > size) {
		out_done(columns->out, put_string(out_room(columns->out, 1),
						  "\n"));
		columns_heading(columns);
	}
	columns->lines += lines;
	columns->n_lines += lines;
}

void columns_event(struct columns *columns, const struct columns_event *event,
		   const char *text, size_t len)
{
	unsigned lines = count_lines(text, len);
	bool two_line = columns->options.two_line;
	char *start;
	char *p;

	end_page(columns, lines + two_line);
	p = start = out_room(columns->out, PREFIX_ROOM + len + 2 +
			     ((size_t)lines + 1) * (columns->width + 1));
	p = put_prefix(p, &columns->options, event);
	if (two_line) {
		start = p = end_line(start, p);
		memset(p, ' ', columns->width);
		p += columns->width;
	}
	for (size_t at = 0; ; ) {
		const char *newline = memchr(text + at, '\n', len - at);
		size_t n = newline ? (size_t)(newline - text) - at : len - at;

		p = put_bytes(p, text + at, n);
		start = p = end_line(start, p);
		if (!newline)
			break;
		at += n + 1;
		memset(p, ' ', columns->width);
		p += columns->width;
	}
	out_done(columns->out, p);
}
