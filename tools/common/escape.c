/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Escaping bytes of unknown origin for a terminal and for JSON.  A traced
 * program may put escape sequences into names and data; they must not reach
 * the terminal of the reader of the trace.
 */
#include "common/escape.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#include "common/out.h"
#include "common/utf8.h"

static bool is_ascii_text(unsigned char c)
{
	return (c >= ' ' && c < 0x7f) || c == '\n' || c == '\t' || c == '\r';
}

/* Beyond ASCII: C1 controls, the format characters (Cf) of Unicode 15, line
 * and paragraph separators, and code points that are ignored if unsupported. */
static const struct {
	uint32_t first, last;
} hidden[] = {
	{ 0x80, 0x9f }, { 0xad, 0xad }, { 0x34f, 0x34f },
	{ 0x600, 0x605 }, { 0x61c, 0x61c }, { 0x6dd, 0x6dd },
	{ 0x70f, 0x70f }, { 0x890, 0x891 }, { 0x8e2, 0x8e2 },
	{ 0x115f, 0x1160 }, { 0x17b4, 0x17b5 }, { 0x180b, 0x180f },
	{ 0x200b, 0x200f }, { 0x2028, 0x202e }, { 0x2060, 0x206f },
	{ 0x3164, 0x3164 }, { 0xfe00, 0xfe0f }, { 0xfeff, 0xfeff },
	{ 0xffa0, 0xffa0 }, { 0xfff0, 0xfffb }, { 0x110bd, 0x110bd },
	{ 0x110cd, 0x110cd }, { 0x13430, 0x1343f }, { 0x1bca0, 0x1bca3 },
	{ 0x1d173, 0x1d17a }, { 0xe0000, 0xe0fff },
};

static bool is_hidden(uint32_t c)
{
	for (size_t i = 0; i < sizeof(hidden) / sizeof(hidden[0]); i++)
		if (c >= hidden[i].first && c <= hidden[i].last)
			return true;
	return false;
}

/* The character beyond ASCII at data, of n bytes. */
static uint32_t decode(const unsigned char *bytes, size_t n)
{
	uint32_t c = bytes[0] & (0x7fu >> n);

	for (size_t i = 1; i < n; i++)
		c = c << 6 | (bytes[i] & 0x3f);
	return c;
}

size_t escape_hidden(const void *data, size_t len)
{
	const unsigned char *bytes = data;
	size_t n;

	if (len == 0)
		return 0;
	if (bytes[0] < 0x80)
		return bytes[0] < ' ' || bytes[0] == 0x7f;
	n = utf8_length(bytes, len);
	return n && is_hidden(decode(bytes, n)) ? n : 0;
}

/* Bytes of the printable character beyond ASCII at data, 0: there is none. */
static size_t wide_length(const unsigned char *data, size_t len)
{
	mbstate_t state = { 0 };
	wchar_t wide;
	size_t n = mbrtowc(&wide, (const char *)data, len, &state);

	if (n == 0 || n > len || !iswprint((wint_t)wide) ||
	    escape_hidden(data, n))
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

char *escape_byte(char *p, unsigned char c)
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

/* Bytes before the first one of DEL and beyond ASCII, or all. */
static size_t ascii_length(const unsigned char *bytes, size_t len)
{
	size_t n = 0;

	while (n < len && bytes[n] < 0x7f)
		n++;
	return n;
}

static char *put_unit(char *p, uint32_t unit)
{
	const unsigned char bytes[] = { (unsigned char)(unit >> 8),
					(unsigned char)unit };

	return put_hex(put_string(p, "\\u"), bytes, sizeof(bytes));
}

/* A character of n bytes, as one UTF-16 unit or two. */
static char *put_units(char *p, const unsigned char *bytes, size_t n)
{
	uint32_t c = n == 1 ? bytes[0] : decode(bytes, n);

	if (c < 0x10000)
		return put_unit(p, c);
	p = put_unit(p, 0xd800 + ((c - 0x10000) >> 10));
	return put_unit(p, 0xdc00 + ((c - 0x10000) & 0x3ff));
}

/* The character, or the ASCII ones, that JSON text begins with: *n bytes. */
static char *put_json_piece(char *p, const unsigned char *bytes, size_t len,
			    size_t *n)
{
	*n = ascii_length(bytes, len);
	if (*n)
		return put_bytes(p, bytes, *n);
	*n = escape_hidden(bytes, len);
	if (*n)
		return put_units(p, bytes, *n);
	*n = utf8_length(bytes, len);
	*n += *n == 0;
	return put_bytes(p, bytes, *n);
}

char *escape_json(char *p, const void *json, size_t len)
{
	const unsigned char *bytes = json;
	size_t n;

	for (size_t i = 0; i < len; i += n)
		p = put_json_piece(p, bytes + i, len - i, &n);
	return p;
}

void escape_json_to(FILE *file, const void *json, size_t len)
{
	const unsigned char *bytes = json;
	char text[12];
	size_t n;

	for (size_t i = 0; i < len; i += n) {
		n = ascii_length(bytes + i, len - i);
		if (n) {
			fwrite(bytes + i, 1, n, file);
			continue;
		}
		fwrite(text, 1, (size_t)(put_json_piece(text, bytes + i,
				len - i, &n) - text), file);
	}
}
