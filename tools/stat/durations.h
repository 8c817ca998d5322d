/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The table of what took how long, by the names of slices and calls. */
#ifndef POSIXTRACE_TOOLS_STAT_DURATIONS_H
#define POSIXTRACE_TOOLS_STAT_DURATIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "common/sheet.h"
#include "common/spread.h"
#include "stat/ends.h"

/* All zero: nothing was counted. */
struct durations {
	size_t by_type[TYPES_SHOWN];	/* the row of what it ends, from 1; 0: none */
	/* By name, whatever the types are that begin and end it. */
	struct duration {
		const char *name;	/* a type's, so long */
		size_t len;
		size_t label_at;	/* what people read begins there */
		double total_ns;	/* of those in no other of the name */
		struct spread *spread;
	} rows[TYPES_SHOWN];
	size_t n;
};

void durations_fini(struct durations *durations);

/* Count what an event has ended, whose type must stay.  False: no memory. */
bool durations_count(struct durations *durations, const struct ended *ended);

/* Print the table, if it is not empty. */
void durations_show(struct sheet *sheet, const struct durations *durations);

#endif
