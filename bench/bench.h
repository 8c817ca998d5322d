/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Shared by the benchmarks.  A program measures one case, named by its argument,
 * and prints one line per figure, "NAME VALUE".  bench/run calls the programs in
 * turn for several rounds and makes the table.
 *
 * libposixtrace, the bare machine and other tracers are measured by the same code:
 * the same loops, with the recorded values in variables that the compiler can keep
 * in registers, the same batches, the same statistics.
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
 * The cost of a call in nanoseconds: `run(n)` makes n calls, where n is a
 * multiple of 16.  Returns the lower quartile of many short batches, so batches
 * that were interrupted or slowed down by other programs do not count.
 */
double bench_call(void (*run)(unsigned n));

/* The same; `between` is called between batches, without being timed. */
double bench_call_between(void (*run)(unsigned n), void (*between)(void));

/*
 * The same with `threads` threads at a time; *per_second is the total of all
 * threads, in millions.  The calling thread makes no call, because a thread
 * that traces counts as a writer from then on.
 */
double bench_call_threads(void (*run)(unsigned n), unsigned threads,
			  double *per_second);

/* The first call of `one` in a new thread; median in microseconds. */
double bench_first(void (*one)(unsigned n));

/* A thread that calls `one` and ends; mean of 1000 in microseconds. */
double bench_short(void (*one)(unsigned n));

/* For calls that must succeed: otherwise the program reports the failure and
 * ends. */
void bench_must(int err, const char *what);

/* The number after the last '-' of a case's name. */
unsigned bench_number(const char *name);

/* Does the name of the case begin with this word and a '-'? */
int bench_is(const char *name, const char *word);

/* Sort, and return the quantile `q`. */
double bench_quantile(double *values, size_t n, double q);

/*
 * Eight in a row, for calls that take less time than the loop: the figure is
 * then an eighth of one iteration.
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
