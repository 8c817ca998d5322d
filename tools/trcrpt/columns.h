/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The columns of a report before what the templates print. */
#ifndef POSIXTRACE_TOOLS_TRCRPT_COLUMNS_H
#define POSIXTRACE_TOOLS_TRCRPT_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "common/out.h"

struct columns_options {
	bool ids;
	bool exec;		/* name of the process */
	bool cpuid;
	bool pid;
	bool tid;
	bool two_line;		/* template output on its own line */
	bool delta_all;		/* relative to the last event, not the last
				 * line */
	unsigned timestamp;	/* 0 to 3 */
	unsigned pagesize;	/* lines; 0: one page */
};

#define COLUMNS_DEFAULT ((struct columns_options){ .ids = true })

enum { COLUMNS_LAST_TIMESTAMP = 3, COLUMNS_PAGE_MAX = 500 };

/* The contents of the columns of an event. */
struct columns_event {
	uint16_t hook;
	int cpu;		/* -1: unknown */
	pid_t pid;
	pid_t tid;
	const char *program;	/* NULL: unknown */
	int64_t elapsed_ns;
	int64_t delta_ns;
	bool is_interrupt;
};

struct columns {
	struct columns_options options;
	struct out *out;
	size_t width;		/* characters before the text area */
	unsigned lines;		/* on this page */
	uint64_t n_lines;	/* total of lines of events */
	bool heading;
};

/* `heading`: print headings. */
void columns_init(struct columns *columns,
		  const struct columns_options *options, struct out *out,
		  bool heading);

/* The heading of the columns and an empty line, unless there are none. */
void columns_heading(struct columns *columns);

/*
 * Print an event: the columns, then the lines of `text` in the text area,
 * without trailing blanks.  A new page begins where necessary.
 */
void columns_event(struct columns *columns, const struct columns_event *event,
		   const char *text, size_t len);

#endif
