/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Which functions are recorded, where not all are. */
#ifndef PXT_PRELOAD_FUNCTIONS_H
#define PXT_PRELOAD_FUNCTIONS_H

#include <stdbool.h>
#include <stdint.h>

/* From the environment. */
struct pxt_function_rules {
	/* Patterns of names, each with its NUL, and one more behind the last. */
	const char *only, *not;
	unsigned depth;			/* 0: any */
};

/* By the constructor.  `rules` stay. */
void pxt_function_names_init(const struct pxt_function_rules *rules);

/* Libraries may have been loaded or unloaded.  Not async-signal-safe. */
void pxt_function_names_scan(void);

/* In a forked child. */
void pxt_function_names_child(void);

/* Was there a file without a symbol table? */
bool pxt_function_names_lack(void);

/* Does the name of the function let it be recorded?  Async-signal-safe. */
bool pxt_function_names_let(const void *function);

/*
 * Is the function to be recorded that is entered, or left, with `place` on the
 * stack, if `most` at a time are?  That is for each thread; async-signal-safe.
 */
enum { PXT_FUNCTIONS_DEEP = 31 };
bool pxt_function_depth_enter(const void *function, uintptr_t place, unsigned most);
bool pxt_function_depth_leave(const void *function, uintptr_t place);

#endif
