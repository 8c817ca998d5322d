/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Which event types a recording leaves out. */
#ifndef POSIXTRACE_TOOLS_RECORD_EXCLUDE_H
#define POSIXTRACE_TOOLS_RECORD_EXCLUDE_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>
#include <trace.h>

/* The words of all -e or all -x options; owns the array, not the strings. */
struct exclude_list {
	const char **words;
	size_t n_words;
};

/*
 * Add the word of an option: the exact name of an event type, or @GROUP.
 * Returns 0 or the result of the option parser.
 */
error_t exclude_add(struct exclude_list *list, const char *word);

void exclude_fini(struct exclude_list *list);

/*
 * Set the filter of a stream: only what is in `only` (if that has words),
 * and nothing that is in `not`.  START, STOP and the other events of the
 * standard stay, so that every loss is seen, unless `not` names them.  Says
 * what went wrong, and returns false then.
 */
bool exclude_apply(trace_id_t trid, const struct exclude_list *only,
		   const struct exclude_list *not);

#endif
