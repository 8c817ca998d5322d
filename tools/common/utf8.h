/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Recognises UTF-8. */
#ifndef POSIXTRACE_TOOLS_COMMON_UTF8_H
#define POSIXTRACE_TOOLS_COMMON_UTF8_H

#include <stddef.h>

/* The length of the valid UTF-8 character at `data`, 0: there is none. */
static inline size_t utf8_length(const unsigned char *data, size_t len)
{
	size_t n;

	if (data[0] < 0x80)
		return 1;
	if (data[0] >= 0xc2 && data[0] <= 0xdf)
		n = 2;
	else if (data[0] >= 0xe0 && data[0] <= 0xef)
		n = 3;
	else if (data[0] >= 0xf0 && data[0] <= 0xf4)
		n = 4;
	else
		return 0;
	if (n > len)
		return 0;
	for (size_t i = 1; i < n; i++) {
		if ((data[i] & 0xc0) != 0x80)
			return 0;
	}
	/* Overlong, a surrogate, or beyond U+10FFFF. */
	if ((data[0] == 0xe0 && data[1] < 0xa0) ||
	    (data[0] == 0xed && data[1] > 0x9f) ||
	    (data[0] == 0xf0 && data[1] < 0x90) ||
	    (data[0] == 0xf4 && data[1] > 0x8f))
		return 0;
	return n;
}

#endif
