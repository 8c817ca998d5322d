/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What a stanza is compiled to: instructions for a machine with a stack of
 * numbers, one register for a text, the macros of an event, and the pointer
 * into it.
 *
 * Numbers are 128 bits wide, so that the sum and product of what an event can
 * hold is exact; what is printed is taken modulo 2^64.  Where the compiler has no
 * such type (on machines of 32 bits) they have 64.
 */
#ifndef POSIXTRACE_TRCFMT_PROGRAM_H
#define POSIXTRACE_TRCFMT_PROGRAM_H

#include <stdint.h>

#include "ast.h"
#include "trcfmt.h"

#ifdef __SIZEOF_INT128__
__extension__ typedef __int128 tf_value;
__extension__ typedef unsigned __int128 tf_uvalue;
#else
typedef int64_t tf_value;
typedef uint64_t tf_uvalue;
#endif

/* The limits of a stanza; a larger program is refused. */
enum {
	TF_SLOTS_MAX = 255,	/* user macros */
	TF_LOCALS_MAX = 64,	/* parameters of functions at one place */
	TF_STACK_MAX = 96,
	TF_CALLS_MAX = 10,	/* templates called by templates */
};

/*
 * "->" says what is pushed, ":" what the instruction uses.  FORMAT is the
 * format of a, b and c: code, n, m.  TEXT is the number of a text in c, CONST
 * that of a constant, and d is where to go on.
 */
enum tf_op {
	TF_OP_END,
	TF_OP_TEXT,		/* TEXT */
	TF_OP_NEWLINE,
	TF_OP_TAB,
	TF_OP_PRINT,		/* FORMAT: read and print */
	TF_OP_MOVE,		/* FORMAT: G, O, R or W */
	TF_OP_PRINT_MACRO_TEXT,	/* d: macro, FORMAT: its cast */
	TF_OP_PRINT_HEX,	/* value: */
	TF_OP_PRINT_DECIMAL,	/* value: */
	TF_OP_PRINT_CPU,	/* value: */
	TF_OP_PRINT_CAST,	/* value: FORMAT */
	TF_OP_CONST,		/* CONST -> value */
	TF_OP_SLOT,		/* c: slot -> value */
	TF_OP_LOCAL,		/* c: local -> value */
	TF_OP_MACRO,		/* c: built-in macro -> value */
	TF_OP_READ,		/* FORMAT -> value */
	TF_OP_CAST,		/* value: FORMAT -> value */
	TF_OP_ADD,		/* value, value: -> value; so are the next */
	TF_OP_SUB,
	TF_OP_MUL,
	TF_OP_DIV,
	TF_OP_AND,
	TF_OP_OR,
	TF_OP_XOR,
	TF_OP_NEG,		/* value: -> value */
	TF_OP_SET_SLOT,		/* value: c */
	TF_OP_SET_LOCAL,	/* value: c */
	TF_OP_SET_DATAPOINTER,	/* value: */
	TF_OP_SET_BASEPOINTER,	/* value: */
	TF_OP_READ_TEXT,	/* FORMAT; into the register */
	TF_OP_CAST_TEXT,	/* value: FORMAT; into the register */
	TF_OP_MACRO_TEXT,	/* d: macro, FORMAT; into the register */
	TF_OP_JUMP,		/* d */
	TF_OP_POP,		/* value: */
	/* They leave the value; d is where to go if it is not so. */
	TF_OP_IF_EQUAL,		/* CONST */
	TF_OP_IF_ANY,		/* CONST: a bit of it */
	TF_OP_IF_FIELD,		/* CONST mask, and the one after it: value */
	TF_OP_IF_TEXT,		/* TEXT, with the register */
	TF_OP_LOOP,		/* counts the value down, or pops it: d */
	TF_OP_CALL,		/* c: hook id */
	TF_OP_SETDELIM,
	TF_OP_STARTTIMER,	/* value, value: */
	TF_OP_ENDTIMER,		/* value, value: */
	TF_OP_UNSUPPORTED,	/* c: function */
	TF_OP_ERROR,
	TF_OP_LEAVE_ON_ERROR,
	TF_OP_STOP,
	TF_OP_BREAK,
	TF_OP_SKIP,
};

struct tf_insn {
	uint8_t op;
	uint8_t a;
	uint16_t b;
	uint32_t c;
	uint32_t d;
};

struct tf_span {
	uint32_t offset, size;
};

struct tf_program {
	struct tf_insn *insns;
	uint64_t *consts;
	struct tf_span *texts;
	char *bytes;			/* the texts lie here */
	uint32_t n_insns, n_consts, n_texts, n_bytes;
};

/* A template that another one calls, and where. */
struct tf_callee {
	uint16_t hook;
	struct tf_pos pos;
};

/* A compiled stanza. */
struct tf_template {
	struct trcfmt_stanza about;	/* owns the label */
	struct tf_program program;
	struct tf_callee *callees;
	size_t n_callees;
	unsigned n_slots;		/* user macros */
	size_t index;			/* where it is in its set */
};

/* The maximum total size of the programs of one load. */
enum {
	TF_INSNS_MAX = 2 * 1024 * 1024,
	TF_BYTES_MAX = 32 * 1024 * 1024,
};

/*
 * What was used of it: functions that call functions twice could grow
 * without a limit otherwise.
 */
struct tf_budget {
	size_t insns;
	size_t bytes;
	size_t visited;		/* items, while looking for macros */
};

/* Compile.  Returns 0, EINVAL if it complained, or ENOMEM. */
int tf_emit(struct tf_template *out, const struct tf_stanza *stanza,
	    struct tf_diags *diags, struct tf_budget *budget);

/* Does not free the struct itself. */
void tf_template_fini(struct tf_template *template);

#endif
