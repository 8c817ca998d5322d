/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Bytes of unknown origin, made fit for a terminal and for JSON.  A traced
 * program may put escape sequences into names and data; they must not reach
 * the terminal of whoever reads the trace.
 */
#include "common/escape.h"

#include <string.h>
#include <wchar.h>
#include <wctype.h>

#include "common/out.h"
#include "common/utf8.h"

static bool is_ascii_text(unsigned char c)
{
	return (c >= ' ' && c < 0x7f) || c == '\n' || c == '\t' || c == '\r';
}

/*
 * Bytes of the printable character beyond ASCII at data, 0: there is none.
 * Characters that only steer the layout (U+202E turns a line round) are no
 * printable ones here.
 */
static size_t wide_length(const unsigned char *data, size_t len)
{
	mbstate_t state = { 0 };
	wchar_t wide;
	size_t n = mbrtowc(&wide, (const char *)data, len, &state);

	if (n == 0 || n > len || !iswprint((wint_t)wide))
		return 0;
	if ((wide >= 0x200b && wide <= 0x200f) ||
	    (wide >= 0x2028 && wide <= 0x202e) ||
	    (wide >= 0x2060 && wide <= 0x206f) || wide == 0xfeff)
		return 0;
	return n;
}

bool escape_is_text(const void *data, size_t len)
{
	const unsigned char *bytes = data;
	size_t n;

	if (len > 1 && bytes[len - 1] == '\0')
		len--;
	for (size_t i = 0; i < len; i += n) {
		n = 1;
		if (bytes[i] >= 0x80)
			n = wide_length(bytes + i, len - i);
		else if (!is_ascii_text(bytes[i]))
			return false;
		if (n == 0)
			return false;
	}
	return len > 0;
}

static char *escape_byte(char *p, unsigned char c)
{
	static const char plain[] = "\n\t\r\\\"";
	static const char letters[] = "ntr\\\"";
	const char *found = c ? strchr(plain, c) : NULL;

	*p++ = '\\';
	if (found) {
		*p++ = letters[found - plain];
		return p;
	}
	*p++ = 'x';
	return put_hex(p, &c, 1);
}

char *escape_text(char *p, const void *data, size_t len)
{
	const unsigned char *bytes = data;
	size_t n;

	for (size_t i = 0; i < len; i += n) {
		unsigned char c = bytes[i];

		n = 1;
		if (c >= ' ' && c < 0x7f && c != '\\' && c != '"') {
			*p++ = (char)c;
			continue;
		}
		n = c >= 0x80 ? wide_length(bytes + i, len - i) : 0;
		if (n) {
			p = put_bytes(p, bytes + i, n);
		} else {
			p = escape_byte(p, c);
			n = 1;
		}
	}
	return p;
}

char *escape_utf8(char *p, const char *string, size_t len)
{
	const unsigned char *bytes = (const unsigned char *)string;

	for (size_t i = 0; i < len;) {
		size_t n = utf8_length(bytes + i, len - i);

		if (n) {
			p = put_bytes(p, bytes + i, n);
			i += n;
		} else {
			p = put_string(p, "\xef\xbf\xbd");
			i++;
		}
	}
	return p;
}
