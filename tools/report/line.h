/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What the reports in columns share, whatever the columns are. */
#ifndef POSIXTRACE_TOOLS_REPORT_LINE_H
#define POSIXTRACE_TOOLS_REPORT_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/out.h"

/* Put what is between text and end to the right of `width` columns. */
static inline char *put_right(char *p, const char *text, const char *end,
			      size_t width)
{
	size_t len = (size_t)(end - text);

	if (len < width) {
		memset(p, ' ', width - len);
		p += width - len;
	}
	return put_bytes(p, text, len);
}

char *put_heading(char *p, const char *heading, size_t width);

/* Around a line that is red if `color` says so ... */
char *put_red(char *p, bool color);
char *put_plain(char *p, bool color);
/* ... and the text of a loss, at most 64 characters and `where`, unless that
 * is NULL. */
char *put_lost(char *p, uint64_t events, const char *where);

/* The width of a column, of the widest thing in it, within reason. */
static inline size_t column_width(size_t width, size_t least, size_t most)
{
	return width < least ? least : width > most ? most : width;
}

#endif
