/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The names of threads: those that a trace has, and of live ones those that they have
 * now, since a stream learns them when it is flushed. */
#ifndef POSIXTRACE_TOOLS_STAT_WHO_H
#define POSIXTRACE_TOOLS_STAT_WHO_H

#include <stdbool.h>
#include <stdint.h>

#include "common/sheet.h"
#include "trace/thread-name.h"

struct who {
	trace_id_t trid;
	bool is_live;
};

/* The name, which is in *room, or NULL: unknown. */
const char *who_is(const struct who *who, int64_t pid, int64_t tid,
		   struct thread_name *room);

/* A cell of it. */
void who_put(struct sheet *sheet, const struct who *who, int64_t pid, int64_t tid);

#endif
