/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Cells of comma-separated values; see csv.h. */
#include "common/csv.h"

#include <stdbool.h>
#include <string.h>

#include "common/escape.h"

/* -12, +3.5e6, -.5: no more than that is said of a number. */
static bool is_number(const char *text, size_t len)
{
	size_t digits = 0;

	for (size_t i = 1; i < len; i++) {
		bool is_digit = text[i] >= '0' && text[i] <= '9';

		digits += is_digit;
		if (!is_digit && !(text[i] == '.' && (digits || i == 1)) &&
		    !(text[i] == 'e' && digits && i + 1 < len))
			return false;
	}
	return digits > 0;
}

/* Would a spreadsheet compute something? */
static bool is_formula(const char *text, size_t len)
{
	if (len == 0)
		return false;
	if (text[0] == '=' || text[0] == '@')
		return true;
	return (text[0] == '+' || text[0] == '-') && !is_number(text, len);
}

char *csv_put_cell(char *p, const char *text, size_t len)
{
	bool is_first = is_formula(text, len);
	bool is_plain = !is_first && !memchr(text, ',', len) &&
			!memchr(text, '"', len);

	if (!is_plain)
		*p++ = '"';
	if (is_first)
		*p++ = '\'';
	for (size_t i = 0, n; i < len; i += n) {
		n = escape_hidden(text + i, len - i);
		for (size_t k = 0; k < n; k++)
			p = escape_byte(p, (unsigned char)text[i + k]);
		if (n)
			continue;
		if (text[i] == '"')
			*p++ = '"';
		*p++ = text[i];
		n = 1;
	}
	if (!is_plain)
		*p++ = '"';
	return p;
}
