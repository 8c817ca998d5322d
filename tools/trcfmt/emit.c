/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Instructions, constants and texts, and the values they work on.
 */
#include "emit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Room for one more of `size` bytes; the array is doubled. */
static void *grow(struct tf_emitter *e, void *array, size_t n, size_t more,
		  size_t *room, size_t size)
{
	if (n + more <= *room)
		return array;

	size_t new_room = *room ? *room * 2 : 16;
	while (new_room < n + more)
		new_room *= 2;
	void *p = realloc(array, new_room * size);
	if (!p) {
		e->error = ENOMEM;
		return array;
	}
	*room = new_room;
	return p;
}

void tf_emit_fail(struct tf_emitter *e, struct tf_pos pos, const char *what)
{
	if (e->error)
		return;
	tf_diag(e->diags, true, pos, "%s", what);
	e->error = EINVAL;
}

/* About the stanza as a whole. */
static void fail_stanza(struct tf_emitter *e, const char *what)
{
	tf_emit_fail(e, (struct tf_pos) {
		.line = e->template->about.line, .column = 1 }, what);
}

uint32_t tf_emit_insn(struct tf_emitter *e, struct tf_insn insn, int pushes)
{
	struct tf_program *p = &e->template->program;

	e->stack += (unsigned)pushes;
	if (e->stack > TF_STACK_MAX)
		fail_stanza(e, "expected less nesting of loops, flags and "
			    "functions");
	if (e->budget->insns >= TF_INSNS_MAX)
		fail_stanza(e, "the functions called here expand to more "
			    "than a program can hold");
	if (!e->error)
		p->insns = grow(e, p->insns, p->n_insns, 1, &e->room_insns,
				sizeof(*p->insns));
	if (e->error)
		return 0;
	e->budget->insns++;
	p->insns[p->n_insns] = insn;
	return p->n_insns++;
}

uint32_t tf_emit_op(struct tf_emitter *e, enum tf_op op, int pushes)
{
	return tf_emit_insn(e, (struct tf_insn) { .op = (uint8_t)op }, pushes);
}

uint32_t tf_emit_format(struct tf_emitter *e, enum tf_op op,
			const struct tf_format *format, int pushes)
{
	return tf_emit_insn(e, (struct tf_insn) {
		.op = (uint8_t)op,
		.a = format->code,
		.b = format->n,
		.c = format->m,
	}, pushes);
}

void tf_emit_here(struct tf_emitter *e, uint32_t index)
{
	if (!e->error)
		e->template->program.insns[index].d =
			e->template->program.n_insns;
}

uint32_t tf_emit_number(struct tf_emitter *e, uint64_t number)
{
	struct tf_program *p = &e->template->program;

	if (!e->error)
		p->consts = grow(e, p->consts, p->n_consts, 1,
				 &e->room_consts, sizeof(*p->consts));
	if (e->error)
		return 0;
	p->consts[p->n_consts] = number;
	return p->n_consts++;
}

uint32_t tf_emit_text(struct tf_emitter *e, const struct tf_text *text)
{
	struct tf_program *p = &e->template->program;

	if (!e->error)
		p->texts = grow(e, p->texts, p->n_texts, 1, &e->room_texts,
				sizeof(*p->texts));
	e->budget->bytes += text->size;
	if (e->budget->bytes > TF_BYTES_MAX)
		fail_stanza(e, "the functions called here expand to more "
			    "text than a program can hold");
	if (!e->error)
		p->bytes = grow(e, p->bytes, p->n_bytes, text->size,
				&e->room_bytes, 1);
	if (e->error)
		return 0;
	if (text->size)
		memcpy(p->bytes + p->n_bytes, text->bytes, text->size);
	p->texts[p->n_texts] = (struct tf_span) {
		.offset = p->n_bytes,
		.size = (uint32_t)text->size,
	};
	p->n_bytes += (uint32_t)text->size;
	return p->n_texts++;
}

void tf_emit_callee(struct tf_emitter *e, uint16_t hook, struct tf_pos pos)
{
	struct tf_template *t = e->template;

	if (!e->error)
		t->callees = grow(e, t->callees, t->n_callees, 1,
				  &e->room_callees, sizeof(*t->callees));
	if (e->error)
		return;
	t->callees[t->n_callees++] = (struct tf_callee) {
		.hook = hook,
		.pos = pos,
	};
}

int tf_emit_find_slot(const struct tf_emitter *e, const char *name)
{
	for (unsigned i = 0; i < e->n_slots; i++)
		if (e->slots[i] == name)
			return (int)i;
	return -1;
}

void tf_emit_const(struct tf_emitter *e, uint64_t number)
{
	tf_emit_insn(e, (struct tf_insn) {
		.op = TF_OP_CONST,
		.c = tf_emit_number(e, number),
	}, 1);
}

static void emit_index(struct tf_emitter *e, enum tf_op op, unsigned index)
{
	tf_emit_insn(e, (struct tf_insn) {
		.op = (uint8_t)op,
		.c = index,
	}, 1);
}

/* Without its cast. */
static void emit_bare(struct tf_emitter *e, const struct tf_macroref *macro)
{
	if (macro->param >= 0) {
		emit_index(e, TF_OP_LOCAL,
			   e->param_base + (unsigned)macro->param);
		return;
	}
	if (macro->builtin) {
		emit_index(e, TF_OP_MACRO, macro->builtin);
		return;
	}

	int slot = tf_emit_find_slot(e, macro->name);
	if (slot >= 0) {
		emit_index(e, TF_OP_SLOT, (unsigned)slot);
		return;
	}
	if (!e->error)
		tf_diag(e->diags, false, macro->pos, "$%.64s is not defined "
			"in this template and is always 0", macro->name);
	tf_emit_const(e, 0);
}

void tf_emit_macro(struct tf_emitter *e, const struct tf_macroref *macro)
{
	emit_bare(e, macro);
	if (macro->cast.code != TF_CODE_NONE)
		tf_emit_format(e, TF_OP_CAST, &macro->cast, 0);
}

static void emit_text_macro(struct tf_emitter *e, enum tf_op op,
			    const struct tf_macroref *macro)
{
	tf_emit_insn(e, (struct tf_insn) {
		.op = (uint8_t)op,
		.a = macro->cast.code,
		.b = macro->cast.n,
		.c = macro->cast.m,
		.d = macro->builtin,
	}, 0);
}

void tf_emit_print_macro(struct tf_emitter *e,
			 const struct tf_macroref *macro)
{
	bool bare = macro->cast.code == TF_CODE_NONE;

	if (tf_macro_is_text(macro->builtin) &&
	    (bare || tf_format_is_text(&macro->cast))) {
		emit_text_macro(e, TF_OP_PRINT_MACRO_TEXT, macro);
		return;
	}
	emit_bare(e, macro);
	if (!bare)
		tf_emit_format(e, TF_OP_PRINT_CAST, &macro->cast, -1);
	else if (macro->builtin == TF_CPUID)
		tf_emit_op(e, TF_OP_PRINT_CPU, -1);
	else if (tf_macro_is_decimal(macro->builtin))
		tf_emit_op(e, TF_OP_PRINT_DECIMAL, -1);
	else
		tf_emit_op(e, TF_OP_PRINT_HEX, -1);
}

/* A code onto the stack. */
static void emit_read(struct tf_emitter *e, const struct tf_format *format)
{
	if (format->code == TF_CODE_HB)
		emit_index(e, TF_OP_MACRO, TF_HB);
	else if (format->code == TF_CODE_HT)
		emit_index(e, TF_OP_MACRO, TF_HT);
	else
		tf_emit_format(e, TF_OP_READ, format, 1);
}

void tf_emit_governor(struct tf_emitter *e, const struct tf_governor *g)
{
	if (tf_governor_is_text(g)) {
		if (!g->is_macro) {
			tf_emit_format(e, TF_OP_READ_TEXT, &g->format, 0);
		} else if (tf_macro_is_text(g->macro.builtin)) {
			emit_text_macro(e, TF_OP_MACRO_TEXT, &g->macro);
		} else {
			emit_bare(e, &g->macro);
			tf_emit_format(e, TF_OP_CAST_TEXT, &g->macro.cast, -1);
		}
		return;
	}
	if (g->is_macro)
		tf_emit_macro(e, &g->macro);
	else
		emit_read(e, &g->format);
	if (g->has_mask) {
		tf_emit_const(e, g->mask);
		tf_emit_op(e, TF_OP_AND, -1);
	}
}

void tf_emit_expr(struct tf_emitter *e, const struct tf_expr *expr)
{
	static const enum tf_op ops[] = {
		[TF_EXPR_ADD] = TF_OP_ADD,
		[TF_EXPR_SUB] = TF_OP_SUB,
		[TF_EXPR_MUL] = TF_OP_MUL,
		[TF_EXPR_DIV] = TF_OP_DIV,
		[TF_EXPR_AND] = TF_OP_AND,
		[TF_EXPR_OR] = TF_OP_OR,
		[TF_EXPR_XOR] = TF_OP_XOR,
		[TF_EXPR_NEG] = TF_OP_NEG,
	};

	for (; expr && !e->error; expr = expr->next) {
		switch (expr->op) {
		case TF_EXPR_NUMBER:
			tf_emit_const(e, expr->number);
			break;
		case TF_EXPR_CODE:
			emit_read(e, &expr->format);
			break;
		case TF_EXPR_MACRO:
			tf_emit_macro(e, expr->macro);
			break;
		case TF_EXPR_NEG:
			tf_emit_op(e, TF_OP_NEG, 0);
			break;
		default:
			tf_emit_op(e, ops[expr->op], -1);
			break;
		}
	}
}
