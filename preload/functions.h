/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Which functions are recorded, where not all are. */
#ifndef PXT_PRELOAD_FUNCTIONS_H
#define PXT_PRELOAD_FUNCTIONS_H

#include <stdbool.h>
#include <stdint.h>

/* From the environment. */
struct pxt_function_rules {
	/* Patterns of names, each with one of these in front and its NUL, and one more
	 * behind the last. */
	char *only, *not;
	unsigned depth;			/* 0: any */
	uint64_t least_ns;		/* 0: however short */
};

/* Has a function a name that fits? */
enum { PXT_PATTERN_UNUSED = '-', PXT_PATTERN_USED = '+' };

/* By the constructor.  `rules` stay. */
void pxt_function_names_init(const struct pxt_function_rules *rules);

/* Libraries may have been loaded or unloaded.  Not async-signal-safe. */
void pxt_function_names_scan(void);

/* In a forked child. */
void pxt_function_names_child(void);

/* At the end: record which patterns fit nothing, and why. */
void pxt_function_names_warn(void);

/* Does the name of the function let it be recorded?  Async-signal-safe. */
bool pxt_function_names_let(const void *function);

/*
 * Is the function to be recorded that is entered, or left, with `place` on the
 * stack?  That is for each thread; async-signal-safe.  If there is a least duration,
 * this records the entries of those that have taken so long, later than they
 * occurred.
 */
enum { PXT_FUNCTIONS_DEEP = 31 };
bool pxt_function_depth_enter(const void *function, uintptr_t place,
			      const struct pxt_function_rules *rules);
bool pxt_function_depth_leave(const void *function, uintptr_t place,
			      const struct pxt_function_rules *rules);

#endif
