/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The groups of two traces, matched by names: what identifies a group within one
 * trace, as pids do, is not the same in another one.
 */
#ifndef POSIXTRACE_TOOLS_DIFF_MATCHES_H
#define POSIXTRACE_TOOLS_DIFF_MATCHES_H

#include <stdbool.h>
#include <stddef.h>

#include "common/spread.h"
#include "common/strings.h"
#include "stat/by.h"

enum side { SIDE_A, SIDE_B, SIDES };

enum verdict {
	VERDICT_NEW,			/* not in A */
	VERDICT_VANISHED,		/* not in B */
	VERDICT_FEW,			/* too few samples to tell */
	/* The others are those of a test. */
	VERDICT_ALIKE,			/* nothing that is not by chance */
	VERDICT_SLOWER,
	VERDICT_FASTER,
	VERDICT_SPARSER,		/* BY_EVENT: there is more time in between */
	VERDICT_DENSER,
};

struct match {
	uint64_t times[SIDES];
	double total_ns[SIDES];		/* as in struct by_row */
	struct spread sides[SIDES];
	double added;			/* to the total; BY_EVENT: to the number */
	struct spread_shift shift;	/* from ALIKE on */
	enum verdict verdict;
	size_t label_at;		/* as in struct by_row */
};

/* All zero, but for the key: no groups. */
struct matches {
	enum by_key key;
	struct strings names;		/* both labels, with a NUL in between */
	struct match *list;		/* by the numbers of their names */
	size_t n, room;
};

void matches_fini(struct matches *matches);

/* Add what a trace has, which `trid` knows the names of.  False: no memory. */
bool matches_add(struct matches *matches, const struct by *by, trace_id_t trid,
		enum side side);

/* All was added: compare the sides. */
void matches_compare(struct matches *matches);

/* They, the most added time first; the caller frees the list.  NULL: no memory. */
const struct match **matches_sort(const struct matches *matches);

/* What a group is called, by people or whole: one or two labels; the second may be
 * NULL. */
void matches_labels(const struct matches *matches, size_t number, bool is_whole,
		    const char *labels[2]);

#endif
