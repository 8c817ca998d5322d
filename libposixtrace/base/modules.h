/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The build ids of the program and of the libraries that are loaded.  They are
 * in memory, but the loader may unload a library meanwhile, and its locks must
 * not be taken in a signal handler or in a forked child.  So they are noted
 * where the program itself may load libraries, and looked up anywhere.
 */
#ifndef PXT_BASE_MODULES_H
#define PXT_BASE_MODULES_H

#include <stddef.h>
#include <stdint.h>

/*
 * Note those of what is loaded now, as many as there is room for.  Not
 * async-signal-safe.  Takes the loader's lock; one call at a time.
 */
void pxt_modules_note(void);

/* The build id of what was loaded at an address; *size is 0 if it is not known.
 * Async-signal-safe. */
const void *pxt_modules_find(uint64_t address, size_t *size);

#endif
