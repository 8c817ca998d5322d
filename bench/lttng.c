/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The peer, LTTng-UST, measured in the same way as ours; bench/run starts and
 * stops its session around it, and names the case after it.
 *
 *   lttng NAME bytes-N        a sequence of N bytes
 *   lttng NAME words          two 64-bit integers
 *   lttng NAME threadsT-N     by T threads at once
 *   lttng NAME store-N        5 million events, as fast as they can be made
 */
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "lttng-points.h"

enum { EVENTS = 5000000 };

static uint8_t data[1024];
static unsigned size;

static void bytes(unsigned n)
{
	while (n--)
		lttng_ust_tracepoint(bench, bytes, data, size);
}

static void words(unsigned n)
{
	while (n--)
		lttng_ust_tracepoint(bench, words, n, size);
}

int main(int argc, char **argv)
{
	const char *name = argc > 2 ? argv[2] : "";
	unsigned threads = 1;
	double total, start;

	size = bench_number(name);
	if (size > sizeof(data))
		return 2;
	if (strcmp(name, "words") == 0) {
		printf("lttng/%s %.9g\n", argv[1], bench_call(words));
	} else if (bench_is(name, "bytes")) {
		printf("lttng/%s %.9g\n", argv[1], bench_call(bytes));
	} else if (sscanf(name, "threads%u-", &threads) == 1) {
		printf("lttng/%s %.9g\n", argv[1],
		       bench_call_threads(bytes, threads, &total));
		printf("lttng/%s/total %.9g\n", argv[1], total);
	} else if (bench_is(name, "store")) {
		start = bench_now();
		bytes(EVENTS);
		printf("lttng/%s/call %.9g\n", argv[1],
		       (bench_now() - start) / EVENTS);
	} else {
		fputs("usage: lttng NAME CASE, see the source\n", stderr);
		return 2;
	}
	return 0;
}
