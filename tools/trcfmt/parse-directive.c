/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Directives: lines that are comments to AIX and something more here.
 *
 *	#%map HHHH[:SSSS] "event name" [generic] [env=32|64]
 *	#%matchbase 10|16
 */
#include "parse.h"

#include <string.h>

static bool accept_word(struct tf_source *s, const char *word)
{
	size_t size = strlen(word);

	if (tf_source_word(s) != size || memcmp(s->p, word, size) != 0)
		return false;
	s->p += size;
	return true;
}

/* A directive is one physical line: a backslash at its end is text. */
static void blanks(struct tf_source *s)
{
	int c = tf_source_peek(s);

	while (c == ' ' || c == '\t' || c == '\r') {
		s->p++;
		c = tf_source_peek(s);
	}
}

/* ":SSSS", as a name after the colon. */
static bool parse_subhook(struct tf_parser *parser, struct trcfmt_map *map)
{
	struct tf_source *s = &parser->source;
	uint64_t value;

	if (!tf_source_accept(s, ':'))
		return true;
	if (tf_source_number(s, 16, &value) || value > UINT16_MAX) {
		tf_fail(parser, "expected a subhook of up to "
			"4 hexadecimal digits");
		return false;
	}
	map->subhook = (uint16_t)value;
	return true;
}

static bool parse_map_options(struct tf_parser *parser,
			      struct trcfmt_map *map)
{
	struct tf_source *s = &parser->source;

	for (;;) {
		blanks(s);
		if (tf_source_at_end(s))
			return true;
		if (accept_word(s, "generic"))
			map->generic = true;
		else if (accept_word(s, "env=32"))
			map->env = 32;
		else if (accept_word(s, "env=64"))
			map->env = 64;
		else
			break;
	}
	tf_fail(parser, "expected generic, env=32, env=64 or "
		"the end of the line");
	return false;
}

static void parse_map(struct tf_parser *parser)
{
	struct tf_source *s = &parser->source;
	struct tf_map_line *line = tf_new(parser, sizeof(*line));
	struct tf_text name;

	if (!line)
		return;

	struct tf_pos pos = tf_source_pos(s);
	size_t size = tf_source_name(s);
	line->map.line = pos.line;
	if (!tf_parse_hook(parser, s->p, size, pos, &line->map.hook))
		return;
	s->p += size;
	if (!parse_subhook(parser, &line->map))
		return;
	blanks(s);
	if (tf_source_peek(s) != '"') {
		tf_fail(parser, "expected the name of an event in quotes");
		return;
	}
	if (!tf_parse_string(parser, &name))
		return;
	line->map.name = tf_arena_string(parser->arena, name.bytes,
					 name.size);
	if (!line->map.name) {
		parser->no_memory = true;
		return;
	}
	if (!parse_map_options(parser, &line->map))
		return;
	STAILQ_INSERT_TAIL(&parser->maps, line, next);
}

static void parse_match_base(struct tf_parser *parser)
{
	struct tf_source *s = &parser->source;

	if (accept_word(s, "10"))
		parser->match_base = 10;
	else if (accept_word(s, "16"))
		parser->match_base = 16;
	else
		tf_fail(parser, "expected 10 or 16");
}

void tf_parse_directive(struct tf_parser *parser)
{
	struct tf_source *s = &parser->source;
	struct tf_pos pos = tf_source_pos(s);

	s->p += 2;
	if (accept_word(s, "map")) {
		blanks(s);
		parse_map(parser);
	} else if (accept_word(s, "matchbase")) {
		blanks(s);
		parse_match_base(parser);
	} else {
		tf_warn_at(parser, pos, "unknown directive, "
			   "treated as a comment: there are #%%map and "
			   "#%%matchbase");
	}
}
