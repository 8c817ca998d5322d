/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The names that a stream gives to addresses and numbers.  They come from
 * anywhere, so there is a limit to how many are kept and how long they are;
 * what is beyond has no name.
 */
#ifndef POSIXTRACE_TOOLS_RKH_SYMBOLS_H
#define POSIXTRACE_TOOLS_RKH_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	RKH_SYMBOLS_MAX = 1 << 16,
	RKH_NAME_MAX = 255,	/* longer ones are truncated */
};

enum rkh_table {
	RKH_TABLE_ANY,		/* the latest name of the address */
	RKH_TABLE_OBJECT,
	RKH_TABLE_ACTIVE,
	RKH_TABLE_STATE,
	RKH_TABLE_FUNCTION,
	RKH_TABLE_TIMER,
	RKH_TABLE_QUEUE,
	RKH_TABLE_POOL,
	/* Names that are kept when a target restarts. */
	RKH_TABLE_SIGNAL,
	RKH_TABLE_EVENT,
};

struct rkh_symbols;

/*
 * With `one_key_each`, as Trazer has it, a name that comes again in its
 * table moves to the new address.  NULL: no memory.
 */
struct rkh_symbols *rkh_symbols_new(bool one_key_each);

void rkh_symbols_free(struct rkh_symbols *symbols);

/* Forget the addresses and pools. */
void rkh_symbols_forget(struct rkh_symbols *symbols);

/*
 * Name `key` in a table; one with addresses also in RKH_TABLE_ANY.  False:
 * no memory, or too many.
 */
bool rkh_symbols_set(struct rkh_symbols *symbols, enum rkh_table table,
		     uint64_t key, const char *name, size_t len);

/*
 * The name in that table or, of an address, in any; NULL: none.  Valid until
 * the key is named again or forgotten.
 */
const char *rkh_symbols_find(struct rkh_symbols *symbols, enum rkh_table table,
			     uint64_t key);

#endif
