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

static uint64_t *make_octave(struct spread *spread, unsigned bucket)
{
	uint64_t **octave = &spread->octaves[bucket / SPREAD_SUBS];

	if (!*octave)
		*octave = calloc(SPREAD_SUBS, sizeof(**octave));
	return *octave;
}

bool spread_add(struct spread *spread, uint64_t value)
{
	unsigned bucket = bucket_of(value);
	uint64_t *octave = make_octave(spread, bucket);

	if (!octave)
		return false;
	if (spread->n++ == 0)
		spread->least = spread->most = value;
	if (value < spread->least)
		spread->least = value;
	if (value > spread->most)
		spread->most = value;
	spread->sum += (double)value;
	octave[bucket % SPREAD_SUBS]++;
	return true;
}

void spread_fini(struct spread *spread)
{
	for (unsigned i = 0; i < SPREAD_OCTAVES; i++)
		free(spread->octaves[i]);
}

bool spread_move(struct spread *spread, struct spread *from)
{
	if (from->n == 0)
		return true;
	for (unsigned i = 0; i < SPREAD_OCTAVES; i++) {
		uint64_t *octave = from->octaves[i] ?
				   make_octave(spread, i * SPREAD_SUBS) : NULL;

		if (from->octaves[i] && !octave)
			return false;
		for (unsigned k = 0; octave && k < SPREAD_SUBS; k++)
			octave[k] += from->octaves[i][k];
	}
	if (spread->n == 0 || from->least < spread->least)
		spread->least = from->least;
	if (spread->n == 0 || from->most > spread->most)
		spread->most = from->most;
	spread->n += from->n;
	spread->sum += from->sum;
	spread_fini(from);
	*from = (struct spread){ 0 };
	return true;
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

bool spread_step(const struct spread *spread, unsigned *bucket, uint64_t *upto,
		 uint64_t *sum)
{
	while (*bucket < SPREAD_OCTAVES * SPREAD_SUBS) {
		const unsigned at = (*bucket)++;
		const uint64_t n = count_in(spread, at), value = middle_of(at);

		if (n == 0)
			continue;
		*sum += n;
		*upto = *sum == spread->n ? spread->most :
			value < spread->least ? spread->least : value;
		return true;
	}
	return false;
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

struct spread_shift spread_compare(const struct spread *a, const struct spread *b)
{
	const double n_a = (double)a->n, n_b = (double)b->n, n = n_a + n_b;
	const double pairs = n_a * n_b;
	double below = 0, above = 0, ties = 0, variance, distance;

	if (a->n == 0 || b->n == 0)
		return (struct spread_shift){ 0.5, 1 };
	for (unsigned i = 0; i < SPREAD_OCTAVES * SPREAD_SUBS; i++) {
		double of_a = (double)count_in(a, i);
		double of_b = (double)count_in(b, i), same = of_a + of_b;

		above += of_b * (below + of_a / 2);
		below += of_a;
		ties += same * (same * same - 1);
	}
	/* Of `above`, if all orders of the numbers are as probable. */
	variance = pairs / 12 * (n + 1 - (n > 1 ? ties / (n * (n - 1)) : 0));
	/* It comes in steps of one half or one. */
	distance = fabs(above - pairs / 2) - 0.5;
	return (struct spread_shift){
		.above = above / pairs,
		.chance = variance > 0 && distance > 0 ?
			  erfc(distance / sqrt(2 * variance)) : 1,
	};
}
