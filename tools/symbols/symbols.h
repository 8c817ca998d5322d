/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Names for addresses of traced programs: the function, and, where there is debug
 * information, file and line.
 *
 * A log tells which file a process had at an address, and that file's build id
 * (posixtrace_find_mapping()).  The names are in the file, or in one with its
 * debug information, as they are here.  If a file has another build id than the
 * one that was executed, nothing is taken from it.  What cannot be named, and
 * why, is said once for each file and each process.
 */
#ifndef POSIXTRACE_TOOLS_SYMBOLS_SYMBOLS_H
#define POSIXTRACE_TOOLS_SYMBOLS_SYMBOLS_H

#include <posixtrace.h>
#include <stdbool.h>
#include <stddef.h>

/* What an address is. */
enum symbol_of {
	SYMBOL_CALL,		/* it is behind the call that is meant */
	SYMBOL_FUNCTION,	/* it is what is meant */
};

/* The texts are UTF-8, and all characters may be in them. */
struct symbol {
	/* "main+0x1f", or "main" if it is a function; without a name of a function
	 * that of the file, "libm.so.6+0x1240" */
	char *name;
	char *source;		/* "/src/prog.c:42"; NULL: not known */
	const char *place;	/* the end of that: "prog.c:42" */
	bool is_start;		/* a function begins there */
};

struct symbols;

/* May an option be used?  False: this program has been built without elfutils,
 * which was reported. */
bool symbols_are_built(const char *option);

/*
 * For a trace that is open as `trid`; `log` is its name for messages.  `root`: NULL,
 * or a directory with the files of the machine that was traced, which are looked
 * for there first.  NULL: no memory, which was reported.
 */
struct symbols *symbols_open(trace_id_t trid, const char *log,
			     const char *root);

/* NULL is fine. */
void symbols_close(struct symbols *symbols);

/*
 * The name for an address of an event's process at its time, which exists until
 * the next call at least.  NULL: it has none.
 */
const struct symbol *symbols_find(struct symbols *symbols,
				  const struct posix_trace_event_info *info,
				  uint64_t address, enum symbol_of of);

/* The same for the address of an event: the place of its trace point, or, of some
 * system events, a function. */
const struct symbol *symbols_of_caller(struct symbols *symbols,
		const struct posix_trace_event_info *info);

#endif
