/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Expressions, with the precedence of C.
 */
#include "parse.h"

#include <string.h>

/* The list under construction: where the next operation is linked in. */
struct tail {
	struct tf_expr **end;
};

static bool parse_binary(struct tf_parser *parser, struct tail *tail,
			 int lowest);

static struct tf_expr *append(struct tf_parser *parser, struct tail *tail,
			      enum tf_expr_op op)
{
	struct tf_expr *expr = tf_new(parser, sizeof(*expr));

	if (expr) {
		expr->op = op;
		*tail->end = expr;
		tail->end = &expr->next;
	}
	return expr;
}

static bool parse_macro(struct tf_parser *parser, struct tail *tail)
{
	struct tf_pos pos = tf_source_pos(&parser->source);
	struct tf_macroref macro;
	uint16_t hook;

	switch (tf_parse_reference(parser, &macro, &hook)) {
	case TF_REFERENCE_MACRO:
		break;
	case TF_REFERENCE_TEMPLATE:
		tf_fail_at(parser, pos, "expected a value, found a template "
			   "(a macro name must not be 3 or 4 hexadecimal "
			   "digits)");
		return false;
	default:
		return false;
	}
	if (tf_macro_is_action(macro.builtin) ||
	    tf_macro_is_text(macro.builtin) ||
	    tf_format_is_text(&macro.cast)) {
		tf_fail_at(parser, pos, "expected a macro with a number as "
			   "its value");
		return false;
	}

	struct tf_expr *expr = append(parser, tail, TF_EXPR_MACRO);
	struct tf_macroref *copy = tf_new(parser, sizeof(*copy));
	if (!expr || !copy)
		return false;
	*copy = macro;
	expr->macro = copy;
	return true;
}

/* A format code or a number. */
static bool parse_word(struct tf_parser *parser, struct tail *tail)
{
	struct tf_source *s = &parser->source;
	size_t size = tf_format_span(s->p, (size_t)(s->end - s->p));
	struct tf_format format;
	const char *wrong = NULL;
	struct tf_expr *expr;
	uint64_t number;

	if (tf_format_parse(s->p, size, &format, &wrong)) {
		if (wrong && *s->p == 'o')
			goto number;
		if (!wrong && (tf_format_is_text(&format) ||
			       tf_format_is_move(&format)))
			wrong = "expected a format code with a number as "
				"its value";
		if (wrong) {
			tf_fail(parser, "%s", wrong);
			return false;
		}
		expr = append(parser, tail, TF_EXPR_CODE);
		if (expr)
			expr->format = format;
		s->p += size;
		return expr;
	}
number:
	if (tf_source_number(s, 10, &number)) {
		tf_fail(parser, "expected a number, a format code, a macro "
			"or a parenthesis");
		return false;
	}
	expr = append(parser, tail, TF_EXPR_NUMBER);
	if (expr)
		expr->number = number;
	return expr;
}

static bool parse_primary(struct tf_parser *parser, struct tail *tail)
{
	struct tf_source *s = &parser->source;
	bool done;

	tf_source_blanks(s);
	switch (tf_source_peek(s)) {
	case '$':
		return parse_macro(parser, tail);
	case '-':
		if (!tf_enter(parser))
			return false;
		s->p++;
		done = parse_primary(parser, tail) &&
			append(parser, tail, TF_EXPR_NEG);
		tf_leave(parser);
		return done;
	case '(':
		if (!tf_enter(parser))
			return false;
		s->p++;
		done = parse_binary(parser, tail, 0);
		tf_leave(parser);
		if (!done)
			return false;
		tf_source_blanks(s);
		if (tf_source_accept(s, ')'))
			return true;
		tf_fail(parser, "expected ) or an operator");
		return false;
	default:
		return parse_word(parser, tail);
	}
}

/* 0 if it is no operator; the more it binds, the larger. */
static int precedence(int c, enum tf_expr_op *op)
{
	switch (c) {
	case '|':
		*op = TF_EXPR_OR;
		return 1;
	case '^':
		*op = TF_EXPR_XOR;
		return 2;
	case '&':
		*op = TF_EXPR_AND;
		return 3;
	case '+':
		*op = TF_EXPR_ADD;
		return 4;
	case '-':
		*op = TF_EXPR_SUB;
		return 4;
	case '*':
		*op = TF_EXPR_MUL;
		return 5;
	case '/':
		*op = TF_EXPR_DIV;
		return 5;
	default:
		return 0;
	}
}

/* Operators that bind more than `lowest`: recursion is five deep at most. */
static bool parse_binary(struct tf_parser *parser, struct tail *tail,
			 int lowest)
{
	struct tf_source *s = &parser->source;
	enum tf_expr_op op = TF_EXPR_ADD;

	if (!parse_primary(parser, tail))
		return false;
	for (;;) {
		tf_source_blanks(s);
		int binds = precedence(tf_source_peek(s), &op);
		if (binds <= lowest)
			return true;
		s->p++;
		if (!parse_binary(parser, tail, binds) ||
		    !append(parser, tail, op))
			return false;
	}
}

bool tf_parse_expr(struct tf_parser *parser, struct tf_expr **expr)
{
	struct tail tail = { .end = expr };

	*expr = NULL;
	return parse_binary(parser, &tail, 0);
}
