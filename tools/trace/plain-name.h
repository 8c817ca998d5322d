/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Types of one name with different arguments are NAME, NAME~2, NAME~3 and so
 * on.  They mean the same, so what is told by name is told of all of them.
 */
#ifndef POSIXTRACE_TOOLS_TRACE_PLAIN_NAME_H
#define POSIXTRACE_TOOLS_TRACE_PLAIN_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* How much of a name is in front of its last number: all of it if it has none. */
static inline size_t plain_name_cut(const char *name, size_t len)
{
	size_t at = len;
	bool is_number;

	while (at && name[at - 1] >= '0' && name[at - 1] <= '9')
		at--;
	/* From 2 on, without zeros in front. */
	is_number = at < len && name[at] > '0' &&
		    (len - at > 1 || name[at] > '1');
	return is_number && at > 1 && name[at - 1] == '~' ? at - 1 : len;
}

/* How much of it is in front of all its numbers: a NAME~2 that a program has chosen
 * itself may be NAME~2~2. */
static inline size_t plain_name_len(const char *name, size_t len)
{
	size_t shorter;

	while ((shorter = plain_name_cut(name, len)) < len)
		len = shorter;
	return len;
}

#endif
