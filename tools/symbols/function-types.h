/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Types for the entries and exits of functions (POSIXTRACE_FUNCTION_ENTER and
 * _EXIT), which are of two types in a trace: here each function has two of its own,
 * "work:enter" and "work:exit", so that its calls are slices of its name, "work"
 * (trace/pairs.h).  Without a name the address stands for it.
 */
#ifndef POSIXTRACE_TOOLS_SYMBOLS_FUNCTION_TYPES_H
#define POSIXTRACE_TOOLS_SYMBOLS_FUNCTION_TYPES_H

#include <posixtrace.h>

#include "trace/event.h"
#include "trace/open-log.h"

/* All zero: nothing was found yet. */
struct function_types {
	struct functions_seen *seen;
	struct symbols *lent;		/* of the same log; NULL: it opens its own */
};

/*
 * The type for slices of an event, which is its own unless it is of a function.
 * It stays until function_types_fini(); its id is below TYPES_SHOWN.  More than
 * TYPES_FUNCTIONS functions share the types of "(other functions)".
 *
 * The names come from `log`, and files below `root` (symbols.h); what has none is
 * reported once.  NULL: no memory, which was reported.
 */
const struct type *function_types_find(struct function_types *types,
				       const struct open_log *log,
				       const char *root,
				       const struct trace_event *event);

void function_types_fini(struct function_types *types);

static inline bool function_types_has(trace_event_id_t id)
{
	return id == POSIXTRACE_FUNCTION_ENTER || id == POSIXTRACE_FUNCTION_EXIT;
}

#endif
