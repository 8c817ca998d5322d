/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Durations: from an event to the one that ends what it begins (pairs.h), and
 * of calls that record their duration.
 */
#ifndef POSIXTRACE_TOOLS_STAT_DURATIONS_H
#define POSIXTRACE_TOOLS_STAT_DURATIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "common/sheet.h"
#include "common/spread.h"
#include "trace/event.h"
#include "trace/pairs.h"

/* What an event has ended. */
struct ended {
	const struct type *type;	/* whose name begins with the slice's */
	size_t len;			/* of that */
	uint64_t ns;
	uint64_t self_ns;		/* without what began and ended in it */
};

/* All zero: nothing was counted. */
struct durations {
	uint32_t generation;		/* of open pairs; see pairs_take() */
	struct duration_type {
		struct pair_name name;
		size_t row;		/* what it ends, from 1; 0: nothing yet */
	} types[TYPES_IDS];
	/* By name, whatever the types are that begin and end it. */
	struct duration {
		const char *name;	/* a type's, so long */
		size_t len;
		size_t label_at;	/* what people read begins there */
		struct spread *spread;
	} rows[TYPES_IDS];
	size_t n;
};

void durations_fini(struct durations *durations);

/*
 * Count an event with its type, which must stay, at `ns`; *begun are the
 * slices of its thread, NULL at first, and the caller frees it.  *ended is what it
 * ends; its type is NULL if it ends nothing.  False: no memory.
 */
bool durations_add(struct durations *durations, struct pairs **begun,
		   const struct trace_event *event, uint64_t ns,
		   struct ended *ended);

/* Events were lost: open pairs may have ended in the gap. */
void durations_gap(struct durations *durations);

/* Print the table, if it is not empty. */
void durations_show(struct sheet *sheet, const struct durations *durations);

#endif
