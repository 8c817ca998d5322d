/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Which functions `record --functions` records. */
#ifndef POSIXTRACE_TOOLS_RECORD_FUNCTIONS_H
#define POSIXTRACE_TOOLS_RECORD_FUNCTIONS_H

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>

/* All zero: every function. */
struct function_rules {
	unsigned depth;		/* 0: any */
	int64_t least_ns;	/* 0: however short */
	char *names;		/* lines: "+GLOB" or "-GLOB"; NULL: none */
};

/* Parse the argument of --functions-only ('+'), --functions-not ('-'),
 * --functions-depth and --functions-least; an error is reported. */
error_t function_rules_add(struct function_rules *rules, char mark,
			   const char *glob);
error_t function_rules_parse_depth(struct function_rules *rules, const char *arg);
error_t function_rules_parse_least(struct function_rules *rules, const char *arg);

bool function_rules_are_given(const struct function_rules *rules);

/* What the preload library reads in the environment; the caller frees it.  NULL: no
 * memory. */
char *function_rules_text(const struct function_rules *rules);

/* By which the preload library gets that text. */
#define FUNCTION_RULES_VARIABLE "POSIXTRACE_PRELOAD_FUNCTIONS"

/* Tell if another recorder, which runs this one, has other rules: a program has those
 * of the inner one only. */
void function_rules_note_outer(const struct function_rules *rules);

void function_rules_fini(struct function_rules *rules);

#endif
