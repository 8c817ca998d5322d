/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A template as the parser leaves it: lists of items.  It lives in the arena
 * of one load, until the instructions have been made from it.
 *
 * Names are resolved as far as the file alone allows: parameters, built-in
 * macros, functions.  A user macro keeps its name, because which slot it has
 * depends on the stanza that its function is expanded in.
 */
#ifndef POSIXTRACE_TRCFMT_AST_H
#define POSIXTRACE_TRCFMT_AST_H

#include <bsd/sys/queue.h>
#include <stdbool.h>
#include <stdint.h>

#include "codes.h"
#include "diag.h"
#include "names.h"

struct tf_text {
	const char *bytes;
	size_t size;
};

/* $name, with its cast. */
struct tf_macroref {
	enum tf_macro builtin;		/* or else */
	int param;			/* the number of a parameter, or -1 */
	const char *name;		/* a user macro: one pointer a name */
	struct tf_format cast;		/* code TF_CODE_NONE: bare */
	struct tf_pos pos;
};

/* An expression is a list in postfix order; no tree, so no recursion. */
enum tf_expr_op {
	TF_EXPR_NUMBER, TF_EXPR_CODE, TF_EXPR_MACRO,
	TF_EXPR_ADD, TF_EXPR_SUB, TF_EXPR_MUL, TF_EXPR_DIV,
	TF_EXPR_AND, TF_EXPR_OR, TF_EXPR_XOR, TF_EXPR_NEG,
};

struct tf_expr {
	struct tf_expr *next;
	enum tf_expr_op op;
	union {
		uint64_t number;
		struct tf_format format;
		struct tf_macroref *macro;
	};
};

/* The governor of a switch, a loop or flags: a code or a macro, and a mask. */
struct tf_governor {
	bool is_macro;
	struct tf_format format;
	struct tf_macroref macro;
	bool has_mask;
	uint64_t mask;
};

STAILQ_HEAD(tf_items, tf_item);

struct tf_case {
	STAILQ_ENTRY(tf_case) next;
	bool is_default;
	uint64_t number;
	struct tf_text text;		/* instead, if the governor is text */
	struct tf_items body;
};

struct tf_flag {
	STAILQ_ENTRY(tf_flag) next;
	bool has_mask;
	uint64_t mask, value;		/* without mask: any bit of value */
	struct tf_text yes, no;
};

/* {{ name(params) items }} */
struct tf_definition {
	unsigned n_params;
	struct tf_items body;
};

enum tf_item_kind {
	TF_ITEM_TEXT, TF_ITEM_NEWLINE, TF_ITEM_TAB, TF_ITEM_CODE,
	TF_ITEM_MACRO, TF_ITEM_TEMPLATE, TF_ITEM_FUNCTION, TF_ITEM_BUILTIN,
	TF_ITEM_SWITCH, TF_ITEM_LOOP, TF_ITEM_FLAGS, TF_ITEM_ASSIGN,
};

struct tf_item {
	STAILQ_ENTRY(tf_item) next;
	enum tf_item_kind kind;
	struct tf_pos pos;
	union {
		struct tf_text text;
		struct tf_format format;
		struct tf_macroref macro;
		uint16_t hook;			/* of a template */
		struct {
			const struct tf_definition *definition;
			enum tf_function builtin;
			struct tf_expr **args;	/* each a list */
			unsigned n_args;
		} call;
		struct {
			struct tf_governor *governor;
			STAILQ_HEAD(, tf_case) cases;
		} select;
		struct {
			struct tf_governor *governor;
			struct tf_items body;
		} loop;
		struct {
			struct tf_governor *governor;
			STAILQ_HEAD(, tf_flag) flags;
		} flags;
		struct {
			enum tf_macro builtin;	/* a pointer, or */
			const char *name;
			struct tf_expr *value;	/* NULL: only declared */
		} assign;
	};
};

/* One stanza. */
struct tf_stanza {
	STAILQ_ENTRY(tf_stanza) next;
	struct trcfmt_stanza about;	/* label in the arena, file not set */
	struct tf_items items;
};

STAILQ_HEAD(tf_stanzas, tf_stanza);

/* Is the value of the governor text? */
static inline bool tf_governor_is_text(const struct tf_governor *governor)
{
	if (!governor->is_macro)
		return tf_format_is_text(&governor->format);
	if (tf_format_is_text(&governor->macro.cast))
		return true;
	return tf_macro_is_text(governor->macro.builtin) &&
		governor->macro.cast.code == TF_CODE_NONE;
}

#endif
