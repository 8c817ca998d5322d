/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What the entry and the exit of a function cost that is compiled with
 * -finstrument-functions, as this program is.
 *
 *   functions NAME    prints "functions/NAME NANOSECONDS", of 3 million calls of an
 *                     empty function: the lower quartile of batches that are long
 *                     enough to have all that comes now and then
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

UNSEEN static int compare(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

enum { BATCHES = 300, CALLS = 10000 };

UNSEEN int main(int argc, char **argv)
{
	double took[BATCHES];

	if (argc < 2)
		return 2;
	for (int i = 0; i < BATCHES; i++) {
		const double begin = now();

		for (int k = 0; k < CALLS; k++)
			empty();
		took[i] = (now() - begin) / CALLS;
	}
	qsort(took, BATCHES, sizeof(took[0]), compare);
	printf("functions/%s %.9g\n", argv[1], took[BATCHES / 4]);
	return 0;
}
