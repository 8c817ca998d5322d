/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What the benchmarks have in common.  A program measures one case, named by
 * its argument, and prints a line for each figure, "NAME VALUE"; bench/run
 * calls the programs in seq, round after round, and makes the table.
 *
 * We, the bare machine and the peers are measured by the same code: the same
 * loops, with what is recorded in variables that the compiler can keep in
 * registers, the same batches, the same statistics.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* CLOCK_MONOTONIC in nanoseconds. */
double bench_now(void);

/*
 * The cost of a call in nanoseconds: `run(n)` makes n of them, n is a multiple
 * of 16.  The lower quartile of many short batches, so that what was
 * interrupted, or slowed down by a neighbour, does not count.
 */
double bench_call(void (*run)(unsigned n));

/* The same; `between` is called between batches and its time not counted. */
double bench_call_between(void (*run)(unsigned n), void (*between)(void));

/*
 * The same by `threads` threads at once; *per_second is what all of them
 * made, in millions.  The calling thread makes no call, since
 * whoever traces counts as a writer from then on.
 */
double bench_call_threads(void (*run)(unsigned n), unsigned threads,
			  double *per_second);

/* The first call of `one` in a new thread, median, microseconds. */
double bench_first(void (*one)(unsigned n));

/* A thread that calls `one` and ends, mean of 1000, microseconds. */
double bench_short(void (*one)(unsigned n));

/* What has to succeed, or the program ends and says what did not. */
void bench_must(int err, const char *what);

/* The number behind the last '-' of a case's name. */
unsigned bench_number(const char *name);

/* Does the case's name begin with this word and a '-'? */
int bench_is(const char *name, const char *word);

/* Sort, and give the element a fraction `q` of the way up. */
double bench_quantile(double *values, size_t n, double q);

/*
 * Eight in a row, for what takes less time than the loop around it: a figure
 * is then an eighth of a seq.
 */
#define BENCH_EIGHT(call) \
	do { \
		call; call; call; call; \
		call; call; call; call; \
	} while (0)

#ifdef __cplusplus
}
#endif

#endif
