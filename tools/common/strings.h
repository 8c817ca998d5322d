/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Numbers for strings, from 0 on in the order of the requests. */
#ifndef POSIXTRACE_TOOLS_COMMON_STRINGS_H
#define POSIXTRACE_TOOLS_COMMON_STRINGS_H

#include <stdbool.h>
#include <stddef.h>

/* All zero: there are none. */
struct strings {
	void *tree;			/* tsearch() tree of struct string */
	struct string **list;		/* by number */
	size_t n, room;
};

void strings_fini(struct strings *strings);

/* The number of these bytes; that of new ones is what strings->n was before.
 * False: no memory. */
bool strings_find(struct strings *strings, const char *bytes, size_t len,
		  size_t *number);

/* The bytes, with a NUL behind them. */
const char *strings_text(const struct strings *strings, size_t number);

#endif
