/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * How long single calls take, 10^7 of them: a mean hides the change of a
 * chunk.  Nanoseconds, with what reading the clock twice takes in them.
 */
#ifndef LATENCY_H
#define LATENCY_H

#include <stdint.h>
#include <stdio.h>

#include "bench.h"

enum { LATENCY_CALLS = 10000000, LATENCY_BINS = 1 << 16 };

static inline uint64_t latency_ticks(void)
{
#if defined(__x86_64__)
	unsigned aux;

	return __builtin_ia32_rdtscp(&aux);
#else
	return (uint64_t)bench_now();
#endif
}

static inline double latency_ns_per_tick(void)
{
	double start = bench_now();
	uint64_t first = latency_ticks();

	while (bench_now() - start < 50e6)
		;
	return (bench_now() - start) / (double)(latency_ticks() - first);
}

static inline double latency_quantile(const uint32_t *bins, double q)
{
	uint64_t seen = 0, wanted = (uint64_t)(q * LATENCY_CALLS);

	for (unsigned i = 0; i < LATENCY_BINS; i++) {
		seen += bins[i];
		if (seen > wanted)
			return i;
	}
	return LATENCY_BINS;
}

/* Measure `one`, and print the figures NAME/p50 and so on.  In line, so that
 * `one` is, too. */
static inline __attribute__((always_inline))
void latency_measure(const char *name, void (*one)(uint64_t word))
{
	/* Bins of a tick; what is longer goes into the last. */
	static uint32_t bins[LATENCY_BINS];
	double ns = latency_ns_per_tick();
	uint64_t most = 0;

	for (unsigned i = 0; i < LATENCY_CALLS; i++) {
		uint64_t start = latency_ticks(), took;

		one(start);
		took = latency_ticks() - start;
		bins[took < LATENCY_BINS ? took : LATENCY_BINS - 1]++;
		if (took > most)
			most = took;
	}
	printf("%s/p50 %.9g\n", name, ns * latency_quantile(bins, 0.5));
	printf("%s/p99 %.9g\n", name, ns * latency_quantile(bins, 0.99));
	printf("%s/p999 %.9g\n", name, ns * latency_quantile(bins, 0.999));
	printf("%s/max %.9g\n", name, ns * (double)most);
}

#endif
