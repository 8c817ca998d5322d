/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A cache of the names of threads, for many rows. */
#ifndef POSIXTRACE_TOOLS_QUERY_NAMES_H
#define POSIXTRACE_TOOLS_QUERY_NAMES_H

#include <posixtrace.h>
#include <stdbool.h>
#include <stddef.h>

/* All zero: empty. */
struct names {
	struct name {
		trace_id_t trid;
		pid_t pid, tid;
		bool is_asked, is_known;
		size_t len;
		char utf8[3 * (POSIXTRACE_THREAD_NAME_MAX + 1)];
	} entry[64];
};

/* NULL: the thread has no name. */
const struct name *names_find(struct names *names, trace_id_t trid, pid_t pid,
			      pid_t tid);

#endif
