/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * How numbers are spread: least, most, mean, and what so many of them are below.
 *
 * They are counted in buckets, 64 to a power of two, so that any number of
 * them takes 30 KiB, and what is told of their order is right within 1 in 100.
 */
#ifndef POSIXTRACE_TOOLS_COMMON_SPREAD_H
#define POSIXTRACE_TOOLS_COMMON_SPREAD_H

#include <stdint.h>

enum {
	SPREAD_SUBS_LOG2 = 6,
	SPREAD_SUBS = 1 << SPREAD_SUBS_LOG2,
	/* Numbers below SPREAD_SUBS have a bucket each. */
	SPREAD_BUCKETS = (64 - SPREAD_SUBS_LOG2 + 1) * SPREAD_SUBS,
};

/* All zero: of no numbers. */
struct spread {
	uint64_t n;
	uint64_t least;
	uint64_t most;
	double sum;
	uint64_t buckets[SPREAD_BUCKETS];
};

void spread_add(struct spread *spread, uint64_t value);

/* What `part` of the numbers, of 0 to 1, are not above; 0 if there are none. */
uint64_t spread_quantile(const struct spread *spread, double part);

#endif
