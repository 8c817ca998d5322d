/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Pairs of events by their names: "io:copy_begin" and "io:copy_end" delimit
 * "io:copy".
 *
 * They are a pair if both are of one thread, what began in between has ended,
 * and nothing was lost in between; so nothing stays open for ever.
 */
#ifndef POSIXTRACE_TOOLS_TRACE_PAIRS_H
#define POSIXTRACE_TOOLS_TRACE_PAIRS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/types.h"

enum {
	/* What can be open on a thread; of more the oldest is forgotten. */
	PAIRS_DEEP = 16,
};

enum pair_role { PAIR_UNKNOWN, PAIR_NONE, PAIR_BEGIN, PAIR_END };

/* Parsed name of a type; all zero: not parsed yet. */
struct pair_name {
	enum pair_role role;
	unsigned words;			/* which ones: begin, end, ... */
	size_t stem_len;		/* bytes of type->utf8 */
};

/* What is open on a thread; all zero: nothing. */
struct pairs {
	uint32_t generation;
	unsigned n;
	struct pair_begun {
		const struct type *type;
		struct pair_name name;
		uint64_t ns;
	} begun[PAIRS_DEEP];
};

void pair_parse(struct pair_name *name, const struct type *type);

/*
 * Take an event with such a name, and its type, which stays, at `ns`.  *begun
 * is what is open on its thread: NULL at first, and the caller's to free.  What
 * began in another generation is forgotten: there is a gap in between.
 *
 * PAIRS_ENDED: what ends now began at *since.
 */
enum pairs_found { PAIRS_NOTHING, PAIRS_ENDED, PAIRS_NO_MEMORY };

enum pairs_found pairs_take(struct pairs **begun, uint32_t generation,
			    const struct pair_name *name,
			    const struct type *type, uint64_t ns,
			    uint64_t *since);

#endif
