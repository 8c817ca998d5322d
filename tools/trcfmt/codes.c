/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The format codes, and the valid sizes of each.
 */
#include "codes.h"

#include <string.h>

/* m and n as written. */
struct spec {
	uint8_t letter;
	bool is_word;		/* W instead of m */
	bool has_n;
	unsigned m, n;
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Limit numbers that are too large anyway. */
static const char *number(const char *p, const char *end, unsigned *value)
{
	unsigned v = 0;

	for (; p < end && is_digit(*p); p++)
		if (v <= TF_NUMBER_MAX)
			v = v * 10 + (unsigned)(*p - '0');
	*value = v;
	return p;
}

/* LETTER (m ["." n] | "W"), all of the word. */
static bool parse_spec(const char *word, size_t size, struct spec *spec)
{
	const char *end = word + size;
	const char *p = word + 1;

	if (size < 2 || !strchr("ABDEFGOPRSTUWXo", word[0]) || !word[0])
		return false;
	*spec = (struct spec) { .letter = (uint8_t)word[0] };
	if (size == 2 && *p == 'W') {
		spec->is_word = true;
		return strchr("DEPSTUXo", word[0]);
	}
	if (!is_digit(*p))
		return false;
	p = number(p, end, &spec->m);
	if (p < end && *p == '.' && end - p > 1 && is_digit(p[1])) {
		spec->has_n = true;
		p = number(p + 1, end, &spec->n);
	}
	return p == end;
}

static const char *check_size(const struct spec *spec)
{
	bool one_to_eight = spec->m == 1 || spec->m == 2 || spec->m == 4 ||
		spec->m == 8;

	switch (spec->letter) {
	case 'D':
	case 'U':
	case 'o':
	case 'S':
	case 'E':
		if (!one_to_eight)
			return "expected a size of 1, 2, 4, 8 or W "
				"(text must be in quotes)";
		break;
	case 'T':
	case 'P':
		if (spec->m != 4 && spec->m != 8)
			return "expected a size of 4, 8 or W "
				"(text must be in quotes)";
		break;
	case 'F':
		if (spec->m != 4 && spec->m != 8)
			return "expected F4 or F8 (text must be in quotes)";
		break;
	case 'X':
		if (spec->m > 16)
			return "expected a size from 0 to 16 or W "
				"(text must be in quotes)";
		break;
	case 'B':
		if (!spec->m && !spec->n)
			return "expected at least one bit "
				"(text must be in quotes)";
		break;
	}
	return NULL;
}

static const char *check_spec(const struct spec *spec)
{
	if (spec->is_word)
		return NULL;
	if (spec->m > TF_NUMBER_MAX || spec->n > TF_NUMBER_MAX)
		return "expected a number up to 32767";
	if (spec->has_n && !strchr("ABGO", spec->letter)) {
		if (spec->letter == 'W')
			return "W with two numbers selects bits of a macro, "
				"as in $x%W0.3 (text must be in quotes)";
		return "only A, B, G and O have a number after a period "
			"(text must be in quotes)";
	}
	return check_size(spec);
}

static void set_format(struct tf_format *format, const struct spec *spec)
{
	format->code = spec->letter;
	format->m = spec->is_word ? TF_WORD : (uint16_t)spec->m;
	format->n = spec->has_n ? (uint16_t)spec->n : TF_NO_N;
	if (spec->letter != 'A' && !spec->has_n)
		format->n = 0;
}

bool tf_format_parse(const char *word, size_t size, struct tf_format *format,
		     const char **wrong)
{
	struct spec spec;

	*wrong = NULL;
	if (size == 2 && word[0] == 'H' && (word[1] == 'B' || word[1] == 'T')) {
		*format = (struct tf_format) {
			.code = word[1] == 'B' ? TF_CODE_HB : TF_CODE_HT,
		};
		return true;
	}
	if (!parse_spec(word, size, &spec))
		return false;
	*wrong = check_spec(&spec);
	set_format(format, &spec);
	return true;
}

void tf_cast_parse(const char *word, size_t size, struct tf_format *format,
		   bool *known)
{
	struct spec spec;

	*known = true;
	if (parse_spec(word, size, &spec)) {
		if (spec.letter == 'W' && spec.has_n && spec.m <= spec.n &&
		    spec.n <= 63) {
			*format = (struct tf_format) {
				.code = TF_CODE_BITS,
				.m = (uint16_t)spec.m,
				.n = (uint16_t)spec.n,
			};
			return;
		}
		set_format(format, &spec);
		if (!check_spec(&spec) && !tf_format_is_move(format))
			return;
	} else if (size == 2 && memcmp(word, "Sx", 2) == 0) {
		/* As in the rules: the whole value is the length. */
		*format = (struct tf_format) { .code = 'S', .m = 8 };
		return;
	}
	*known = false;
	*format = (struct tf_format) { .code = 'X', .m = 2 };
}

size_t tf_format_span(const char *text, size_t size)
{
	size_t i = 0;

	while (i < size && (is_digit(text[i]) ||
			    (text[i] >= 'a' && text[i] <= 'z') ||
			    (text[i] >= 'A' && text[i] <= 'Z') ||
			    text[i] == '_'))
		i++;
	/* ".n", but not the full stop of a sentence. */
	if (i > 1 && is_digit(text[i - 1]) && i + 1 < size &&
	    text[i] == '.' && is_digit(text[i + 1])) {
		i++;
		while (i < size && is_digit(text[i]))
			i++;
	}
	return i;
}

int tf_format_base(const struct tf_format *format)
{
	switch (format->code) {
	case 'A':
	case 'S':
		return 0;
	case 'D':
	case 'U':
	case 'E':
	case 'P':
	case 'T':
	case 'F':
		return 10;
	case 'o':
		return 8;
	case 'B':
		return 2;
	default:
		return 16;
	}
}
