/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A module: a file that a process executed a part of, with its functions and its
 * debug information.  For the files of this room only.
 */
#ifndef POSIXTRACE_TOOLS_SYMBOLS_MODULE_H
#define POSIXTRACE_TOOLS_SYMBOLS_MODULE_H

#include <posixtrace.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MODULE_WHY = 512 };

struct module;

/*
 * Open the file of a mapping, or what there is of its debug information.  NULL:
 * neither can be used, and `why` says why, or there is no memory.
 */
struct module *module_open(const struct posixtrace_mapping *mapping,
			   const char *root, char why[MODULE_WHY]);
void module_close(struct module *module);

/* What was found at an address; the strings are the module's. */
struct place {
	const char *function;		/* NULL: none */
	uint64_t offset;		/* in the function, or in the file */
	const char *source;		/* NULL: not known */
	int line;
};

/* `back`: how far before the address what is meant is. */
void module_find(struct module *module,
		 const struct posixtrace_mapping *mapping, uint64_t address,
		 unsigned back, struct place *place);

/* A name as it was in C++ or Rust, to be freed; NULL: it is another one, or that
 * cannot be done here. */
char *demangle(const char *name);

#endif
