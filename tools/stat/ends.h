/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What events end, and how long that took: from an event to the one that ends what
 * it begins (pairs.h), and calls that record their duration.
 */
#ifndef POSIXTRACE_TOOLS_STAT_ENDS_H
#define POSIXTRACE_TOOLS_STAT_ENDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "symbols/function-types.h"
#include "trace/event.h"
#include "trace/pairs.h"

/* What an event has ended. */
struct ended {
	const struct type *type;	/* whose name begins with the slice's */
	size_t len;			/* of that */
	uint64_t ns;
	uint64_t total_ns;		/* without slices of the same name in it */
	uint64_t self_ns;		/* without what began and ended in it */
};

/* All zero: no event was taken. */
struct ends {
	const struct open_log *log;	/* whose functions are named; NULL: none are */
	const char *root;		/* ... by files below it */
	struct function_types functions;
	uint32_t generation;		/* of open pairs; see pairs_take() */
	uint64_t n_deep;		/* what was discarded since too much was open */
	struct pair_name names[TYPES_SHOWN];
};

/*
 * Take an event with its type, which must stay, at `ns`; *begun are the slices of
 * its thread, NULL at first, and the caller frees it.  *ended is what it ends; its
 * type is NULL if it ends nothing.  False: no memory.
 */
bool ends_take(struct ends *ends, struct pairs **begun,
	       const struct trace_event *event, uint64_t ns,
	       struct ended *ended);

/* Events were lost: open pairs may have ended in the gap. */
static inline void ends_gap(struct ends *ends)
{
	ends->generation++;
}

/* Report what is not counted, since too much was open at once on a thread. */
void ends_note_deep(const struct ends *ends, const char *path);

/* The log has been read: free the types of what was ended.  Nothing is open now. */
static inline void ends_fini(struct ends *ends)
{
	function_types_fini(&ends->functions);
	ends->log = NULL;
	ends_gap(ends);
}

#endif
