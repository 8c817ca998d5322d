/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The distribution of numbers; see spread.h. */
#include "common/spread.h"

#include <math.h>

/* The exponent of the highest power of two in a number of SPREAD_SUBS or
 * more. */
static unsigned log2_of(uint64_t value)
{
	return 63 - (unsigned)__builtin_clzll(value);
}

static unsigned bucket_of(uint64_t value)
{
	unsigned shift;

	if (value < SPREAD_SUBS)
		return (unsigned)value;
	shift = log2_of(value) - SPREAD_SUBS_LOG2;
	return (shift + 1) * SPREAD_SUBS +
	       (unsigned)(value >> shift) % SPREAD_SUBS;
}

/* A number in the middle of a bucket. */
static uint64_t middle_of(unsigned bucket)
{
	unsigned shift;

	if (bucket < SPREAD_SUBS)
		return bucket;
	shift = bucket / SPREAD_SUBS - 1;
	return ((uint64_t)(SPREAD_SUBS + bucket % SPREAD_SUBS) << shift) +
	       (UINT64_C(1) << shift) / 2;
}

void spread_add(struct spread *spread, uint64_t value)
{
	if (spread->n++ == 0)
		spread->least = spread->most = value;
	if (value < spread->least)
		spread->least = value;
	if (value > spread->most)
		spread->most = value;
	spread->sum += (double)value;
	spread->buckets[bucket_of(value)]++;
}

uint64_t spread_quantile(const struct spread *spread, double part)
{
	/* Avoid rounding errors: 0.07 of 100 is 7. */
	uint64_t wanted = (uint64_t)ceil(part * (double)spread->n - 1e-6);
	uint64_t value, n = 0;
	unsigned i = 0;

	if (spread->n == 0)
		return 0;
	if (wanted <= 1)
		return spread->least;
	if (wanted >= spread->n)
		return spread->most;
	while ((n += spread->buckets[i]) < wanted)
		i++;
	value = middle_of(i);
	return value < spread->least ? spread->least :
	       value > spread->most ? spread->most : value;
}
