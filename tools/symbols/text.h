/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A name of an address in a line of text. */
#ifndef POSIXTRACE_TOOLS_SYMBOLS_TEXT_H
#define POSIXTRACE_TOOLS_SYMBOLS_TEXT_H

#include "common/escape.h"
#include "common/out.h"
#include "symbols/symbols.h"

/* Upper limit of what put_symbol() writes. */
static inline size_t symbol_room(const struct symbol *symbol)
{
	return 4 * strlen(symbol->name) +
	       (symbol->source ? 4 * strlen(symbol->place) : 0) + 8;
}

/* "main+0x1f (prog.c:42)", of printable characters. */
static inline char *put_symbol(char *p, const struct symbol *symbol)
{
	p = escape_text(p, symbol->name, strlen(symbol->name));
	if (!symbol->source)
		return p;
	p = put_string(p, " (");
	p = escape_text(p, symbol->place, strlen(symbol->place));
	*p++ = ')';
	return p;
}

#endif
