/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A cache of the names of threads, for many rows. */
#ifndef POSIXTRACE_TOOLS_QUERY_NAMES_H
#define POSIXTRACE_TOOLS_QUERY_NAMES_H

#include <sqlite3.h>

#include "query/scan.h"

/* All zero: empty. */
struct names {
	struct name {
		trace_id_t trid;
		pid_t pid, tid;
		bool is_asked, is_known;
		size_t len;
		char utf8[3 * (POSIXTRACE_THREAD_NAME_MAX + 1)];
	} entry[64];
	char dumped[3 * sizeof((struct posixtrace_context){ 0 }.name)];
};

/* NULL: the thread has no name. */
const struct name *names_find(struct names *names, trace_id_t trid, pid_t pid,
			      pid_t tid);

/* The name of the thread of the current row, or nothing, to SQLite. */
void names_result(struct names *names, struct scan *scan,
		  sqlite3_context *context);

#endif
