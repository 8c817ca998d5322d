/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Bytes of unknown origin as strings, which have to be UTF-8. */
#include "text.h"

#include <string.h>

#include "common/utf8.h"

static const char replacement[] = "\xef\xbf\xbd";

/* Of the character at `c`: C0, DEL, and C1 as UTF-8 has it. */
static bool is_control(const unsigned char *c, size_t n)
{
	return *c < ' ' || *c == 0x7f ||
	       (n == 2 && c[0] == 0xc2 && c[1] < 0xa0);
}

void text_of_name(char *text, const char *name, size_t len)
{
	const unsigned char *bytes = (const unsigned char *)name;

	for (size_t i = 0; i < len;) {
		size_t n = utf8_length(bytes + i, len - i);

		if (n && !is_control(bytes + i, n)) {
			memcpy(text, bytes + i, n);
			text += n;
		} else {
			memcpy(text, replacement, 3);
			text += 3;
		}
		i += n ? n : 1;
	}
	*text = '\0';
}

bool text_is_some(const void *data, size_t len)
{
	const unsigned char *bytes = data;
	size_t n;

	if (len > 1 && bytes[len - 1] == '\0')
		len--;
	for (size_t i = 0; i < len; i += n) {
		n = utf8_length(bytes + i, len - i);
		if (n == 0 || (is_control(bytes + i, n) && bytes[i] != '\n' &&
			       bytes[i] != '\t' && bytes[i] != '\r'))
			return false;
	}
	return len > 0;
}

static bool append(bt_field *field, const void *bytes, size_t len)
{
	return bt_field_string_append_with_length(field, bytes, len) ==
	       BT_FIELD_STRING_APPEND_STATUS_OK;
}

bool text_set(bt_field *field, const char *string, size_t len)
{
	const unsigned char *bytes = (const unsigned char *)string;
	size_t done = 0;

	bt_field_string_clear(field);
	len = strnlen(string, len);
	for (size_t i = 0; i < len;) {
		size_t n = utf8_length(bytes + i, len - i);

		if (n == 0) {
			if (!append(field, bytes + done, i - done) ||
			    !append(field, replacement, 3))
				return false;
			done = ++i;
		} else {
			i += n;
		}
	}
	return done == len || append(field, bytes + done, len - done);
}
