/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The contents of an event as annotations: the arguments with their names and
 * types, the members of the data of a system event, the words of ThreadX, or
 * else the data as a whole.
 */
#ifndef POSIXTRACE_TOOLS_PERFETTO_CONTENT_H
#define POSIXTRACE_TOOLS_PERFETTO_CONTENT_H

#include "notes.h"
#include "threadx.h"
#include "trace/event.h"

/* The arguments of a type; all zero: not known yet. */
struct content_type {
	uint32_t seen;			/* sequence_knows() their names */
	uint64_t first;			/* number of the first name; 0: none */
};

/*
 * All annotations of an event.  `from` is for an event of a ThreadX dump, else
 * NULL; `type` is NULL if its type has no number.
 */
void content_add(struct notes *notes, const struct trace_event *event,
		 const struct threadx_event *from, struct content_type *type);

#endif
