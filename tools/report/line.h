/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Shared by the reports in columns. */
#ifndef POSIXTRACE_TOOLS_REPORT_LINE_H
#define POSIXTRACE_TOOLS_REPORT_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/out.h"

/* Right-align the bytes between text and end in `width` columns. */
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

/* Before and after a line that is red if `color` ... */
char *put_red(char *p, bool color);
char *put_plain(char *p, bool color);
/* ... and the text of a loss, at most 64 characters and `where`, unless that
 * is NULL. */
char *put_lost(char *p, uint64_t events, const char *where);

/* The width of a column: that of the widest entry, limited. */
static inline size_t column_width(size_t width, size_t least, size_t most)
{
	return width < least ? least : width > most ? most : width;
}

#endif
