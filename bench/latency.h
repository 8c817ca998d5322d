/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The distribution of the time of single calls, for 10^7 calls, since a mean
 * hides the change of a chunk.  Nanoseconds, including two readings of the
 * clock.
 *
 * Measurements of real-time threads have more calls, in bursts, because the
 * kernel interrupts a thread that uses more than 95 % of its processor.  Calls
 * begin at equal distances, whatever they take.  Rare delays are searched for
 * in the whole time until the next call: interrupts are distributed over time,
 * so a slower call would otherwise be hit by more of them.
 */
#ifndef LATENCY_H
#define LATENCY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include "bench.h"

enum { LATENCY_CALLS = 10000000, LATENCY_BINS = 1 << 22 };

enum { LATENCY_BURST = 1 << 20, LATENCY_NAP_US = 20000, LATENCY_PACE_NS = 80 };

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

static inline double latency_quantile(const uint32_t *bins, unsigned calls,
				      double q)
{
	uint64_t seen = 0, wanted = (uint64_t)(q * calls);

	for (unsigned i = 0; i < LATENCY_BINS; i++) {
		seen += bins[i];
		if (seen > wanted)
			return i;
	}
	return LATENCY_BINS;
}

/* Measure `calls` of `one`, and print the figures NAME/p50 and so on.  Inline,
 * so that `one` is inlined, too. */
static inline __attribute__((always_inline))
void latency_measure_calls(const char *name, void (*one)(uint64_t word),
			   unsigned calls, bool in_bursts)
{
	/* Each bin is one tick wide; longer times go into the last. */
	static uint32_t bins[LATENCY_BINS], long_bins[LATENCY_BINS];
	uint32_t *seldom = in_bursts ? long_bins : bins;
	double ns = latency_ns_per_tick();
	uint64_t most = 0, pace = (uint64_t)(LATENCY_PACE_NS / ns), next;

	for (unsigned i = 0; i < calls; i++) {
		uint64_t start, took;

		if (in_bursts && i % LATENCY_BURST == LATENCY_BURST - 1)
			usleep(LATENCY_NAP_US);
		start = latency_ticks();
		next = start + pace;
		one(start);
		took = latency_ticks() - start;
		bins[took < LATENCY_BINS ? took : LATENCY_BINS - 1]++;
		while (in_bursts && latency_ticks() < next)
			;
		if (in_bursts) {
			took = latency_ticks() - start;
			long_bins[took < LATENCY_BINS ? took :
				  LATENCY_BINS - 1]++;
		}
		if (took > most)
			most = took;
	}
	printf("%s/p50 %.9g\n", name, ns * latency_quantile(bins, calls, 0.5));
	printf("%s/p99 %.9g\n", name, ns * latency_quantile(bins, calls, 0.99));
	printf("%s/p999 %.9g\n", name,
	       ns * latency_quantile(bins, calls, 0.999));
	printf("%s/p99999 %.9g\n", name,
	       ns * latency_quantile(seldom, calls, 0.99999));
	printf("%s/max %.9g\n", name, ns * (double)most);
}

static inline __attribute__((always_inline))
void latency_measure(const char *name, void (*one)(uint64_t word))
{
	latency_measure_calls(name, one, LATENCY_CALLS, false);
}

#endif
