/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The distribution of numbers; see spread.h. */
#include "common/spread.h"

#include <math.h>
#include <stdlib.h>

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

bool spread_add(struct spread *spread, uint64_t value)
{
	unsigned bucket = bucket_of(value);
	uint64_t **octave = &spread->octaves[bucket / SPREAD_SUBS];

	if (!*octave)
		*octave = calloc(SPREAD_SUBS, sizeof(**octave));
	if (!*octave)
		return false;
	if (spread->n++ == 0)
		spread->least = spread->most = value;
	if (value < spread->least)
		spread->least = value;
	if (value > spread->most)
		spread->most = value;
	spread->sum += (double)value;
	(*octave)[bucket % SPREAD_SUBS]++;
	return true;
}

void spread_fini(struct spread *spread)
{
	for (unsigned i = 0; i < SPREAD_OCTAVES; i++)
		free(spread->octaves[i]);
}

static uint64_t count_in(const struct spread *spread, unsigned bucket)
{
	const uint64_t *octave = spread->octaves[bucket / SPREAD_SUBS];

	return octave ? octave[bucket % SPREAD_SUBS] : 0;
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
	while ((n += count_in(spread, i)) < wanted)
		i++;
	value = middle_of(i);
	return value < spread->least ? spread->least :
	       value > spread->most ? spread->most : value;
}

uint64_t spread_power(const struct spread *spread, unsigned n)
{
	unsigned begin = bucket_of(UINT64_C(1) << n);
	unsigned end = n < 63 ? bucket_of(UINT64_C(1) << (n + 1)) :
		       SPREAD_OCTAVES * SPREAD_SUBS;
	uint64_t count = n == 0 ? count_in(spread, 0) : 0;

	for (unsigned i = begin; i < end; i++)
		count += count_in(spread, i);
	return count;
}
