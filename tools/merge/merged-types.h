/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The event types of several logs as those of one.  Types are the same if
 * they have the same name and their arguments are described alike, or not
 * described in either; each log has ids of its own for them.  Of types that
 * have the same name and no more than that, the first one keeps it, and others
 * become NAME~2, NAME~3 and so on, which is what the library calls them when
 * they meet in one process.  System event types have the same ids everywhere.
 */
#ifndef POSIXTRACE_TOOLS_MERGE_MERGED_TYPES_H
#define POSIXTRACE_TOOLS_MERGE_MERGED_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/tree.h"
#include "model/limits.h"

struct merged_type {
	RB_ENTRY(merged_type) by_name;	/* of user event types */
	bool is_there;
	char name[PXT_EVENT_NAME_SIZE];
	char text[PXT_TYPE_SIZE];	/* empty: not described */
};

/* All zero: no types.  It must not be copied: the tree points into it. */
struct merged_types {
	struct merged_type type[PXT_ID_SPACE];
	RB_HEAD(merged_names, merged_type) names;
};

/* The ids of one log in the merged one; 0: not known yet. */
struct type_ids {
	uint16_t id[PXT_ID_SPACE];
	bool is_moved;			/* some id is changed */
};

/*
 * Add type `id` of a log; `text` describes its arguments, or is empty.  It
 * keeps its id if that is free.  False: there are no ids left.
 */
bool merged_types_add(struct merged_types *merged, struct type_ids *ids, unsigned id,
	     const char *name, const char *text);

/* Convert a set of event types of the log to the merged log. */
void type_ids_map_set(const struct type_ids *ids, trace_event_set_t *set);

#endif
