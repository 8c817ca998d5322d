/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Lines of a template file: comments, directives, and stanzas up to where
 * their items start.
 */
#include "parse.h"

#include <string.h>

void *tf_fail_at(struct tf_parser *parser, struct tf_pos pos,
		 const char *format, ...)
{
	va_list args;

	va_start(args, format);
	tf_diag_list(parser->diags, true, pos, format, args);
	va_end(args);
	return NULL;
}

void *tf_fail(struct tf_parser *parser, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	tf_diag_list(parser->diags, true, tf_source_pos(&parser->source),
		     format, args);
	va_end(args);
	return NULL;
}

void tf_warn_at(struct tf_parser *parser, struct tf_pos pos,
		const char *format, ...)
{
	va_list args;

	va_start(args, format);
	tf_diag_list(parser->diags, false, pos, format, args);
	va_end(args);
}

void *tf_new(struct tf_parser *parser, size_t size)
{
	void *p = tf_arena_get(parser->arena, size);

	if (!p)
		parser->no_memory = true;
	return p;
}

struct tf_item *tf_new_item(struct tf_parser *parser, enum tf_item_kind kind,
			    struct tf_pos pos)
{
	struct tf_item *item = tf_new(parser, sizeof(*item));

	if (item) {
		item->kind = kind;
		item->pos = pos;
	}
	return item;
}

bool tf_enter(struct tf_parser *parser)
{
	if (parser->depth == TF_NESTING_MAX) {
		tf_fail(parser, "nested more than %d deep", TF_NESTING_MAX);
		return false;
	}
	parser->depth++;
	return true;
}

void tf_leave(struct tf_parser *parser)
{
	parser->depth--;
}

static int compare_names(struct tf_name *a, struct tf_name *b)
{
	if (a->size != b->size)
		return a->size < b->size ? -1 : 1;
	return memcmp(a->name, b->name, a->size);
}

PXT_RB_GENERATE(tf_names, tf_name, by_name, compare_names)

struct tf_name *tf_parse_name(struct tf_parser *parser, const char *name,
			      size_t size)
{
	struct tf_name key = { .name = name, .size = size };
	struct tf_name *n = RB_FIND(tf_names, &parser->names, &key);

	if (n)
		return n;
	n = tf_new(parser, sizeof(*n));
	if (!n)
		return NULL;
	n->name = tf_arena_string(parser->arena, name, size);
	if (!n->name) {
		parser->no_memory = true;
		return NULL;
	}
	n->size = size;
	RB_INSERT(tf_names, &parser->names, n);
	return n;
}

bool tf_is_hook_word(const char *word, size_t size)
{
	if (size != 3 && size != 4)
		return false;
	for (size_t i = 0; i < size; i++)
		if (!word[i] || !strchr("0123456789abcdefABCDEF", word[i]))
			return false;
	return true;
}

bool tf_parse_hook(struct tf_parser *parser, const char *word, size_t size,
		   struct tf_pos pos, uint16_t *hook)
{
	char digits[5] = "";

	if (!tf_is_hook_word(word, size)) {
		tf_fail_at(parser, pos, "expected a hook id, "
			   "3 or 4 hexadecimal digits");
		return false;
	}
	memcpy(digits, word, size);
	if (trcfmt_hook_parse(digits, hook)) {
		tf_fail_at(parser, pos, "expected 0 as the last digit: "
			   "a hook id of 4 digits below 1000 ends in 0");
		return false;
	}
	return true;
}

/* digits "." digits */
static bool parse_version(struct tf_parser *parser, struct tf_stanza *stanza)
{
	struct tf_source *s = &parser->source;
	const char *p = s->p;
	const char *end = p + tf_source_word(s);
	unsigned *part = &stanza->about.major;
	unsigned digits = 0;

	for (; p < end; p++) {
		if (*p == '.' && part == &stanza->about.major && digits) {
			part = &stanza->about.minor;
			digits = 0;
		} else if (*p >= '0' && *p <= '9' && digits < 9) {
			*part = *part * 10 + (unsigned)(*p - '0');
			digits++;
		} else {
			break;
		}
	}
	if (p != end || part != &stanza->about.minor || !digits) {
		tf_fail(parser, "expected a version, as in 1.0");
		return false;
	}
	s->p = end;
	return true;
}

static bool parse_column(struct tf_parser *parser, struct tf_stanza *stanza)
{
	static const char *const names[] = {
		[TRCFMT_APPL] = "L=APPL",
		[TRCFMT_SVC] = "L=SVC",
		[TRCFMT_KERN] = "L=KERN",
		[TRCFMT_INT] = "L=INT",
	};
	struct tf_source *s = &parser->source;
	size_t size = tf_source_word(s);

	stanza->about.column = TRCFMT_KERN;
	if (size < 2 || memcmp(s->p, "L=", 2) != 0)
		return true;
	for (unsigned i = 0; i < 4; i++) {
		if (strlen(names[i]) != size || memcmp(names[i], s->p, size))
			continue;
		stanza->about.column = (enum trcfmt_column)i;
		s->p += size;
		tf_source_blanks(s);
		return true;
	}
	tf_fail(parser, "expected L=APPL, L=SVC, L=KERN or L=INT");
	return false;
}

static bool parse_label(struct tf_parser *parser, struct tf_stanza *stanza)
{
	struct tf_source *s = &parser->source;
	struct tf_text label;

	if (tf_source_peek(s) == '"') {
		if (!tf_parse_string(parser, &label))
			return false;
	} else {
		label.bytes = s->p;
		label.size = tf_source_word(s);
		if (!label.size) {
			tf_fail(parser, "expected a label, "
				"as in \"READ\" or \"\"");
			return false;
		}
		s->p += label.size;
	}
	if (label.size && label.bytes[0] == '@') {
		stanza->about.hidden = true;
		label.bytes++;
		label.size--;
	}
	stanza->about.label = tf_arena_string(parser->arena, label.bytes,
					      label.size);
	if (!stanza->about.label)
		parser->no_memory = true;
	return !parser->no_memory;
}

/* The items between the version and the label must be apart. */
static bool need_blanks(struct tf_parser *parser, const char *before)
{
	const char *p = parser->source.p;

	tf_source_blanks(&parser->source);
	if (parser->source.p != p)
		return true;
	tf_fail(parser, "expected a blank and %s", before);
	return false;
}

static bool parse_stanza(struct tf_parser *parser, struct tf_stanza *stanza)
{
	struct tf_source *s = &parser->source;
	struct tf_pos pos = tf_source_pos(s);
	size_t size = tf_source_word(s);

	stanza->about.line = pos.line;
	stanza->about.offset = (size_t)(s->p - s->text);
	if (!tf_parse_hook(parser, s->p, size, pos, &stanza->about.hook))
		return false;
	s->p += size;
	if (!need_blanks(parser, "a version, as in 1.0") ||
	    !parse_version(parser, stanza) ||
	    !need_blanks(parser, "a label, as in \"READ\" or \"\"") ||
	    !parse_column(parser, stanza) ||
	    !parse_label(parser, stanza) ||
	    !tf_parse_items(parser, false, &stanza->items))
		return false;

	const char *end = s->p;
	while (end > s->line_start && (end[-1] == ' ' || end[-1] == '\t' ||
				       end[-1] == '\r'))
		end--;
	stanza->about.size = (size_t)(end - s->text) - stanza->about.offset;
	return true;
}

static void take_stanza(struct tf_parser *parser)
{
	struct tf_stanza *stanza = tf_new(parser, sizeof(*stanza));

	if (!stanza)
		return;
	parser->depth = 0;
	parser->in_definition = false;
	parser->n_params = 0;
	if (parse_stanza(parser, stanza)) {
		STAILQ_INSERT_TAIL(&parser->stanzas, stanza, next);
		tf_source_next_line(&parser->source);
	} else if (!parser->no_memory) {
		tf_source_next_stanza(&parser->source);
	}
}

/* A physical line that no stanza continues into. */
static void take_line(struct tf_parser *parser)
{
	struct tf_source *s = &parser->source;
	int first = tf_source_peek(s);

	if (first != ' ' && first != '\t' && first != '\r' &&
	    first != '\n' && first != '#' && first != '\\') {
		take_stanza(parser);
		return;
	}
	while (first == ' ' || first == '\t' || first == '\r') {
		s->p++;
		first = tf_source_peek(s);
	}
	if (first == '#') {
		if (tf_source_peek2(s) == '%')
			tf_parse_directive(parser);
		tf_source_next_line(s);
	} else if (tf_source_at_end(s)) {
		tf_source_next_line(s);
	} else {
		tf_fail(parser, "expected a hook id in the first column, or "
			"a backslash at the end of the line before");
		tf_source_next_stanza(s);
	}
}

bool tf_parse_file(struct tf_parser *parser, const char *text, size_t size,
		   struct tf_diags *diags, struct tf_arena *arena)
{
	parser->diags = diags;
	parser->arena = arena;
	parser->match_base = 16;
	STAILQ_INIT(&parser->stanzas);
	STAILQ_INIT(&parser->maps);
	tf_source_init(&parser->source, text, size);

	const char *nul = memchr(text, 0, size);
	if (nul) {
		unsigned line = 1;

		for (const char *p = text; p < nul; p++)
			line += *p == '\n';
		tf_fail_at(parser, (struct tf_pos) { .line = line },
			   "expected text, found a zero byte");
		return true;
	}
	while (parser->source.p < parser->source.end && !parser->no_memory)
		take_line(parser);
	return !parser->no_memory;
}
