/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What the entry and the exit of a function cost that is compiled with
 * -finstrument-functions, as this program is.
 *
 *   functions NAME [MILLIONS]    prints "functions/NAME NANOSECONDS", of 3 million
 *                                calls of an empty function
 *
 * Run as it is, where the hooks are those of libc, which do nothing; by `posixtrace
 * record --functions`; and by another tracer of functions.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define UNSEEN __attribute__((noinline, no_instrument_function))

__attribute__((noinline)) static void empty(void)
{
	__asm__ volatile("" ::: "memory");
}

UNSEEN static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

UNSEEN int main(int argc, char **argv)
{
	const long calls = (argc > 2 ? atol(argv[2]) : 3) * 1000000;
	double begin;

	if (argc < 2 || calls <= 0)
		return 2;
	/* A tracer may prepare itself. */
	empty();
	begin = now();
	for (long i = 0; i < calls; i++)
		empty();
	printf("functions/%s %.9g\n", argv[1], (now() - begin) / (double)calls);
	return 0;
}
