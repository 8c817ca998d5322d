/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * From items to instructions.
 *
 * A function is expanded where it is called: its macros are those of the
 * stanza it is called in, only its parameters are its own.  So there is no
 * call at run time, and since a function can call earlier ones only, there is
 * an end to it.
 */
#include "emit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Maximum nesting of braces and expanded functions. */
enum { DEPTH_MAX = 200 };

static void emit_items(struct tf_emitter *e, const struct tf_items *items);

static bool enter(struct tf_emitter *e, struct tf_pos pos)
{
	if (e->depth == DEPTH_MAX)
		tf_emit_fail(e, pos, "expected less nesting: the functions "
			     "called here call others too deep");
	else
		e->depth++;
	return !e->error;
}

static void take_slot(struct tf_emitter *e, const struct tf_item *item)
{
	if (item->assign.builtin ||
	    tf_emit_find_slot(e, item->assign.name) >= 0)
		return;
	if (e->n_slots == TF_SLOTS_MAX) {
		tf_emit_fail(e, item->pos,
			     "expected at most 255 macros in a template");
		return;
	}
	e->slots[e->n_slots++] = item->assign.name;
}

/*
 * The user macros get slots in the order of their definitions; a macro may be
 * read before its definition, in a later iteration of a loop, so this is done
 * first.
 */
static void take_slots(struct tf_emitter *e, const struct tf_items *items)
{
	const struct tf_item *item;
	const struct tf_case *c;

	STAILQ_FOREACH(item, items, next) {
		if (e->error)
			return;
		if (++e->budget->visited > TF_INSNS_MAX)
			tf_emit_fail(e, item->pos, "the functions called "
				     "here expand to too much");
		if (item->kind == TF_ITEM_ASSIGN) {
			take_slot(e, item);
			continue;
		}
		if (item->kind != TF_ITEM_SWITCH &&
		    item->kind != TF_ITEM_LOOP &&
		    item->kind != TF_ITEM_FUNCTION)
			continue;
		if (!enter(e, item->pos))
			return;
		if (item->kind == TF_ITEM_LOOP) {
			take_slots(e, &item->loop.body);
		} else if (item->kind == TF_ITEM_FUNCTION) {
			take_slots(e, &item->call.definition->body);
		} else {
			STAILQ_FOREACH(c, &item->select.cases, next)
				take_slots(e, &c->body);
		}
		e->depth--;
	}
}

/* The items between braces, or the body of a function. */
static void emit_group(struct tf_emitter *e, const struct tf_items *items,
		       struct tf_pos pos)
{
	bool error_around = e->error_in_group;

	if (!enter(e, pos))
		return;
	e->error_in_group = false;
	emit_items(e, items);
	if (e->error_in_group)
		tf_emit_op(e, TF_OP_LEAVE_ON_ERROR, 0);
	e->error_in_group = error_around;
	e->depth--;
}

/*
 *	value
 *	IF_EQUAL a else next; POP; body; JUMP end
 *	next: IF_EQUAL b else next; POP; body; JUMP end
 *	next: POP
 *	end:
 *
 * The jumps to the end are chained through their d until it is known.
 */
static void emit_switch(struct tf_emitter *e, const struct tf_item *item)
{
	bool is_text = tf_governor_is_text(item->select.governor);
	uint32_t chain = UINT32_MAX;
	const struct tf_case *c;

	tf_emit_governor(e, item->select.governor);
	STAILQ_FOREACH(c, &item->select.cases, next) {
		uint32_t test = 0;

		if (e->error)
			break;
		if (!c->is_default)
			test = tf_emit_insn(e, (struct tf_insn) {
				.op = is_text ? TF_OP_IF_TEXT :
					TF_OP_IF_EQUAL,
				.c = is_text ? tf_emit_text(e, &c->text) :
					tf_emit_number(e, c->number),
			}, 0);
		if (!is_text)
			tf_emit_op(e, TF_OP_POP, -1);
		emit_group(e, &c->body, item->pos);
		uint32_t jump = tf_emit_insn(e, (struct tf_insn) {
			.op = TF_OP_JUMP,
			.d = chain,
		}, is_text ? 0 : 1);
		chain = jump;
		if (!c->is_default)
			tf_emit_here(e, test);
	}
	if (!is_text)
		tf_emit_op(e, TF_OP_POP, -1);
	while (chain != UINT32_MAX && !e->error) {
		uint32_t next = e->template->program.insns[chain].d;

		tf_emit_here(e, chain);
		chain = next;
	}
}

static void emit_loop(struct tf_emitter *e, const struct tf_item *item)
{
	tf_emit_governor(e, item->loop.governor);
	uint32_t loop = tf_emit_op(e, TF_OP_LOOP, 0);
	emit_group(e, &item->loop.body, item->pos);
	tf_emit_insn(e, (struct tf_insn) {
		.op = TF_OP_JUMP,
		.d = loop,
	}, -1);
	tf_emit_here(e, loop);
}

static void emit_literal(struct tf_emitter *e, const struct tf_text *text)
{
	if (text->size)
		tf_emit_insn(e, (struct tf_insn) {
			.op = TF_OP_TEXT,
			.c = tf_emit_text(e, text),
		}, 0);
}

static void emit_flags(struct tf_emitter *e, const struct tf_item *item)
{
	const struct tf_flag *f;

	tf_emit_governor(e, item->flags.governor);
	STAILQ_FOREACH(f, &item->flags.flags, next) {
		struct tf_insn insn = { .op = TF_OP_IF_ANY };

		if (e->error)
			break;
		if (f->has_mask) {
			insn.op = TF_OP_IF_FIELD;
			insn.c = tf_emit_number(e, f->mask);
			tf_emit_number(e, f->value);
		} else {
			insn.c = tf_emit_number(e, f->value);
		}
		uint32_t test = tf_emit_insn(e, insn, 0);
		emit_literal(e, &f->yes);
		if (f->no.size) {
			uint32_t jump = tf_emit_op(e, TF_OP_JUMP, 0);

			tf_emit_here(e, test);
			emit_literal(e, &f->no);
			tf_emit_here(e, jump);
		} else {
			tf_emit_here(e, test);
		}
	}
	tf_emit_op(e, TF_OP_POP, -1);
}

static void emit_function(struct tf_emitter *e, const struct tf_item *item)
{
	const struct tf_definition *d = item->call.definition;
	unsigned base = e->n_locals;
	unsigned base_around = e->param_base;

	if (base + d->n_params > TF_LOCALS_MAX) {
		tf_emit_fail(e, item->pos, "expected fewer parameters in "
			     "functions that call each other");
		return;
	}
	for (unsigned i = 0; i < d->n_params; i++) {
		tf_emit_expr(e, item->call.args[i]);
		tf_emit_insn(e, (struct tf_insn) {
			.op = TF_OP_SET_LOCAL,
			.c = base + i,
		}, -1);
	}
	e->n_locals += d->n_params;
	e->param_base = base;
	emit_group(e, &d->body, item->pos);
	e->param_base = base_around;
	e->n_locals = base;
}

static void emit_builtin(struct tf_emitter *e, const struct tf_item *item)
{
	switch (item->call.builtin) {
	case TF_SETDELIM:
		tf_emit_op(e, TF_OP_SETDELIM, 0);
		break;
	case TF_STARTTIMER:
	case TF_ENDTIMER:
		tf_emit_expr(e, item->call.args[0]);
		tf_emit_expr(e, item->call.args[1]);
		tf_emit_op(e, item->call.builtin == TF_STARTTIMER ?
			   TF_OP_STARTTIMER : TF_OP_ENDTIMER, -2);
		break;
	default:
		tf_emit_insn(e, (struct tf_insn) {
			.op = TF_OP_UNSUPPORTED,
			.c = item->call.builtin,
		}, 0);
		break;
	}
}

static void emit_assign(struct tf_emitter *e, const struct tf_item *item)
{
	if (!item->assign.value)
		return;
	tf_emit_expr(e, item->assign.value);
	if (item->assign.builtin == TF_DATAPOINTER)
		tf_emit_op(e, TF_OP_SET_DATAPOINTER, -1);
	else if (item->assign.builtin == TF_BASEPOINTER)
		tf_emit_op(e, TF_OP_SET_BASEPOINTER, -1);
	else
		tf_emit_insn(e, (struct tf_insn) {
			.op = TF_OP_SET_SLOT,
			.c = (uint32_t)tf_emit_find_slot(e, item->assign.name),
		}, -1);
}

static void emit_code(struct tf_emitter *e, const struct tf_format *format)
{
	if (format->code == TF_CODE_HB || format->code == TF_CODE_HT) {
		tf_emit_insn(e, (struct tf_insn) {
			.op = TF_OP_MACRO,
			.c = format->code == TF_CODE_HB ? TF_HB : TF_HT,
		}, 1);
		tf_emit_op(e, TF_OP_PRINT_HEX, -1);
	} else {
		tf_emit_format(e, tf_format_is_move(format) ? TF_OP_MOVE :
			       TF_OP_PRINT, format, 0);
	}
}

/* A macro as an item: some do something instead of being printed. */
static void emit_macro_item(struct tf_emitter *e, const struct tf_item *item)
{
	switch (item->macro.builtin) {
	case TF_ERROR:
		tf_emit_op(e, TF_OP_ERROR, 0);
		if (e->depth)
			e->error_in_group = true;
		else
			tf_emit_op(e, TF_OP_LEAVE_ON_ERROR, 0);
		break;
	case TF_STOP:
		tf_emit_op(e, TF_OP_STOP, 0);
		break;
	case TF_BREAK:
		tf_emit_op(e, TF_OP_BREAK, 0);
		break;
	case TF_SKIP:
		tf_emit_op(e, TF_OP_SKIP, 0);
		break;
	default:
		tf_emit_print_macro(e, &item->macro);
		break;
	}
}

static void emit_item(struct tf_emitter *e, const struct tf_item *item)
{
	switch (item->kind) {
	case TF_ITEM_TEXT:
		emit_literal(e, &item->text);
		break;
	case TF_ITEM_NEWLINE:
		tf_emit_op(e, TF_OP_NEWLINE, 0);
		break;
	case TF_ITEM_TAB:
		tf_emit_op(e, TF_OP_TAB, 0);
		break;
	case TF_ITEM_CODE:
		emit_code(e, &item->format);
		break;
	case TF_ITEM_MACRO:
		emit_macro_item(e, item);
		break;
	case TF_ITEM_TEMPLATE:
		tf_emit_insn(e, (struct tf_insn) {
			.op = TF_OP_CALL,
			.c = item->hook,
		}, 0);
		tf_emit_callee(e, item->hook, item->pos);
		break;
	case TF_ITEM_FUNCTION:
		emit_function(e, item);
		break;
	case TF_ITEM_BUILTIN:
		emit_builtin(e, item);
		break;
	case TF_ITEM_SWITCH:
		emit_switch(e, item);
		break;
	case TF_ITEM_LOOP:
		emit_loop(e, item);
		break;
	case TF_ITEM_FLAGS:
		emit_flags(e, item);
		break;
	case TF_ITEM_ASSIGN:
		emit_assign(e, item);
		break;
	}
}

static void emit_items(struct tf_emitter *e, const struct tf_items *items)
{
	const struct tf_item *item;

	STAILQ_FOREACH(item, items, next) {
		if (e->error)
			return;
		emit_item(e, item);
	}
}

int tf_emit(struct tf_template *out, const struct tf_stanza *stanza,
	    struct tf_diags *diags, struct tf_budget *budget)
{
	struct tf_emitter e = {
		.template = out,
		.diags = diags,
		.budget = budget,
	};

	*out = (struct tf_template) { .about = stanza->about };
	out->about.label = strdup(stanza->about.label);
	if (!out->about.label)
		return ENOMEM;
	take_slots(&e, &stanza->items);
	e.depth = 0;
	out->n_slots = e.n_slots;
	emit_items(&e, &stanza->items);
	tf_emit_op(&e, TF_OP_END, 0);
	if (e.error)
		tf_template_fini(out);
	return e.error;
}

void tf_template_fini(struct tf_template *template)
{
	free((char *)template->about.label);
	free(template->program.insns);
	free(template->program.consts);
	free(template->program.texts);
	free(template->program.bytes);
	free(template->callees);
	*template = (struct tf_template) { 0 };
}
