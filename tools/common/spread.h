/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The distribution of numbers: minimum, maximum, mean, quantiles.
 *
 * They are counted in buckets, 64 for each power of two that occurs, so that any
 * number of them takes at most 30 KiB, and quantiles are accurate within 1 %.
 */
#ifndef POSIXTRACE_TOOLS_COMMON_SPREAD_H
#define POSIXTRACE_TOOLS_COMMON_SPREAD_H

#include <stdbool.h>
#include <stdint.h>

enum {
	SPREAD_SUBS_LOG2 = 6,
	SPREAD_SUBS = 1 << SPREAD_SUBS_LOG2,
	/* Numbers below SPREAD_SUBS have their own buckets. */
	SPREAD_OCTAVES = 64 - SPREAD_SUBS_LOG2 + 1,
};

/* All zero: no numbers. */
struct spread {
	uint64_t n;
	uint64_t least;
	uint64_t most;
	double sum;
	uint64_t *octaves[SPREAD_OCTAVES];	/* SPREAD_SUBS buckets; or NULL: 0 */
};

/* False: no memory. */
bool spread_add(struct spread *spread, uint64_t value);

void spread_fini(struct spread *spread);

/* The value that `part` of the numbers, from 0 to 1, do not exceed; 0 if there
 * are none. */
uint64_t spread_quantile(const struct spread *spread, double part);

/* The numbers of `from` are taken out of it and put into this.  False: no memory. */
bool spread_move(struct spread *spread, struct spread *from);

/*
 * How two distributions differ, by the rank sum test of Mann and Whitney on the
 * buckets: numbers in one bucket count as equal.
 */
struct spread_shift {
	double above;	/* the share of the pairs of a number of `a` and one of `b`
			 * in which that is larger; equal ones count half */
	double chance;	/* the probability of `above` to be that far from 1/2, or
			 * further, if both come from one distribution */
};

/* The chance is approximate, and needs SPREAD_TESTABLE numbers or more on each
 * side. */
enum { SPREAD_TESTABLE = 8 };
struct spread_shift spread_compare(const struct spread *a, const struct spread *b);

/*
 * The distribution in steps: how many numbers are up to *upto, which is in the next
 * bucket that has some; *bucket is 0 at first, and *sum, too.  False: there are no
 * more.
 */
bool spread_step(const struct spread *spread, unsigned *bucket, uint64_t *upto,
		 uint64_t *sum);

/* How many of them are from 2^n on and below 2^(n + 1); 0 counts as 1. */
uint64_t spread_power(const struct spread *spread, unsigned n);

#endif
