/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What `posixtrace report` was asked for. */
#ifndef POSIXTRACE_TOOLS_REPORT_H
#define POSIXTRACE_TOOLS_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "format.h"
#include "moment.h"
#include "patterns.h"
#include "threads.h"
#include "trcrpt/templates.h"

struct report {
	const char *path;	/* of the log; "-": standard input */
	const struct format *format;
	struct patterns template_files;	/* of --template */
	struct templates templates;	/* of them, when they are loaded */
	enum data_form data;
	bool absolute;
	bool header;
	bool color;
	bool quiet;
	struct patterns only;
	struct patterns not;
	struct ids pids;
	struct threads threads;
	struct moment from;
	struct moment to;
};

/*
 * Read the command line.  False: it was wrong, and that has been said.  The
 * lists are the caller's to free in either case.
 */
bool report_options(struct report *report, int argc, char **argv);

#endif
