/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The build ids of the program and of the libraries that are loaded.  They are
 * in memory, but the loader may unload a library meanwhile, and its locks must
 * not be taken in a signal handler or in a forked child.  So they are noted
 * where the program itself may load libraries, and looked up anywhere.  Only of
 * the code that the calling thread executes is it sure that it stays loaded.
 */
#ifndef PXT_BASE_MODULES_H
#define PXT_BASE_MODULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PXT_MODULE_ID = 20 };	/* the usual build ids; longer ones are not noted */

/*
 * Note those of what is loaded now, as many as there is room for, and forget all
 * others.  Returns how many the loader has loaded since the process began, which it
 * counts before any of their code is executed but constructors; 0: another thread is
 * noting, or that is not known.  Not async-signal-safe.  The caller holds the registry's
 * lock, under which what is noted is looked up, or is the only thread; the loader's
 * lock, the one of dl_iterate_phdr(), is taken after it.
 */
unsigned long long pxt_modules_note(void);

/* Only that number, by the same lock. */
unsigned long long pxt_modules_loaded(void);

/*
 * How many have been loaded and unloaded again that were never noted?  Asked once, for
 * the time until the last pxt_modules_note().  Async-signal-safe, as what follows.
 */
unsigned pxt_modules_missed(void);

/*
 * May what is loaded at an address have been unloaded, and loaded again, until the last
 * pxt_modules_note()?  In between something else may have been there.
 */
bool pxt_modules_is_doubtful(uint64_t address);

/* That has been told of what is at an address.  Under the registry's lock. */
void pxt_modules_settle(uint64_t address);

/* The build id of what was loaded at an address; *size is 0 if it is not known. */
const void *pxt_modules_find(uint64_t address, size_t *size);

/* What was there is not any more. */
void pxt_modules_forget(uint64_t start, uint64_t end);

/* In a forked child, whose parent may have been noting. */
void pxt_modules_forked(void);

/* The part of a module that is executed at an address. */
struct pxt_module_part {
	uint64_t start;		/* of its pages, as /proc/self/maps has it ... */
	uint64_t end;
	uint64_t offset;	/* ... in the file */
	/* The file's name as the loader has it: empty for the program, relative if
	 * it was loaded by such a name. */
	const char *name;
	uint8_t id_size;
	uint8_t id[PXT_MODULE_ID];
};

/*
 * Look for it in the loader's tables, without a lock or a system call.  The module
 * must stay loaded meanwhile: the address is one that the calling thread executes.
 * False: there is none, or the C library cannot tell.  Async-signal-safe.
 */
bool pxt_modules_look_up(uintptr_t address, struct pxt_module_part *part);

#endif
