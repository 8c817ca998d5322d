/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The machine that executes a template for an event.
 */
#ifndef POSIXTRACE_TRCFMT_MACHINE_H
#define POSIXTRACE_TRCFMT_MACHINE_H

#include "program.h"
#include "set.h"
#include "sink.h"
#include "timer.h"

/* Run-time errors; each kind is reported once per template. */
enum tf_trouble {
	TF_TROUBLE_DIVISION = 1,
	TF_TROUBLE_NESTING = 2,
	TF_TROUBLE_CUT = 4,
	TF_TROUBLE_UNSUPPORTED = 8,
	TF_TROUBLE_NO_TEMPLATE = 16,
};

struct trcfmt_run {
	struct trcfmt *set;
	struct trcfmt_trace trace;
	struct tf_diags diags;		/* separate from the set's, which may
					 * be shared */
	uint8_t *reported;		/* reported kinds by template */
	struct tf_timers timers;
	struct tf_sink sink;

	/* ---- One event. ---- */
	const struct trcfmt_event *event;
	const unsigned char *data;	/* the entry */
	uint64_t size;			/* in bytes */
	unsigned word;			/* 4 or 8 */
	int64_t pointer;		/* $DATAPOINTER, in bits */
	int64_t base;			/* $BASEPOINTER, in bits */
	bool no_blanks;			/* setdelim() was called */
	bool error;			/* $ERROR was executed */
	unsigned steps;			/* remaining steps */
	unsigned calls;			/* nesting of calls */
	const struct tf_template *template;
	const char *text;		/* the register */
	size_t text_size;
	char text_room[24];		/* for a text generated from a number */
	unsigned n_slots;		/* number of cleared ones */
	tf_value slots[TF_SLOTS_MAX];
};

/* ---- read.c: the contents of the entry ---- */

/*
 * Take n bytes at the pointer, rounded up to a byte.  If they are not all
 * there, the pointer goes to the end and the result is NULL.
 */
const unsigned char *tf_take(struct trcfmt_run *run, uint64_t n);

/* Is the pointer at the end, or after? */
bool tf_at_end(const struct trcfmt_run *run);

/* n bytes, at most 8, in the order of the trace; none are outside. */
uint64_t tf_integer(const struct trcfmt_run *run, const unsigned char *p,
		    unsigned n);

/* 16 bits of the hook word. */
unsigned tf_hook_field(const struct trcfmt_run *run, unsigned offset);

/* m of a code, as bytes of a number. */
unsigned tf_number_size(const struct trcfmt_run *run, uint8_t code,
			unsigned m);

/* Take a number of `size` bytes as it is; false if it is not all there. */
bool tf_take_raw(struct trcfmt_run *run, unsigned size, tf_uvalue *raw);

/* What the number is to a code: sign, float, low bits. */
tf_value tf_convert(uint8_t code, unsigned size, tf_uvalue raw);

/* Take bits; *value: the last 64 of them. */
bool tf_take_bits(struct trcfmt_run *run, uint64_t n, uint64_t *first,
		  tf_value *value);
bool tf_bit(const struct trcfmt_run *run, uint64_t bit);

/* The value of a code that gives a number; 0 if it is not all there. */
tf_value tf_read(struct trcfmt_run *run, const struct tf_insn *format);

/* The value as a cast sees it. */
tf_value tf_cast(const struct trcfmt_run *run, tf_value value,
		 const struct tf_insn *format);

/* The text of A and S; false if it is not all there. */
bool tf_take_text(struct trcfmt_run *run, const struct tf_insn *format,
		  const char **text, size_t *size);

/* The same where a number is cast: S has it as the length, A as bytes. */
bool tf_cast_text(struct trcfmt_run *run, tf_value value,
		  const struct tf_insn *format, const char **text,
		  size_t *size);

/* G, O, R, W. */
void tf_move(struct trcfmt_run *run, const struct tf_insn *format);
void tf_set_pointer(struct trcfmt_run *run, tf_value bytes);
void tf_set_base(struct trcfmt_run *run, tf_value bytes);

/* ---- macro.c: properties of the event ---- */

tf_value tf_macro_value(const struct trcfmt_run *run, enum tf_macro macro);

/* Of those that are text; at most `room` bytes are needed for the result. */
enum { TF_MACRO_TEXT_ROOM = 24 };
const char *tf_macro_text(const struct trcfmt_run *run, enum tf_macro macro,
			  char room[TF_MACRO_TEXT_ROOM]);

/* The executable of a process, or -pid-. */
const char *tf_exec_path(const struct trcfmt_run *run, int64_t pid,
			 char room[TF_MACRO_TEXT_ROOM]);

/* ---- print.c: output ---- */

void tf_print(struct trcfmt_run *run, const struct tf_insn *format);
void tf_print_cast(struct trcfmt_run *run, tf_value value,
		   const struct tf_insn *format);
void tf_print_macro_text(struct trcfmt_run *run, const struct tf_insn *insn);
void tf_print_hex(struct trcfmt_run *run, tf_value value);
void tf_print_decimal(struct trcfmt_run *run, tf_value value);
void tf_print_cpu(struct trcfmt_run *run, tf_value value);
void tf_print_timer(struct trcfmt_run *run, tf_value a, tf_value b);
void tf_print_error(struct trcfmt_run *run);

/* The bytes after the hook word, in lines of 16. */
void tf_print_dump(struct trcfmt_run *run);

/* The blank after an item. */
static inline void tf_print_blank(struct trcfmt_run *run)
{
	if (!run->no_blanks)
		tf_sink_char(&run->sink, ' ');
}

/* ---- execute.c ---- */

enum tf_end { TF_END_NORMAL, TF_END_BREAK, TF_END_SKIP, TF_END_STOP };

/* Run run->template. */
enum tf_end tf_execute(struct trcfmt_run *run);

void tf_trouble(struct trcfmt_run *run, enum tf_trouble kind,
		const char *what);

#endif
