/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* An event as it was read, with its type and its data. */
#ifndef POSIXTRACE_TOOLS_TRACE_EVENT_H
#define POSIXTRACE_TOOLS_TRACE_EVENT_H

#include <posixtrace.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/types.h"

struct symbol;

struct trace_event {
	struct posix_trace_event_info info;
	const struct type *type;
	const void *data;
	size_t len;
	uint64_t lost;		/* in the gap that it reports, or 0 */
	trace_id_t trid;	/* which it was read from last; 0: none is asked */
	/* Of the place of its trace point (symbols/symbols.h); NULL: not asked
	 * for, or not known. */
	const struct symbol *symbol;
};

/* What the trace has that cannot be read, of the thread of the event, before it: see
 * posixtrace_get_breaks(). */
static inline uint32_t event_breaks(const struct trace_event *event)
{
	uint32_t n;

	return posixtrace_get_breaks(event->trid, &n) == 0 ? n : 0;
}

#endif
