/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Groups of the system events that the preload library makes, as -e and -x
 * name them: @thread, @lock, @io, @net, @wait, @meta, @memory, @map, @process, @signal and
 * @preload.
 */
#ifndef POSIXTRACE_TOOLS_TRACE_GROUPS_H
#define POSIXTRACE_TOOLS_TRACE_GROUPS_H

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>
#include <trace.h>

#include "common/patterns.h"

struct event_group {
	const char *name;
	uint64_t ids;			/* bit i: the type with id i, below 64 */
};

bool event_group_has(const struct event_group *group, trace_event_id_t id);

/* The group of a word "@NAME"; NULL: it is no group. */
const struct event_group *event_group_find(const char *word);

/* A word that begins with @ and names no group is misuse. */
error_t event_group_check(const char *word);

/*
 * Does a word match the type: a group that contains it, or a pattern of names?
 */
bool event_words_match(const struct patterns *words, trace_event_id_t id,
		       const char *name);

#endif
