/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Selections: patterns of names, and lists of ids. */
#ifndef POSIXTRACE_TOOLS_COMMON_PATTERNS_H
#define POSIXTRACE_TOOLS_COMMON_PATTERNS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Like the shell's file name patterns.  Owns the array, not the strings. */
struct patterns {
	const char **globs;
	size_t n;
};

/* False: no memory. */
bool patterns_add(struct patterns *patterns, const char *glob);
bool patterns_match(const struct patterns *patterns, const char *name);
void patterns_fini(struct patterns *patterns);

static inline bool patterns_are_empty(const struct patterns *patterns)
{
	return patterns->n == 0;
}

/* Process or thread ids. */
struct ids {
	pid_t *ids;
	size_t n;
};

/* Adds "12" or "12,34".  False: not a list of ids, or no memory. */
bool ids_add(struct ids *ids, const char *text);
void ids_fini(struct ids *ids);

/* Is `id` in the list?  An empty list contains all ids. */
static inline bool ids_let(const struct ids *ids, pid_t id)
{
	for (size_t i = 0; i < ids->n; i++) {
		if (ids->ids[i] == id)
			return true;
	}
	return ids->n == 0;
}

#endif
