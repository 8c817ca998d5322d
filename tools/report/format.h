/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Formats of a report: a format turns events into bytes of *out.  Each format
 * is one file that fills a struct format.
 */
#ifndef POSIXTRACE_TOOLS_REPORT_FORMAT_H
#define POSIXTRACE_TOOLS_REPORT_FORMAT_H

#include <posixtrace.h>
#include <stdbool.h>
#include <stddef.h>

#include "common/out.h"
#include "trace/event.h"
#include "trace/sink.h"

enum data_form {
	DATA_AUTO,		/* text if it is some, else hexadecimal */
	DATA_TEXT,
	DATA_HEX,
};

/* Parameters of a format, constant for the report. */
struct csv_columns;
struct templates;
struct format_options {
	struct out *out;
	const struct templates *templates;	/* for format_template */
	trace_id_t trid;
	bool is_dump;		/* of ThreadX, else a log */
	const char *log;	/* path */
	size_t event_width;	/* columns of the longest event name */
	size_t data_max;	/* no event has more bytes of data */
	enum data_form data;
	const struct csv_columns *columns;	/* of CSV; NULL: all types */
	bool symbols;		/* names of trace points are asked for */
	bool absolute;		/* dates instead of seconds */
	bool header;
	bool color;
};

struct format {
	/* `origin` is the time of the first event.  NULL: no memory. */
	void *(*create)(const struct format_options *options,
			const struct timespec *origin);
	/* The output reports write errors. */
	struct sink sink;
};

extern const struct format format_text;
extern const struct format format_csv;
extern const struct format format_json;
extern const struct format format_template;

#endif
