/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Running a program.
 *
 * Each instruction is a step, and an event has a limited number of them; so
 * a loop ends whatever its count is.  Instructions that read much data or print
 * much text are limited by it, too: see charge() and the sink.
 */
#include "machine.h"

#include <stdio.h>

/* The state of one call of a template. */
struct frame {
	tf_value locals[TF_LOCALS_MAX];
	tf_value stack[TF_STACK_MAX + 1];
	tf_value *top;		/* the number on top */
};

void tf_trouble(struct trcfmt_run *run, enum tf_trouble kind,
		const char *what)
{
	const struct trcfmt_stanza *about = &run->template->about;
	uint8_t *reported = &run->reported[run->template->index];
	struct tf_pos pos = { .line = about->line, .column = 1 };
	char hook[5];

	if (*reported & kind)
		return;
	*reported |= (uint8_t)kind;
	trcfmt_hook_format(hook, about->hook);
	if (run->diags.file != about->file)
		tf_diags_file(&run->diags, about->file);
	tf_diag(&run->diags, false, pos, "template %s: %s", hook, what);
}

/* Count the steps of an instruction that read n bytes. */
static void charge(struct trcfmt_run *run, size_t n)
{
	n /= 16;
	run->steps = n < run->steps ? run->steps - (unsigned)n : 1;
}

static void clear_slots(struct trcfmt_run *run)
{
	while (run->n_slots < run->template->n_slots)
		run->slots[run->n_slots++] = 0;
}

static enum tf_end call(struct trcfmt_run *run, uint16_t hook)
{
	const struct tf_template *caller = run->template;
	const struct tf_template *callee = run->set->by_hook[hook];
	enum tf_end end;

	if (!callee) {
		if (hook == 0x0080)
			tf_print_dump(run);
		else
			tf_trouble(run, TF_TROUBLE_NO_TEMPLATE,
				   "it calls a template that does not exist");
		return TF_END_NORMAL;
	}
	if (run->calls == TF_CALLS_MAX) {
		tf_trouble(run, TF_TROUBLE_NESTING,
			   "templates call each other more than 10 deep");
		return TF_END_NORMAL;
	}
	run->calls++;
	run->template = callee;
	end = tf_execute(run);
	run->template = caller;
	run->calls--;
	return end;
}

static tf_value divide(struct trcfmt_run *run, tf_value a, tf_value b)
{
	if (!b) {
		tf_trouble(run, TF_TROUBLE_DIVISION, "division by zero");
		return 0;
	}
	/* -a cannot overflow where a / -1 could. */
	return b == -1 ? (tf_value)-(tf_uvalue)a : a / b;
}

static tf_value binary(struct trcfmt_run *run, enum tf_op op, tf_value x,
		       tf_value y)
{
	tf_uvalue a = (tf_uvalue)x;
	tf_uvalue b = (tf_uvalue)y;

	switch (op) {
	case TF_OP_ADD:
		return (tf_value)(a + b);
	case TF_OP_SUB:
		return (tf_value)(a - b);
	case TF_OP_MUL:
		return (tf_value)(a * b);
	case TF_OP_AND:
		return (tf_value)(a & b);
	case TF_OP_OR:
		return (tf_value)(a | b);
	case TF_OP_XOR:
		return (tf_value)(a ^ b);
	default:
		return divide(run, x, y);
	}
}

static void read_text(struct trcfmt_run *run, const struct tf_insn *insn)
{
	tf_take_text(run, insn, &run->text, &run->text_size);
	charge(run, run->text_size);
}

static void macro_text(struct trcfmt_run *run, const struct tf_insn *insn)
{
	run->text = tf_macro_text(run, (enum tf_macro)insn->d, run->text_room);
	run->text_size = strlen(run->text);
	if (insn->a == 'A' && insn->c < run->text_size)
		run->text_size = insn->c;
	charge(run, run->text_size);
}

static bool text_matches(struct trcfmt_run *run, const struct tf_program *p,
			 const struct tf_insn *insn)
{
	const struct tf_span *text = &p->texts[insn->c];

	if (text->size != run->text_size)
		return false;
	charge(run, text->size);
	return !text->size || !memcmp(p->bytes + text->offset, run->text,
				      text->size);
}

static void unsupported(struct trcfmt_run *run, const struct tf_insn *insn)
{
	char text[80];

	snprintf(text, sizeof(text), "%s() needs tables of the AIX kernel, "
		 "which these traces do not have",
		 tf_function_name((enum tf_function)insn->c));
	tf_trouble(run, TF_TROUBLE_UNSUPPORTED, text);
}

static void print_text(struct trcfmt_run *run, const struct tf_program *p,
		       const struct tf_insn *insn)
{
	const struct tf_span *text = &p->texts[insn->c];

	tf_sink_put(&run->sink, p->bytes + text->offset, text->size);
}

/* Instructions that print, or use more than the stack. */
static void print(struct trcfmt_run *run, const struct tf_program *p,
		  const struct tf_insn *insn, struct frame *f)
{
	switch (insn->op) {
	case TF_OP_NEWLINE:
		tf_sink_newline(&run->sink);
		break;
	case TF_OP_TAB:
		tf_sink_tab(&run->sink);
		break;
	case TF_OP_MOVE:
		tf_move(run, insn);
		break;
	case TF_OP_PRINT_MACRO_TEXT:
		tf_print_macro_text(run, insn);
		break;
	case TF_OP_PRINT_HEX:
		tf_print_hex(run, *f->top--);
		break;
	case TF_OP_PRINT_DECIMAL:
		tf_print_decimal(run, *f->top--);
		break;
	case TF_OP_PRINT_CPU:
		tf_print_cpu(run, *f->top--);
		break;
	case TF_OP_PRINT_CAST:
		tf_print_cast(run, *f->top--, insn);
		break;
	case TF_OP_SET_DATAPOINTER:
		tf_set_pointer(run, *f->top--);
		break;
	case TF_OP_SET_BASEPOINTER:
		tf_set_base(run, *f->top--);
		break;
	case TF_OP_READ_TEXT:
		read_text(run, insn);
		break;
	case TF_OP_CAST_TEXT:
		tf_cast_text(run, *f->top--, insn, &run->text,
			     &run->text_size);
		charge(run, run->text_size);
		break;
	case TF_OP_MACRO_TEXT:
		macro_text(run, insn);
		break;
	case TF_OP_SETDELIM:
		run->no_blanks = true;
		break;
	case TF_OP_STARTTIMER:
		f->top -= 2;
		tf_timers_start(&run->timers, (uint64_t)f->top[1],
				(uint64_t)f->top[2], run->event->time_ns);
		break;
	case TF_OP_ENDTIMER:
		f->top -= 2;
		tf_print_timer(run, f->top[1], f->top[2]);
		break;
	case TF_OP_UNSUPPORTED:
		unsupported(run, insn);
		break;
	case TF_OP_ERROR:
		tf_print_error(run);
		run->error = true;
		break;
	default:
		print_text(run, p, insn);
		break;
	}
}

/* Does the value on the stack match that of a case or flag? */
static bool matches(struct trcfmt_run *run, const struct tf_program *p,
		    const struct tf_insn *insn, const struct frame *f)
{
	const uint64_t *number = p->consts;
	uint64_t value = (uint64_t)*f->top;

	switch (insn->op) {
	case TF_OP_IF_EQUAL:
		return value == number[insn->c];
	case TF_OP_IF_ANY:
		return value & number[insn->c];
	case TF_OP_IF_FIELD:
		return (value & number[insn->c]) == number[insn->c + 1];
	default:
		return text_matches(run, p, insn);
	}
}

/* Another iteration?  The count is on the stack until the loop ends. */
static bool loops(struct trcfmt_run *run, struct frame *f)
{
	if (*f->top > 0 && !tf_at_end(run)) {
		--*f->top;
		return true;
	}
	f->top--;
	return false;
}

/* Instructions that only change the stack, slots and locals.  False: another. */
static bool compute(struct trcfmt_run *run, const struct tf_program *p,
		    const struct tf_insn *insn, struct frame *f)
{
	switch ((enum tf_op)insn->op) {
	case TF_OP_CONST:
		*++f->top = p->consts[insn->c];
		return true;
	case TF_OP_SLOT:
		*++f->top = run->slots[insn->c];
		return true;
	case TF_OP_LOCAL:
		*++f->top = f->locals[insn->c];
		return true;
	case TF_OP_MACRO:
		*++f->top = tf_macro_value(run, (enum tf_macro)insn->c);
		return true;
	case TF_OP_READ:
		*++f->top = tf_read(run, insn);
		return true;
	case TF_OP_CAST:
		*f->top = tf_cast(run, *f->top, insn);
		return true;
	case TF_OP_ADD:
	case TF_OP_SUB:
	case TF_OP_MUL:
	case TF_OP_DIV:
	case TF_OP_AND:
	case TF_OP_OR:
	case TF_OP_XOR:
		f->top--;
		f->top[0] = binary(run, (enum tf_op)insn->op, f->top[0],
				   f->top[1]);
		return true;
	case TF_OP_NEG:
		*f->top = (tf_value)-(tf_uvalue)*f->top;
		return true;
	case TF_OP_SET_SLOT:
		run->slots[insn->c] = *f->top--;
		return true;
	case TF_OP_SET_LOCAL:
		f->locals[insn->c] = *f->top--;
		return true;
	case TF_OP_POP:
		f->top--;
		return true;
	default:
		return false;
	}
}

enum tf_end tf_execute(struct trcfmt_run *run)
{
	const struct tf_program *p = &run->template->program;
	const struct tf_insn *insn = p->insns;
	struct frame f;
	enum tf_end end;

	clear_slots(run);
	f.top = f.stack;
	*f.top = 0;
	for (;; insn++) {
		if (!--run->steps || run->sink.full) {
			run->steps = 1;
			return TF_END_BREAK;
		}
		switch ((enum tf_op)insn->op) {
		case TF_OP_END:
			return TF_END_NORMAL;
		case TF_OP_TEXT:
			print_text(run, p, insn);
			break;
		case TF_OP_PRINT:
			tf_print(run, insn);
			break;
		case TF_OP_JUMP:
			insn = p->insns + insn->d - 1;
			break;
		case TF_OP_IF_EQUAL:
		case TF_OP_IF_ANY:
		case TF_OP_IF_FIELD:
		case TF_OP_IF_TEXT:
			if (!matches(run, p, insn, &f))
				insn = p->insns + insn->d - 1;
			break;
		case TF_OP_LOOP:
			if (!loops(run, &f))
				insn = p->insns + insn->d - 1;
			break;
		case TF_OP_CALL:
			end = call(run, (uint16_t)insn->c);
			if (end != TF_END_NORMAL)
				return end;
			break;
		case TF_OP_LEAVE_ON_ERROR:
			if (run->error)
				return TF_END_BREAK;
			break;
		case TF_OP_STOP:
			return TF_END_STOP;
		case TF_OP_BREAK:
			return TF_END_BREAK;
		case TF_OP_SKIP:
			return TF_END_SKIP;
		default:
			if (!compute(run, p, insn, &f))
				print(run, p, insn, &f);
			break;
		}
	}
}
