/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Text in quotes: strings, which are text and nothing else, and what is in
 * back quotes, where codes and macros are expanded.
 */
#include "parse.h"

#include <string.h>

/* The escape at p, or 0: how many bytes of the source, which byte it is. */
static size_t escape(const struct tf_source *s, char *byte)
{
	int c = tf_source_peek2(s);

	if (tf_source_peek(s) != '\\' || (c != '"' && c != '\\'))
		return 0;
	*byte = (char)c;
	return 2;
}

/* The end of the string; *plain: it has no escapes. */
static const char *string_end(const struct tf_source *source, bool *plain)
{
	struct tf_source s = *source;
	const char *next;
	char byte;

	*plain = true;
	while (s.p < s.end && *s.p != '"') {
		size_t n = escape(&s, &byte);

		if (n || tf_source_continues(&s, &next)) {
			*plain = false;
			s.p = n ? s.p + n : next;
		} else if (*s.p == '\n') {
			return NULL;
		} else {
			s.p++;
		}
	}
	return s.p < s.end ? s.p : NULL;
}

/* Copy up to `end`; also counts the lines. */
static size_t copy(struct tf_source *s, const char *end, char *out)
{
	size_t size = 0;
	const char *next;

	while (s->p < end) {
		char byte = *s->p;
		size_t n = escape(s, &byte);

		if (!n && tf_source_continues(s, &next)) {
			s->p = next;
			s->line_start = next;
			s->line++;
			continue;
		}
		out[size++] = byte;
		s->p += n ? n : 1;
	}
	return size;
}

bool tf_parse_string(struct tf_parser *parser, struct tf_text *text)
{
	struct tf_source *s = &parser->source;
	struct tf_source start = *s;
	bool plain;

	s->p++;
	const char *end = string_end(s, &plain);
	if (!end) {
		*s = start;
		tf_fail(parser, "expected a closing quote on this line");
		return false;
	}
	text->bytes = s->p;
	text->size = (size_t)(end - s->p);
	if (!plain) {
		char *out = tf_new(parser, text->size + 1);

		if (!out)
			return false;
		text->bytes = out;
		text->size = copy(s, end, out);
	}
	s->p = end + 1;
	return true;
}

static bool append_text(struct tf_parser *parser, struct tf_items *items,
			const char *bytes, size_t size, struct tf_pos pos)
{
	struct tf_item *item;

	if (!size)
		return true;
	item = tf_new_item(parser, TF_ITEM_TEXT, pos);
	if (!item)
		return false;
	item->text = (struct tf_text) { .bytes = bytes, .size = size };
	STAILQ_INSERT_TAIL(items, item, next);
	return true;
}

/* "$name" or "$90F" in back quotes. */
static struct tf_item *expand_reference(struct tf_parser *parser)
{
	struct tf_pos pos = tf_source_pos(&parser->source);
	struct tf_macroref macro;
	uint16_t hook;

	switch (tf_parse_reference(parser, &macro, &hook)) {
	case TF_REFERENCE_MACRO:
		break;
	case TF_REFERENCE_TEMPLATE:
		return tf_fail_at(parser, pos, "expected a macro: a template "
				  "cannot be called in back quotes");
	default:
		return NULL;
	}

	struct tf_item *item = tf_new_item(parser, TF_ITEM_MACRO, pos);
	if (item)
		item->macro = macro;
	return item;
}

/* A word of letters and digits in back quotes: a code, or NULL for text. */
static bool find_code(const struct tf_source *s, size_t *size,
		      struct tf_format *format)
{
	const char *wrong;

	*size = tf_format_span(s->p, (size_t)(s->end - s->p));
	if (tf_format_parse(s->p, *size, format, &wrong) && !wrong)
		return true;
	/* Text; the part after a period is examined separately. */
	*size = tf_source_name(s);
	return false;
}

static bool append(struct tf_items *items, struct tf_item *item)
{
	if (!item)
		return false;
	STAILQ_INSERT_TAIL(items, item, next);
	return true;
}

bool tf_parse_backquoted(struct tf_parser *parser, struct tf_items *items)
{
	struct tf_source *s = &parser->source;
	struct tf_pos start = tf_source_pos(s);
	struct tf_format format;
	const char *next;

	s->p++;
	const char *text = s->p;
	while (s->p < s->end && *s->p != '`' && *s->p != '\n') {
		struct tf_pos pos = tf_source_pos(s);
		size_t text_size = (size_t)(s->p - text);
		size_t size = tf_source_name(s);

		if (size) {
			if (!find_code(s, &size, &format)) {
				s->p += size;
				continue;
			}
			struct tf_item *item =
				tf_new_item(parser, TF_ITEM_CODE, pos);
			if (!append_text(parser, items, text, text_size, start) ||
			    !append(items, item))
				return false;
			item->format = format;
			s->p += size;
			text = s->p;
		} else if (*s->p == '$') {
			if (!append_text(parser, items, text, text_size, start) ||
			    !append(items, expand_reference(parser)))
				return false;
			text = s->p;
		} else if (tf_source_continues(s, &next)) {
			if (!append_text(parser, items, text, text_size, start))
				return false;
			s->p = next;
			s->line_start = next;
			s->line++;
			text = s->p;
		} else {
			s->p++;
		}
	}
	if (tf_source_peek(s) != '`') {
		tf_fail_at(parser, start,
			   "expected a closing back quote on this line");
		return false;
	}
	if (!append_text(parser, items, text, (size_t)(s->p - text), start))
		return false;
	s->p++;
	return true;
}
