/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What the benchmarks have in common.  A program measures one case, named by
 * its argument, and prints a line for each figure, "NAME VALUE"; bench/run
 * calls the programs in turn, round after round, and makes the table.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stddef.h>

/* CLOCK_MONOTONIC in nanoseconds. */
double bench_now(void);

/*
 * The cost of a call in nanoseconds: `run(n)` makes n of them.  The lower
 * quartile of many short batches, so that what was interrupted, or slowed down
 * by a neighbour, does not count.
 */
double bench_call(void (*run)(unsigned n));

/*
 * The same by `threads` threads at once; *per_second is what all of them
 * made, in millions.  The calling thread makes no call, since
 * whoever traces counts as a writer from then on.
 */
double bench_call_threads(void (*run)(unsigned n), unsigned threads,
			  double *per_second);

/* What has to succeed, or the program ends and says what did not. */
void bench_must(int err, const char *what);

void bench_print(const char *name, double value);

/* The number behind the last '-' of a case's name. */
unsigned bench_number(const char *name);

/* Does the case's name begin with this word and a '-'? */
int bench_is(const char *name, const char *word);

/* Sort, and give the element a fraction `q` of the way up. */
double bench_quantile(double *values, size_t n, double q);

#endif
