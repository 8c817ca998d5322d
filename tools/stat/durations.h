/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * How long things take: from an event to the one that ends what it begins
 * (pairs.h), and calls that record how long they took.
 */
#ifndef POSIXTRACE_TOOLS_STAT_DURATIONS_H
#define POSIXTRACE_TOOLS_STAT_DURATIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "common/sheet.h"
#include "common/spread.h"
#include "trace/event.h"
#include "trace/pairs.h"

/* All zero: nothing was counted. */
struct durations {
	uint32_t generation;		/* of what has begun; see pairs_take() */
	/* By the type of the event that ends it. */
	struct duration {
		struct pair_name name;
		const struct type *type;
		struct spread *spread;	/* NULL: it has never ended */
	} types[TYPES_IDS];
};

void durations_fini(struct durations *durations);

/*
 * An event with its type, which stays, at `ns` since any moment; *begun is what
 * has begun on its thread, NULL for a start, and the caller's to free.  False:
 * no memory.
 */
bool durations_add(struct durations *durations, struct pairs **begun,
		   const struct trace_event *event, uint64_t ns);

/* Events were lost: what has begun may have ended in the gap. */
void durations_gap(struct durations *durations);

/* A table, if there is anything in it. */
void durations_show(struct sheet *sheet, const struct durations *durations);

#endif
