/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Switches, loops and flags, and their governors.
 */
#include "parse.h"

#include <string.h>

bool tf_parse_is_switch(struct tf_parser *parser,
			struct tf_governor *governor)
{
	struct tf_source *s = &parser->source;
	struct tf_source start = *s;
	uint64_t mask = 0;

	tf_source_blanks(s);
	if (tf_source_accept(s, '&')) {
		tf_source_blanks(s);
		if (!tf_source_number(s, 16, &mask)) {
			tf_source_blanks(s);
			governor->has_mask = tf_source_peek(s) == ',';
			governor->mask = mask;
		}
	} else if (tf_source_peek(s) == ',') {
		return true;
	}
	if (!governor->has_mask)
		*s = start;
	return governor->has_mask;
}

/* Is it a valid governor and, if `number` is set, a number? */
static bool check_governor(struct tf_parser *parser,
			   const struct tf_governor *governor, bool number,
			   struct tf_pos pos)
{
	const char *wrong = NULL;

	if (!governor->is_macro && tf_format_is_move(&governor->format))
		wrong = "it only moves the pointer";
	else if (governor->is_macro &&
		 tf_macro_is_action(governor->macro.builtin))
		wrong = "it has no value";
	else if ((number || governor->has_mask) &&
		 tf_governor_is_text(governor))
		wrong = "it is text";
	if (wrong)
		tf_fail_at(parser, pos, "expected a format code or a macro "
			   "with a number as its value: %s", wrong);
	return !wrong;
}

bool tf_parse_governor(struct tf_parser *parser, const char *what,
		       struct tf_governor *governor)
{
	struct tf_source *s = &parser->source;
	const char *wrong = NULL;
	uint16_t hook;

	*governor = (struct tf_governor) { 0 };
	tf_source_blanks(s);
	struct tf_pos pos = tf_source_pos(s);
	if (tf_source_peek(s) == '$') {
		governor->is_macro = true;
		switch (tf_parse_reference(parser, &governor->macro, &hook)) {
		case TF_REFERENCE_MACRO:
			return check_governor(parser, governor, true, pos);
		case TF_REFERENCE_TEMPLATE:
			tf_fail_at(parser, pos, "expected a format code or a "
				   "macro after %s, found a template", what);
			return false;
		default:
			return false;
		}
	}

	size_t size = tf_source_word(s);
	const char *mask = memchr(s->p, '&', size);
	if (mask)
		size = (size_t)(mask - s->p);
	if (!tf_format_parse(s->p, size, &governor->format, &wrong)) {
		tf_fail(parser, "expected a format code or a macro after %s",
			what);
		return false;
	}
	if (wrong) {
		tf_fail(parser, "%s", wrong);
		return false;
	}
	s->p += size;
	return check_governor(parser, governor, true, pos);
}

/* "{" items "}" */
static bool parse_braces(struct tf_parser *parser, struct tf_items *items)
{
	struct tf_source *s = &parser->source;

	if (tf_source_peek2(s) == '{' &&
	    !(s->end - s->p > 2 && s->p[2] == '{')) {
		tf_fail(parser, "expected one brace: {{ starts a macro "
			"block, put it into braces of its own");
		return false;
	}
	if (!tf_enter(parser))
		return false;
	s->p++;
	if (!tf_parse_items(parser, true, items))
		return false;
	s->p++;
	tf_leave(parser);
	return true;
}

/* The base of unprefixed match values; 0: they are text. */
static int match_base(const struct tf_parser *parser,
		      const struct tf_governor *governor)
{
	if (tf_governor_is_text(governor))
		return 0;
	if (!governor->is_macro)
		return tf_format_base(&governor->format);
	if (governor->macro.cast.code != TF_CODE_NONE)
		return tf_format_base(&governor->macro.cast);
	return parser->match_base;
}

static bool all_decimal(const char *digits, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (digits[i] < '0' || digits[i] > '9')
			return false;
	return true;
}

static bool is_bare_macro(const struct tf_governor *governor)
{
	return governor->is_macro &&
		governor->macro.cast.code == TF_CODE_NONE;
}

static bool parse_match_number(struct tf_parser *parser,
			       const struct tf_governor *governor,
			       struct tf_case *c)
{
	struct tf_source *s = &parser->source;
	bool negative = tf_source_accept(s, '-');
	struct tf_pos pos = tf_source_pos(s);
	const char *digits = s->p;
	const char *wrong = tf_source_number(s, match_base(parser, governor),
					     &c->number);

	if (wrong) {
		tf_fail(parser, "%s as a match value, or \\*", wrong);
		return false;
	}
	if (tf_source_peek(s) == '-') {
		tf_fail(parser, "expected one value: the language has no "
			"ranges");
		return false;
	}
	if (negative)
		c->number = -c->number;

	size_t size = (size_t)(s->p - digits);
	if (is_bare_macro(governor) && size > 1 && c->number > 9 &&
	    all_decimal(digits, size))
		tf_warn_at(parser, pos, "%.*s is read in base %d; write 0x "
			   "before it, or a cast after the macro, or "
			   "#%%matchbase", (int)size, digits,
			   parser->match_base);
	return true;
}

static bool parse_match(struct tf_parser *parser,
			const struct tf_governor *governor, struct tf_case *c)
{
	struct tf_source *s = &parser->source;
	bool is_text = tf_governor_is_text(governor);

	if (tf_source_peek(s) == '\\' && tf_source_peek2(s) == '*') {
		s->p += 2;
		c->is_default = true;
		return true;
	}
	if (tf_source_at_end(s) || tf_source_peek(s) == '}') {
		tf_fail(parser, "expected another case after the comma");
		return false;
	}
	if (tf_source_peek(s) == '"') {
		if (is_text)
			return tf_parse_string(parser, &c->text);
		tf_fail(parser, "expected a number as a match value, or \\*: "
			"the governor is a number");
		return false;
	}
	if (!is_text)
		return parse_match_number(parser, governor, c);
	c->text.bytes = s->p;
	c->text.size = tf_source_word(s);
	s->p += c->text.size;
	if (!c->text.size)
		tf_fail(parser, "expected a string as a match value, or \\*");
	return c->text.size;
}

static bool parse_case_body(struct tf_parser *parser, struct tf_case *c)
{
	struct tf_source *s = &parser->source;
	struct tf_format format;
	const char *wrong;
	struct tf_item *item;
	size_t size;

	STAILQ_INIT(&c->body);
	tf_source_blanks(s);
	switch (tf_source_peek(s)) {
	case '{':
		return parse_braces(parser, &c->body);
	case '"':
		item = tf_new_item(parser, TF_ITEM_TEXT, tf_source_pos(s));
		if (!item || !tf_parse_string(parser, &item->text))
			return false;
		STAILQ_INSERT_TAIL(&c->body, item, next);
		return true;
	default:
		break;
	}
	size = tf_source_word(s);
	if (!size || (s->p + size < s->end && strchr("($`", s->p[size])) ||
	    tf_format_parse(s->p, size, &format, &wrong) ||
	    (size == 4 && !memcmp(s->p, "LOOP", 4)) ||
	    (size == 8 && !memcmp(s->p, "BITFLAGS", 8))) {
		tf_fail(parser, "expected a string, a word or { after the "
			"match value");
		return false;
	}
	item = tf_parse_word(parser, size);
	if (item)
		STAILQ_INSERT_TAIL(&c->body, item, next);
	return item;
}

struct tf_item *tf_parse_switch(struct tf_parser *parser,
				const struct tf_governor *governor)
{
	struct tf_source *s = &parser->source;
	struct tf_pos pos = tf_source_pos(s);
	struct tf_item *item = tf_new_item(parser, TF_ITEM_SWITCH, pos);

	if (!item || !check_governor(parser, governor, false, pos))
		return NULL;
	item->select.governor = tf_new(parser, sizeof(*governor));
	if (!item->select.governor)
		return NULL;
	*item->select.governor = *governor;

	STAILQ_INIT(&item->select.cases);
	struct tf_source behind;
	do {
		struct tf_case *c = tf_new(parser, sizeof(*c));

		s->p++;
		tf_source_blanks(s);
		if (!c || !parse_match(parser, governor, c) ||
		    !parse_case_body(parser, c))
			return NULL;
		STAILQ_INSERT_TAIL(&item->select.cases, c, next);
		behind = *s;
		tf_source_blanks(s);
	} while (tf_source_peek(s) == ',');
	*s = behind;
	return item;
}

/* "& number" after the governor of a loop. */
static bool parse_mask(struct tf_parser *parser, struct tf_governor *governor)
{
	struct tf_source *s = &parser->source;

	tf_source_blanks(s);
	if (!tf_source_accept(s, '&'))
		return true;
	tf_source_blanks(s);
	const char *wrong = tf_source_number(s, 16, &governor->mask);
	if (wrong)
		tf_fail(parser, "%s as a mask", wrong);
	governor->has_mask = true;
	return !wrong;
}

struct tf_item *tf_parse_loop(struct tf_parser *parser)
{
	struct tf_source *s = &parser->source;
	struct tf_item *item = tf_new_item(parser, TF_ITEM_LOOP,
					   tf_source_pos(s));

	struct tf_governor *governor = tf_new(parser, sizeof(*governor));

	if (!item || !governor ||
	    !tf_parse_governor(parser, "LOOP", governor) ||
	    !parse_mask(parser, governor))
		return NULL;
	item->loop.governor = governor;
	tf_source_blanks(s);
	if (tf_source_peek(s) != '{')
		return tf_fail(parser, "expected { and what LOOP repeats");
	return parse_braces(parser, &item->loop.body) ? item : NULL;
}
