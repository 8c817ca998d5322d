/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Items: whatever can follow the label, and between braces.
 */
#include "parse.h"

#include <string.h>

enum tf_reference tf_parse_reference(struct tf_parser *parser,
				     struct tf_macroref *macro,
				     uint16_t *template)
{
	struct tf_source *s = &parser->source;
	struct tf_pos pos = tf_source_pos(s);

	s->p++;
	size_t size = tf_source_name(s);
	const char *name = s->p;
	if (tf_is_hook_word(name, size)) {
		if (!tf_parse_hook(parser, name, size, pos, template))
			return TF_REFERENCE_WRONG;
		s->p += size;
		if (tf_source_peek(s) != '%')
			return TF_REFERENCE_TEMPLATE;
		tf_fail_at(parser, pos, "$%.*s is a template, which has no "
			   "value to cast", (int)size, name);
		return TF_REFERENCE_WRONG;
	}
	if (!size || (*name >= '0' && *name <= '9')) {
		tf_fail_at(parser, pos, "expected a macro or a template, "
			   "as in $D1, $name or $90F");
		return TF_REFERENCE_WRONG;
	}
	s->p += size;
	*macro = (struct tf_macroref) { .param = -1, .pos = pos };
	for (unsigned i = 0; i < parser->n_params; i++)
		if (parser->params[i].size == size &&
		    !memcmp(parser->params[i].bytes, name, size))
			macro->param = (int)i;
	if (macro->param < 0) {
		macro->builtin = tf_macro_find(name, size);
		struct tf_name *user = tf_parse_name(parser, name, size);

		if (!user)
			return TF_REFERENCE_WRONG;
		macro->name = user->name;
	}
	if (macro->builtin == TF_DEFAULT) {
		*template = 0x0080;
		return TF_REFERENCE_TEMPLATE;
	}
	if (tf_source_peek(s) != '%')
		return TF_REFERENCE_MACRO;

	bool known;
	s->p++;
	size = tf_format_span(s->p, (size_t)(s->end - s->p));
	if (!size) {
		tf_fail(parser, "expected a format code after %%");
		return TF_REFERENCE_WRONG;
	}
	tf_cast_parse(s->p, size, &macro->cast, &known);
	if (!known)
		tf_warn_at(parser, tf_source_pos(s), "%%%.*s is no cast, "
			   "X2 is taken", (int)size, s->p);
	s->p += size;
	return TF_REFERENCE_MACRO;
}

/* A value: printed, unless it governs a switch. */
static struct tf_item *value_item(struct tf_parser *parser,
				  struct tf_governor *governor,
				  struct tf_pos pos)
{
	struct tf_item *item;

	if (tf_parse_is_switch(parser, governor))
		return tf_parse_switch(parser, governor);
	item = tf_new_item(parser, governor->is_macro ? TF_ITEM_MACRO :
			   TF_ITEM_CODE, pos);
	if (!item)
		return NULL;
	if (governor->is_macro)
		item->macro = governor->macro;
	else
		item->format = governor->format;
	return item;
}

static struct tf_item *dollar_item(struct tf_parser *parser)
{
	struct tf_pos pos = tf_source_pos(&parser->source);
	struct tf_governor governor = { .is_macro = true };
	struct tf_item *item;
	uint16_t hook;

	switch (tf_parse_reference(parser, &governor.macro, &hook)) {
	case TF_REFERENCE_MACRO:
		return value_item(parser, &governor, pos);
	case TF_REFERENCE_TEMPLATE:
		item = tf_new_item(parser, TF_ITEM_TEMPLATE, pos);
		if (item)
			item->hook = hook;
		return item;
	default:
		return NULL;
	}
}

/* Is there an item right here? */
static bool item_follows(const struct tf_source *s)
{
	const char *next;
	int c = tf_source_peek(s);

	if (tf_source_at_end(s) || tf_source_continues(s, &next))
		return false;
	return !strchr(" \t\r},", c);
}

struct tf_item *tf_parse_word(struct tf_parser *parser, size_t size)
{
	struct tf_source *s = &parser->source;
	struct tf_item *item = tf_new_item(parser, TF_ITEM_TEXT,
					   tf_source_pos(s));
	char *text = tf_new(parser, size + 1);

	if (!item || !text)
		return NULL;
	memcpy(text, s->p, size);
	s->p += size;
	item->text.bytes = text;
	item->text.size = size;
	if (!item_follows(s))
		text[item->text.size++] = ' ';
	return item;
}

/* A code with its mask stuck to it: "HT&0x07,".  Takes the code. */
static bool masked_code(struct tf_parser *parser, size_t size,
			struct tf_governor *governor)
{
	struct tf_source *s = &parser->source;
	struct tf_source start = *s;
	const char *mask = memchr(s->p, '&', size);
	const char *wrong;

	if (!mask || !tf_format_parse(s->p, (size_t)(mask - s->p),
				      &governor->format, &wrong) || wrong)
		return false;
	s->p = mask;
	if (tf_parse_is_switch(parser, governor))
		return true;
	*s = start;
	return false;
}

static struct tf_item *word_item(struct tf_parser *parser, size_t size)
{
	struct tf_source *s = &parser->source;
	struct tf_pos pos = tf_source_pos(s);
	struct tf_governor governor = { 0 };
	const char *wrong;

	if (size == 4 && !memcmp(s->p, "LOOP", 4)) {
		s->p += size;
		return tf_parse_loop(parser);
	}
	if (size == 8 && !memcmp(s->p, "BITFLAGS", 8)) {
		s->p += size;
		return tf_parse_flags(parser);
	}
	if (s->p + size < s->end && s->p[size] == '(') {
		if (tf_source_name(s) == size)
			return tf_parse_call(parser);
		s->p += size;
		return tf_fail(parser, "expected a function name before the "
			       "parenthesis (text must be in quotes)");
	}
	if (tf_format_parse(s->p, size, &governor.format, &wrong)) {
		if (wrong)
			return tf_fail(parser, "%s", wrong);
		s->p += size;
		return value_item(parser, &governor, pos);
	}
	if ((size == 5 && !memcmp(s->p, "L=SVC", 5)) ||
	    (size == 5 && !memcmp(s->p, "L=INT", 5)) ||
	    (size == 6 && !memcmp(s->p, "L=APPL", 6)) ||
	    (size == 6 && !memcmp(s->p, "L=KERN", 6)))
		return tf_fail(parser, "expected L= right after the version "
			       "(text must be in quotes)");
	if (masked_code(parser, size, &governor))
		return tf_parse_switch(parser, &governor);
	return tf_parse_word(parser, size);
}

/* \n and \t; what else starts with a backslash is a word. */
static struct tf_item *escape_item(struct tf_parser *parser)
{
	struct tf_source *s = &parser->source;
	int c = tf_source_peek2(s);

	if (c == '*')
		return tf_fail(parser, "expected an item: \\* is the default "
			       "case of a switch");

	struct tf_item *item = tf_new_item(parser, c == 'n' ?
					   TF_ITEM_NEWLINE : TF_ITEM_TAB,
					   tf_source_pos(s));
	s->p += 2;
	return item;
}

static struct tf_item *string_item(struct tf_parser *parser)
{
	struct tf_item *item = tf_new_item(parser, TF_ITEM_TEXT,
					   tf_source_pos(&parser->source));

	if (!item || !tf_parse_string(parser, &item->text))
		return NULL;
	return item;
}

static struct tf_item *parse_item(struct tf_parser *parser)
{
	struct tf_source *s = &parser->source;
	size_t size;

	switch (tf_source_peek(s)) {
	case '"':
		return string_item(parser);
	case '$':
		return dollar_item(parser);
	case '{':
		return tf_fail(parser, "expected an item: a brace follows a "
			       "match value or LOOP");
	case ',':
		return tf_fail(parser, "expected an item: a comma follows "
			       "the governor or a case of a switch");
	case '(':
	case ')':
		return tf_fail(parser, "expected an item "
			       "(a parenthesis must be in quotes)");
	case '\\':
		size = tf_source_word(s);
		return size ? word_item(parser, size) : escape_item(parser);
	default:
		size = tf_source_word(s);
		if (size)
			return word_item(parser, size);
		return tf_fail(parser, "expected an item");
	}
}

/* One item; a block may be none, and text in back quotes several. */
static bool append_item(struct tf_parser *parser, struct tf_items *items)
{
	struct tf_source *s = &parser->source;

	if (tf_source_peek(s) == '`')
		return tf_parse_backquoted(parser, items);
	if (tf_source_peek(s) == '{' && tf_source_peek2(s) == '{')
		return tf_parse_block(parser, items);

	struct tf_item *item = parse_item(parser);
	if (!item)
		return false;
	STAILQ_INSERT_TAIL(items, item, next);
	return true;
}

bool tf_parse_items(struct tf_parser *parser, bool in_braces,
		    struct tf_items *items)
{
	struct tf_source *s = &parser->source;

	STAILQ_INIT(items);
	for (;;) {
		tf_source_blanks(s);
		if (tf_source_at_end(s)) {
			if (!in_braces)
				return true;
			tf_fail(parser, "expected } before the end of the "
				"line (a backslash continues it)");
			return false;
		}
		if (tf_source_peek(s) == '}') {
			if (in_braces)
				return true;
			tf_fail(parser, "expected an item: there is no open "
				"brace to close");
			return false;
		}
		if (!append_item(parser, items))
			return false;
	}
}
