/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Format codes: "X4", "B0.5", "UW" and so on, as items of a template and as
 * casts after a "%".
 */
#ifndef POSIXTRACE_TRCFMT_CODES_H
#define POSIXTRACE_TRCFMT_CODES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Besides the letters of the language: */
enum {
	TF_CODE_BITS = 'w',	/* %Wm.n: bits m to n of a value */
	TF_CODE_HB = 'b',
	TF_CODE_HT = 'h',
	TF_CODE_NONE = 0,	/* a macro without a cast */
};

/* The maximum of explicit sizes and counts. */
enum { TF_NUMBER_MAX = 32767 };

/* m of a code with W: the word size of the entry. */
#define TF_WORD 0xffff

/* n of a code without one; only A distinguishes it from 0. */
#define TF_NO_N 0xffff

struct tf_format {
	uint8_t code;		/* A B D E F G O P R S T U W X o or above */
	uint16_t m, n;
};

/*
 * Is the word a format code?  False: it is text.  If it looks like a code but
 * is invalid, *wrong is the reason.
 */
bool tf_format_parse(const char *word, size_t size, struct tf_format *format,
		     const char **wrong);

/*
 * The same for the word after a "%".  An unknown cast acts like X2, and *known
 * is false.
 */
void tf_cast_parse(const char *word, size_t size, struct tf_format *format,
		   bool *known);

/* The length of a code in a text that continues without a blank: "X4". */
size_t tf_format_span(const char *text, size_t size);

/* Does the code give text instead of a number? */
static inline bool tf_format_is_text(const struct tf_format *format)
{
	return format->code == 'A' || format->code == 'S';
}

/* Does it only move the pointer? */
static inline bool tf_format_is_move(const struct tf_format *format)
{
	return format->code == 'G' || format->code == 'O' ||
		format->code == 'R' || format->code == 'W';
}

/* The base of match values without a prefix; 0 for text. */
int tf_format_base(const struct tf_format *format);

#endif
