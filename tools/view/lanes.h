/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The lanes of the page: one for each thread, and one for events of no
 * thread. */
#ifndef POSIXTRACE_TOOLS_VIEW_LANES_H
#define POSIXTRACE_TOOLS_VIEW_LANES_H

#include <posixtrace.h>

#include "trace/pairs.h"
#include "trace/places.h"

enum lane_kind {
	LANE_THREAD = 1,
	LANE_STREAM,			/* events of the stream itself */
	LANE_CONTEXT,			/* of a ThreadX dump */
};

struct lane {
	enum lane_kind kind;
	int32_t pid, tid;
	/* Of a ThreadX dump. */
	int context;			/* POSIXTRACE_CONTEXT_... */
	uint64_t thread;
	char *name;			/* NULL: it has none */
	struct pairs *pairs;		/* NULL: no open pairs */
};

struct lanes {
	trace_id_t trid;		/* knows the names of threads */
	struct places places;
	struct lane *list;		/* by the numbers of their places */
	size_t n, room;
};

void lanes_init(struct lanes *lanes, trace_id_t trid);
void lanes_fini(struct lanes *lanes);

/*
 * The lane of an event, valid until the next call.  NULL: no memory.
 * `context` is that of an event of a ThreadX dump, else NULL.
 */
struct lane *lanes_find(struct lanes *lanes,
			const struct posix_trace_event_info *info,
			const struct posixtrace_context *context);

/* The same of an event of a log, if there is one.  NULL: none. */
const struct lane *lanes_known(const struct lanes *lanes,
			       const struct posix_trace_event_info *info);

static inline uint32_t lanes_number(const struct lanes *lanes,
				    const struct lane *lane)
{
	return (uint32_t)(lane - lanes->list);
}

#endif
