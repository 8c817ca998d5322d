/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The options of trcrpt. */
#ifndef POSIXTRACE_TOOLS_TRCRPT_TRCRPT_H
#define POSIXTRACE_TOOLS_TRCRPT_TRCRPT_H

#include <stdbool.h>
#include <stddef.h>

#include "columns.h"
#include "select.h"
#include "trace/pick.h"

enum trcrpt_job {
	TRCRPT_REPORT,
	TRCRPT_CHECK,		/* -c: the templates only */
	TRCRPT_LIST,		/* -j: hook ids and labels */
	TRCRPT_MKMAP,		/* --mkmap: #%map lines of the log */
	TRCRPT_COUNT,		/* -O hist=on: how often each hook occurs */
};

/* Strings are those of the command line. */
struct trcrpt {
	enum trcrpt_job job;
	const char **logs;
	size_t n_logs;
	const char **templates;	/* of -t */
	size_t n_templates;
	const char *output;	/* NULL: standard output */
	bool merge;
	bool heading;
	bool raw;
	bool verbose;
	struct select select;
	struct pick pick;	/* beside it, by the long options of others */
	struct columns_options columns;
};

/*
 * Read the command line.  False: it was wrong, which has been reported.
 * trcrpt_fini() is due in either case.
 */
bool trcrpt_options(struct trcrpt *trcrpt, int argc, char **argv);
void trcrpt_fini(struct trcrpt *trcrpt);

#endif
