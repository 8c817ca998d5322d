/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Physical and logical lines, words and numbers.
 */
#include "source.h"

#include <string.h>

void tf_source_init(struct tf_source *source, const char *text, size_t size)
{
	*source = (struct tf_source) {
		.text = text,
		.p = text,
		.end = text + size,
		.line_start = text,
		.line = 1,
	};
}

struct tf_pos tf_source_pos(const struct tf_source *source)
{
	return (struct tf_pos) {
		.line = source->line,
		.column = (unsigned)(source->p - source->line_start) + 1,
	};
}

static bool is_blank(int c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static bool is_alnum(int c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
		(c >= 'A' && c <= 'Z');
}

static const char *skip_blanks(const char *p, const char *end)
{
	while (p < end && is_blank((unsigned char)*p))
		p++;
	return p;
}

static bool is_comment_line(const struct tf_source *source)
{
	const char *p = skip_blanks(source->p, source->end);

	return p < source->end && *p == '#';
}

static void start_line(struct tf_source *source, const char *p)
{
	source->p = p;
	source->line_start = p;
	source->line++;
}

void tf_source_next_line(struct tf_source *source)
{
	const char *newline = memchr(source->p, '\n',
				     (size_t)(source->end - source->p));

	if (newline)
		start_line(source, newline + 1);
	else
		source->p = source->end;
}

bool tf_source_continues(const struct tf_source *source, const char **next)
{
	if (tf_source_peek(source) != '\\')
		return false;

	const char *p = skip_blanks(source->p + 1, source->end);
	if (p < source->end && *p != '\n')
		return false;
	*next = p < source->end ? p + 1 : p;
	return true;
}

void tf_source_blanks(struct tf_source *source)
{
	const char *next;

	for (;;) {
		source->p = skip_blanks(source->p, source->end);
		if (!tf_source_continues(source, &next))
			return;
		start_line(source, next);
		while (is_comment_line(source))
			tf_source_next_line(source);
	}
}

bool tf_source_at_end(const struct tf_source *source)
{
	return source->p == source->end || *source->p == '\n';
}

void tf_source_next_stanza(struct tf_source *source)
{
	for (;;) {
		const char *start = source->p;
		const char *line = source->line_start;

		tf_source_next_line(source);
		if (source->p == source->end)
			return;

		/* Did the line that was left end with a backslash? */
		const char *last = source->p - 1;
		while (last > start && is_blank((unsigned char)last[-1]))
			last--;
		if (last == line || last[-1] != '\\')
			return;
		while (is_comment_line(source))
			tf_source_next_line(source);
	}
}

bool tf_source_accept(struct tf_source *source, int c)
{
	if (tf_source_peek(source) != c)
		return false;
	source->p++;
	return true;
}

size_t tf_source_word(const struct tf_source *source)
{
	struct tf_source s = *source;
	const char *next;

	for (; s.p < s.end; s.p++) {
		int c = (unsigned char)*s.p;

		if (is_blank(c) || strchr("\n\"`{},()$", c))
			break;
		if (c != '\\')
			continue;
		int c2 = tf_source_peek2(&s);
		if ((c2 && strchr("nt*", c2)) ||
		    tf_source_continues(&s, &next))
			break;
	}
	return (size_t)(s.p - source->p);
}

size_t tf_source_name(const struct tf_source *source)
{
	const char *p = source->p;

	while (p < source->end && (is_alnum((unsigned char)*p) || *p == '_'))
		p++;
	return (size_t)(p - source->p);
}

static int digit_value(int c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'Z')
		return c - 'A' + 10;
	return 36;
}

static const char *expected_digits(int base)
{
	switch (base) {
	case 2:
		return "expected a binary number";
	case 8:
		return "expected an octal number";
	case 10:
		return "expected a decimal number";
	default:
		return "expected a hexadecimal number";
	}
}

const char *tf_source_number(struct tf_source *source, int base,
			     uint64_t *value)
{
	const char *p = source->p;
	const char *end = p + tf_source_name(source);
	uint64_t v = 0;

	if (end - p > 2 && *p == '0' && (p[1] == 'x' || p[1] == 'X')) {
		base = 16;
		p += 2;
	} else if (end - p > 1 && *p == 'o') {
		base = 8;
		p++;
	}
	if (p == end)
		return expected_digits(base);
	for (; p < end; p++) {
		int digit = digit_value((unsigned char)*p);

		if (digit >= base)
			return expected_digits(base);
		if (v > (UINT64_MAX - (unsigned)digit) / (unsigned)base)
			return "the number does not fit in 64 bits";
		v = v * (unsigned)base + (unsigned)digit;
	}
	source->p = end;
	*value = v;
	return NULL;
}
