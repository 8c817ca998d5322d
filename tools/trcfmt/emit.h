/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The program under construction, and the instructions for one thing each.
 */
#ifndef POSIXTRACE_TRCFMT_EMIT_H
#define POSIXTRACE_TRCFMT_EMIT_H

#include "program.h"

struct tf_emitter {
	struct tf_template *template;
	struct tf_diags *diags;
	struct tf_budget *budget;	/* of the load */
	size_t room_insns, room_consts, room_texts, room_bytes;
	size_t room_callees;
	int error;			/* the first error; later calls do
					 * nothing */

	const char *slots[TF_SLOTS_MAX];
	unsigned n_slots;
	unsigned param_base;		/* of the function that is expanded */
	unsigned n_locals;
	unsigned stack;			/* number of values on it here */
	unsigned depth;			/* of braces and functions */
	bool error_in_group;		/* these braces contain $ERROR */
};

/* Append; returns its index.  `pushes` is what it does to the stack. */
uint32_t tf_emit_insn(struct tf_emitter *e, struct tf_insn insn, int pushes);
uint32_t tf_emit_op(struct tf_emitter *e, enum tf_op op, int pushes);
uint32_t tf_emit_format(struct tf_emitter *e, enum tf_op op,
			const struct tf_format *format, int pushes);

uint32_t tf_emit_number(struct tf_emitter *e, uint64_t number);
uint32_t tf_emit_text(struct tf_emitter *e, const struct tf_text *text);

/* Set the target of the jump at `index` to the next instruction. */
void tf_emit_here(struct tf_emitter *e, uint32_t index);

/* A value onto the stack. */
void tf_emit_const(struct tf_emitter *e, uint64_t number);
void tf_emit_macro(struct tf_emitter *e, const struct tf_macroref *macro);
void tf_emit_expr(struct tf_emitter *e, const struct tf_expr *expr);

/* The value of the governor onto the stack, or its text into the register. */
void tf_emit_governor(struct tf_emitter *e, const struct tf_governor *g);

/* Print a macro. */
void tf_emit_print_macro(struct tf_emitter *e,
			 const struct tf_macroref *macro);

void tf_emit_callee(struct tf_emitter *e, uint16_t hook, struct tf_pos pos);

/* Returns the slot of a user macro, or -1. */
int tf_emit_find_slot(const struct tf_emitter *e, const char *name);

void tf_emit_fail(struct tf_emitter *e, struct tf_pos pos, const char *what);

#endif
