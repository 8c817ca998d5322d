/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Macro blocks and calls: {{ $x = 1 }}, {{ f(a) ... }}, f(1).
 */
#include "parse.h"

#include <string.h>

static const struct tf_definition *find(struct tf_parser *parser,
					const char *name, size_t size)
{
	struct tf_name *n = tf_parse_name(parser, name, size);

	return n ? n->definition : NULL;
}

/* Arguments after "(", and the ")". */
static bool parse_args(struct tf_parser *parser, struct tf_item *item)
{
	struct tf_source *s = &parser->source;
	struct tf_expr *args[TF_PARAMS_MAX];
	unsigned n = 0;

	tf_source_blanks(s);
	if (!tf_source_accept(s, ')')) {
		do {
			if (n == TF_PARAMS_MAX) {
				tf_fail(parser, "expected at most %d "
					"arguments", TF_PARAMS_MAX);
				return false;
			}
			if (!tf_parse_expr(parser, &args[n++]))
				return false;
		} while (tf_source_accept(s, ','));
		if (!tf_source_accept(s, ')')) {
			tf_fail(parser, "expected a comma, ) or an operator");
			return false;
		}
	}
	item->call.n_args = n;
	item->call.args = tf_new(parser, (n + 1) * sizeof(args[0]));
	if (item->call.args && n)
		memcpy(item->call.args, args, n * sizeof(args[0]));
	return item->call.args;
}

/* Without parentheses, which only a block permits, there are no arguments. */
static struct tf_item *parse_call(struct tf_parser *parser)
{
	struct tf_source *s = &parser->source;
	struct tf_pos pos = tf_source_pos(s);
	const char *name = s->p;
	size_t size = tf_source_name(s);
	enum tf_function builtin = tf_function_find(name, size);
	const struct tf_definition *definition = builtin ? NULL :
		find(parser, name, size);
	unsigned expected;

	if (!builtin && !definition)
		return tf_fail(parser, "there is no function %.*s() before "
			       "this line (text must be in quotes)",
			       size > 64 ? 64 : (int)size, name);

	struct tf_item *item = tf_new_item(parser, builtin ?
					   TF_ITEM_BUILTIN : TF_ITEM_FUNCTION,
					   pos);
	if (!item)
		return NULL;
	item->call.builtin = builtin;
	item->call.definition = definition;
	s->p += size;
	if (tf_source_accept(s, '(') && !parse_args(parser, item))
		return NULL;
	expected = builtin ? tf_function_args(builtin) : definition->n_params;
	if (expected != TF_ARGS_ANY && expected != item->call.n_args)
		return tf_fail_at(parser, pos, "expected %u argument%s for "
				  "%.*s(), found %u", expected,
				  expected == 1 ? "" : "s",
				  size > 64 ? 64 : (int)size, name,
				  item->call.n_args);
	return item;
}

struct tf_item *tf_parse_call(struct tf_parser *parser)
{
	return parse_call(parser);
}

/* Are these parameters, "a, b)"?  Then they are taken. */
static bool accept_params(struct tf_parser *parser, struct tf_text *params,
			  unsigned *n_params)
{
	struct tf_source *s = &parser->source;
	unsigned n = 0;

	tf_source_blanks(s);
	if (!tf_source_accept(s, ')')) {
		do {
			tf_source_blanks(s);
			size_t size = tf_source_name(s);
			if (n == TF_PARAMS_MAX || !size ||
			    (*s->p >= '0' && *s->p <= '9'))
				return false;
			params[n].bytes = s->p;
			params[n++].size = size;
			s->p += size;
			tf_source_blanks(s);
		} while (tf_source_accept(s, ','));
		if (!tf_source_accept(s, ')'))
			return false;
	}
	tf_source_blanks(s);
	*n_params = n;
	return true;
}

/*
 * Is `name(...)` at the start of a block a definition?  It is if its
 * parentheses contain plain names and items follow, or if the name is unknown.
 */
static bool accept_head(struct tf_parser *parser, struct tf_text *name,
			struct tf_text *params, unsigned *n_params)
{
	struct tf_source *s = &parser->source;
	struct tf_source start = *s;

	name->bytes = s->p;
	name->size = tf_source_name(s);
	s->p += name->size;
	if (tf_source_accept(s, '(') &&
	    accept_params(parser, params, n_params) &&
	    (tf_source_peek(s) != '}' ||
	     (*n_params && !tf_function_find(name->bytes, name->size) &&
	      !find(parser, name->bytes, name->size))))
		return true;
	*s = start;
	return false;
}

static bool check_head(struct tf_parser *parser, const struct tf_text *name,
		       const struct tf_text *params, unsigned n_params,
		       struct tf_pos pos)
{
	if (parser->in_definition) {
		tf_fail_at(parser, pos, "a function cannot be defined in "
			   "another one");
		return false;
	}
	if (tf_function_find(name->bytes, name->size)) {
		tf_fail_at(parser, pos, "%.*s() is built in and cannot be "
			   "defined", (int)name->size, name->bytes);
		return false;
	}
	for (unsigned i = 0; i < n_params; i++) {
		const struct tf_text *p = &params[i];
		int size = p->size > 64 ? 64 : (int)p->size;

		if (tf_is_hook_word(p->bytes, p->size)) {
			tf_fail_at(parser, pos, "$%.*s would be a template: "
				   "expected a parameter name that is not 3 "
				   "or 4 hexadecimal digits", size, p->bytes);
			return false;
		}
		if (tf_macro_find(p->bytes, p->size)) {
			tf_fail_at(parser, pos, "$%.*s is built in: expected "
				   "another parameter name", size, p->bytes);
			return false;
		}
		for (unsigned j = 0; j < i; j++)
			if (params[j].size == p->size &&
			    !memcmp(params[j].bytes, p->bytes, p->size)) {
				tf_fail_at(parser, pos, "there are two "
					   "parameters %.*s", size, p->bytes);
				return false;
			}
	}
	if (find(parser, name->bytes, name->size))
		tf_warn_at(parser, pos, "%.*s() was defined before; from here "
			   "on this definition holds",
			   name->size > 64 ? 64 : (int)name->size,
			   name->bytes);
	return true;
}

static bool parse_definition(struct tf_parser *parser, struct tf_text name)
{
	struct tf_name *known = tf_parse_name(parser, name.bytes, name.size);
	struct tf_definition *d = tf_new(parser, sizeof(*d));

	if (!known || !d)
		return false;
	d->n_params = parser->n_params;
	parser->in_definition = true;
	if (!tf_enter(parser) ||
	    !tf_parse_items(parser, true, &d->body))
		return false;
	tf_leave(parser);
	parser->in_definition = false;
	parser->n_params = 0;
	known->definition = d;
	return true;
}

/* $name, or $name = expr */
static struct tf_item *parse_assignment(struct tf_parser *parser)
{
	struct tf_source *s = &parser->source;
	struct tf_pos pos = tf_source_pos(s);
	struct tf_item *item = tf_new_item(parser, TF_ITEM_ASSIGN, pos);

	if (!item)
		return NULL;
	s->p++;
	const char *name = s->p;
	size_t size = tf_source_name(s);
	int shown = size > 64 ? 64 : (int)size;
	if (!size || (*name >= '0' && *name <= '9' &&
		      !tf_is_hook_word(name, size)))
		return tf_fail_at(parser, pos, "expected a macro name");
	if (tf_is_hook_word(name, size))
		return tf_fail_at(parser, pos, "$%.*s is a template: expected "
				  "a macro name that is not 3 or 4 "
				  "hexadecimal digits", shown, name);
	for (unsigned i = 0; i < parser->n_params; i++)
		if (parser->params[i].size == size &&
		    !memcmp(parser->params[i].bytes, name, size))
			return tf_fail_at(parser, pos, "$%.*s is a parameter "
					  "and cannot be assigned", shown,
					  name);
	item->assign.builtin = tf_macro_find(name, size);
	if (item->assign.builtin &&
	    item->assign.builtin != TF_DATAPOINTER &&
	    item->assign.builtin != TF_BASEPOINTER)
		return tf_fail_at(parser, pos, "$%.*s is built in and cannot "
				  "be assigned", shown, name);
	struct tf_name *user = tf_parse_name(parser, name, size);
	if (!user)
		return NULL;
	item->assign.name = user->name;
	s->p += size;
	tf_source_blanks(s);
	if (tf_source_peek(s) == '}')
		return item;
	if (!tf_source_accept(s, '='))
		return tf_fail(parser, "expected = or }}");
	return tf_parse_expr(parser, &item->assign.value) ? item : NULL;
}

static bool end_block(struct tf_parser *parser)
{
	struct tf_source *s = &parser->source;

	tf_source_blanks(s);
	if (tf_source_accept(s, '}')) {
		tf_source_blanks(s);
		if (tf_source_accept(s, '}'))
			return true;
	}
	tf_fail(parser, "expected }} at the end of the block");
	return false;
}

bool tf_parse_block(struct tf_parser *parser, struct tf_items *items)
{
	struct tf_source *s = &parser->source;
	struct tf_text params[TF_PARAMS_MAX] = { 0 };
	struct tf_item *item = NULL;
	struct tf_text name;
	unsigned n_params = 0;

	s->p += 2;
	tf_source_blanks(s);
	struct tf_pos pos = tf_source_pos(s);
	if (tf_source_peek(s) == '$') {
		item = parse_assignment(parser);
	} else if (!tf_source_name(s)) {
		return tf_fail(parser, "expected a macro, a function or a "
			       "definition in the block");
	} else if (accept_head(parser, &name, params, &n_params)) {
		if (!check_head(parser, &name, params, n_params, pos))
			return false;
		memcpy(parser->params, params, sizeof(params));
		parser->n_params = n_params;
		return parse_definition(parser, name) && end_block(parser);
	} else {
		item = parse_call(parser);
	}
	if (!item || !end_block(parser))
		return false;
	STAILQ_INSERT_TAIL(items, item, next);
	return true;
}
