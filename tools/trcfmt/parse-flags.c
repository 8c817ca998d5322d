/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * BITFLAGS: values and masks with the texts they print.
 *
 * Commas between the entries are optional, so where the list ends has to be
 * seen from what follows: an entry starts with a number or "&".  A word that
 * is a format code as well as a hexadecimal number, such as D4, is an entry
 * if a comma precedes it, and else a code.
 */
#include "parse.h"

#include <string.h>

static bool is_number(const struct tf_source *source, int base)
{
	struct tf_source s = *source;
	uint64_t value;

	return !tf_source_number(&s, base, &value);
}

/* Without a comma before it, does an entry start here? */
static bool starts_entry(const struct tf_source *source, int base)
{
	struct tf_source s = *source;
	struct tf_format format;
	const char *wrong;
	uint64_t value;

	if (tf_source_accept(&s, '&')) {
		tf_source_blanks(&s);
		return is_number(&s, base);
	}

	size_t size = tf_source_word(&s);
	if (tf_source_number(&s, base, &value) || s.p != source->p + size)
		return false;
	/* o4 is rather the octal number than a code without a blank. */
	if (*source->p != 'o' &&
	    tf_format_parse(source->p, size, &format, &wrong) && !wrong)
		return false;
	tf_source_blanks(&s);
	return tf_source_peek(&s) == '"';
}

static bool parse_number(struct tf_parser *parser, int base, uint64_t *value)
{
	const char *wrong = tf_source_number(&parser->source, base, value);

	if (wrong)
		tf_fail(parser, "%s as a flag", wrong);
	return !wrong;
}

static bool parse_text(struct tf_parser *parser, struct tf_text *text)
{
	tf_source_blanks(&parser->source);
	if (tf_source_peek(&parser->source) == '"')
		return tf_parse_string(parser, text);
	tf_fail(parser, "expected the text of the flag in quotes");
	return false;
}

static bool parse_entry(struct tf_parser *parser, int base,
			struct tf_flag *flag)
{
	struct tf_source *s = &parser->source;

	flag->has_mask = tf_source_accept(s, '&');
	if (flag->has_mask) {
		tf_source_blanks(s);
		if (!parse_number(parser, base, &flag->mask))
			return false;
		tf_source_blanks(s);
	}
	if (!parse_number(parser, base, &flag->value) ||
	    !parse_text(parser, &flag->yes))
		return false;
	if (flag->has_mask)
		return true;

	struct tf_source behind = *s;
	tf_source_blanks(s);
	if (tf_source_peek(s) == '"')
		return tf_parse_string(parser, &flag->no);
	*s = behind;
	return true;
}

/* "& number" that is a mask of the governor: a comma follows. */
static void parse_mask(struct tf_parser *parser, struct tf_governor *governor)
{
	struct tf_source *s = &parser->source;
	struct tf_source start = *s;

	if (tf_source_accept(s, '&')) {
		tf_source_blanks(s);
		if (!tf_source_number(s, 16, &governor->mask)) {
			tf_source_blanks(s);
			governor->has_mask = tf_source_peek(s) == ',';
		}
	}
	if (!governor->has_mask)
		*s = start;
}

struct tf_item *tf_parse_flags(struct tf_parser *parser)
{
	struct tf_source *s = &parser->source;
	struct tf_item *item = tf_new_item(parser, TF_ITEM_FLAGS,
					   tf_source_pos(s));

	struct tf_governor *governor = tf_new(parser, sizeof(*governor));

	if (!item || !governor)
		return NULL;
	item->flags.governor = governor;
	if (!tf_parse_governor(parser, "BITFLAGS", governor))
		return NULL;

	int base = governor->is_macro && governor->macro.cast.code == 'o' ?
		8 : 16;
	STAILQ_INIT(&item->flags.flags);
	struct tf_source behind = *s;
	tf_source_blanks(s);
	parse_mask(parser, governor);
	for (bool first = true; ; first = false) {
		bool comma = tf_source_accept(s, ',');

		tf_source_blanks(s);
		if (!comma && !first && !starts_entry(s, base))
			break;
		struct tf_flag *flag = tf_new(parser, sizeof(*flag));
		if (!flag || !parse_entry(parser, base, flag))
			return NULL;
		STAILQ_INSERT_TAIL(&item->flags.flags, flag, next);
		behind = *s;
		tf_source_blanks(s);
	}
	*s = behind;
	return item;
}
