/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The options of `posixtrace report`. */
#ifndef POSIXTRACE_TOOLS_REPORT_REPORT_H
#define POSIXTRACE_TOOLS_REPORT_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "report/format.h"
#include "trace/pick.h"
#include "trcrpt/templates.h"

struct report {
	const char *path;	/* of the log; "-": standard input */
	const struct format *format;
	struct patterns template_files;	/* of --template */
	struct templates templates;	/* of them, when they are loaded */
	enum data_form data;
	const char *columns;	/* an event type, for CSV; NULL: all */
	bool symbols;
	const char *root;	/* of --symbols=ROOT, or NULL */
	bool absolute;
	bool header;
	bool color;
	bool quiet;
	struct pick pick;
};

/*
 * Read the command line.  False: it was wrong, which has been reported.  The
 * lists are the caller's to free in either case.
 */
bool report_options(struct report *report, int argc, char **argv);

#endif
