/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * From the text of a file to items.  One parser is one load of one file.
 *
 * Every tf_parse_ function returns NULL or false when it has complained;
 * then the stanza is given up and the next one is looked at, so one run
 * reports several errors.
 */
#ifndef POSIXTRACE_TRCFMT_PARSE_H
#define POSIXTRACE_TRCFMT_PARSE_H

#include "arena.h"
#include "ast.h"
#include "base/tree.h"
#include "source.h"

/* Braces, parentheses and signs can be nested this deep. */
enum { TF_NESTING_MAX = 40 };

/* Maximum of parameters of a function. */
enum { TF_PARAMS_MAX = 16 };

/* A name that a user macro or a function has; there is one of each. */
struct tf_name {
	RB_ENTRY(tf_name) by_name;
	const char *name;
	size_t size;
	const struct tf_definition *definition;	/* the last so far, or NULL */
};

struct tf_parser {
	struct tf_source source;
	struct tf_diags *diags;
	struct tf_arena *arena;
	bool no_memory;

	int match_base;		/* of bare macros: #%matchbase */
	unsigned depth;

	RB_HEAD(tf_names, tf_name) names;

	/* The parameters of the function that is being defined. */
	bool in_definition;
	struct tf_text params[TF_PARAMS_MAX];
	unsigned n_params;

	/* The contents of the file, in order. */
	struct tf_stanzas stanzas;
	STAILQ_HEAD(tf_map_lines, tf_map_line) maps;
};

/* A #%map line. */
struct tf_map_line {
	STAILQ_ENTRY(tf_map_line) next;
	struct trcfmt_map map;		/* name in the arena, file not set */
};

/* The parser is zeroed.  Errors are counted in diags; false: no memory. */
bool tf_parse_file(struct tf_parser *parser, const char *text, size_t size,
		   struct tf_diags *diags, struct tf_arena *arena);

/* #%..., at the "#"; leaves the rest of the line. */
void tf_parse_directive(struct tf_parser *parser);

/*
 * Items up to what ends them, which is left: a "}" if in braces, else the
 * end of the logical line.
 */
bool tf_parse_items(struct tf_parser *parser, bool in_braces,
		    struct tf_items *items);

/* A bare word of text, and the blank after it if white space follows. */
struct tf_item *tf_parse_word(struct tf_parser *parser, size_t size);

/* After an item that may govern a switch: is this one?  "," or "& n ,". */
bool tf_parse_is_switch(struct tf_parser *parser,
			struct tf_governor *governor);

/* At the comma after the governor. */
struct tf_item *tf_parse_switch(struct tf_parser *parser,
				const struct tf_governor *governor);

/* After the words LOOP and BITFLAGS. */
struct tf_item *tf_parse_loop(struct tf_parser *parser);
struct tf_item *tf_parse_flags(struct tf_parser *parser);

/* What follows LOOP and BITFLAGS; a mask after it is left. */
bool tf_parse_governor(struct tf_parser *parser, const char *what,
		       struct tf_governor *governor);

/* At "{{". */
bool tf_parse_block(struct tf_parser *parser, struct tf_items *items);

/* A call, at the name, which is followed by "(". */
struct tf_item *tf_parse_call(struct tf_parser *parser);

/* At "$"; for one that is a template, *template is its hook id. */
enum tf_reference {
	TF_REFERENCE_WRONG,
	TF_REFERENCE_MACRO,
	TF_REFERENCE_TEMPLATE,
};
enum tf_reference tf_parse_reference(struct tf_parser *parser,
				     struct tf_macroref *macro,
				     uint16_t *template);

/* An expression up to what cannot belong to one. */
bool tf_parse_expr(struct tf_parser *parser, struct tf_expr **expr);

/* A string in double quotes, at the first. */
bool tf_parse_string(struct tf_parser *parser, struct tf_text *text);

/* Text in back quotes, at the first; appends its items. */
bool tf_parse_backquoted(struct tf_parser *parser, struct tf_items *items);

/* Find the name, or make it; NULL if there is no memory. */
struct tf_name *tf_parse_name(struct tf_parser *parser, const char *name,
			      size_t size);

/* 3 or 4 hexadecimal digits, all of the word. */
bool tf_is_hook_word(const char *word, size_t size);

/* The hook id they are, or complain. */
bool tf_parse_hook(struct tf_parser *parser, const char *word, size_t size,
		   struct tf_pos pos, uint16_t *hook);

/* Increase the nesting; balanced by tf_leave() unless it fails. */
bool tf_enter(struct tf_parser *parser);
void tf_leave(struct tf_parser *parser);

struct tf_item *tf_new_item(struct tf_parser *parser, enum tf_item_kind kind,
			    struct tf_pos pos);
void *tf_new(struct tf_parser *parser, size_t size);

/* Report an error at the next position of the source; returns NULL. */
void *tf_fail(struct tf_parser *parser, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void *tf_fail_at(struct tf_parser *parser, struct tf_pos pos,
		 const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void tf_warn_at(struct tf_parser *parser, struct tf_pos pos,
		const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
