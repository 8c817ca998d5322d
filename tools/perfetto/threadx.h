/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The contents of an event of a ThreadX dump as annotations. */
#ifndef POSIXTRACE_TOOLS_PERFETTO_THREADX_H
#define POSIXTRACE_TOOLS_PERFETTO_THREADX_H

#include <posixtrace.h>

#include "notes.h"
#include "trace/event.h"

/* The origin of the event. */
struct threadx_event {
	trace_id_t trid;
	struct posixtrace_context context;
};

/* The words of ThreadX, and their context. */
void threadx_add(struct notes *notes, const struct trace_event *event,
		 const struct threadx_event *from);

#endif
