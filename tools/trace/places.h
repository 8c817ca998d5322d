/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Numbers for the places of a program: its processes, its threads, and
 * whatever else a picture of the trace has a line for.  A place is identified
 * by a kind and two words; numbers are given from 0 on in the order of the
 * requests.
 */
#ifndef POSIXTRACE_TOOLS_TRACE_PLACES_H
#define POSIXTRACE_TOOLS_TRACE_PLACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct places {
	struct place *table;		/* by hash, half of it is free */
	size_t n, room;
	uint64_t seed;
};

void places_init(struct places *places);
void places_fini(struct places *places);

/*
 * The number of a place; that of a new one is what places->n was before.
 * False: no memory.
 */
bool places_find(struct places *places, unsigned kind, uint64_t a, uint64_t b,
		 size_t *number);

/* The same of a place that has one already; false: it has none. */
bool places_known(const struct places *places, unsigned kind, uint64_t a,
		  uint64_t b, size_t *number);

#endif
