/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What `posixtrace record` was asked for. */
#ifndef POSIXTRACE_TOOLS_RECORD_H
#define POSIXTRACE_TOOLS_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "exclude.h"

struct record {
	char **command;		/* ended by NULL; or NULL, and ... */
	pid_t pid;		/* ... the process to attach to */
	const char *output;
	const char *name;	/* NULL: the program's */
	size_t stream_size;	/* 0: the library's default, like ... */
	size_t log_size;	/* ... here */
	int compression;	/* level; 0: none */
	size_t max_data;
	bool has_max_data;	/* 0 is a size to ask for */
	int policy;
	int log_policy;
	bool inherit;
	bool preload;
	const char *threshold;	/* bytes, in digits; NULL: the default */
	int64_t duration_ns;	/* 0: no limit */
	bool quiet;
	struct exclude_list only;
	struct exclude_list not;
};

/*
 * Read the command line.  False: it was wrong, and that has been said.  The
 * lists are the caller's to free in either case.
 */
bool record_options(struct record *record, int argc, char **argv);

#endif
