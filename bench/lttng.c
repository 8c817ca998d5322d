/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LTTng-UST, measured in the same way as libposixtrace.  bench/run starts and
 * stops its session, and names the case.
 *
 *   lttng NAME off            no session; the macro
 *   lttng NAME bytes-N        a sequence of N bytes
 *   lttng NAME words          two 64-bit integers
 *   lttng NAME threadsT-N     by T threads at once
 *   lttng NAME latency        single trace points with 8 bytes
 *   lttng NAME first          first event of a new thread, microseconds
 *   lttng NAME short          threads with one event each, microseconds
 *   lttng NAME storeM-N       M million events of N bytes, as fast as possible;
 *                             also the time of the first one, seconds
 *   lttng NAME wordsM         the same, with two integers
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "latency.h"
#include "lttng-points.h"

static uint8_t data[1024];
static unsigned size;

static void bytes(unsigned n)
{
	const unsigned len = size;

	while (n--)
		lttng_ust_tracepoint(bench, bytes, data, len);
}

static void off(unsigned n)
{
	const unsigned len = size;

	for (n /= 8; n--;)
		BENCH_EIGHT(lttng_ust_tracepoint(bench, bytes, data, len));
}

static void words(unsigned n)
{
	const uint64_t b = size;

	while (n--)
		lttng_ust_tracepoint(bench, words, n, b);
}

static void one_word(uint64_t word)
{
	lttng_ust_tracepoint(bench, bytes, (const uint8_t *)&word,
			     sizeof(word));
}

static void store(const char *name, unsigned millions,
		  void (*fire)(unsigned n))
{
	const unsigned events = millions * 1000000;
	struct timespec first;
	double start = bench_now();

	clock_gettime(CLOCK_REALTIME, &first);
	fire(events);
	printf("lttng/%s/call %.9g\n", name, (bench_now() - start) / events);
	printf("lttng/%s/first %lld.%09ld\n", name, (long long)first.tv_sec,
	       first.tv_nsec);
}

int main(int argc, char **argv)
{
	const char *name = argc > 2 ? argv[2] : "";
	unsigned number = 1;
	char figure[64];
	double total;

	memset(data, 'x', sizeof(data));
	size = strchr(name, '-') ? bench_number(name) : 16;
	if (size > sizeof(data))
		return 2;
	if (strcmp(name, "off") == 0) {
		printf("lttng/%s %.9g\n", argv[1], bench_call(off));
	} else if (strcmp(name, "words") == 0) {
		printf("lttng/%s %.9g\n", argv[1], bench_call(words));
	} else if (bench_is(name, "bytes")) {
		printf("lttng/%s %.9g\n", argv[1], bench_call(bytes));
	} else if (sscanf(name, "threads%u-", &number) == 1 && number > 0) {
		printf("lttng/%s %.9g\n", argv[1],
		       bench_call_threads(bytes, number, &total));
		printf("lttng/%s/total %.9g\n", argv[1], total);
	} else if (strcmp(name, "latency") == 0) {
		snprintf(figure, sizeof(figure), "lttng/%s", argv[1]);
		latency_measure(figure, one_word);
	} else if (strcmp(name, "first") == 0) {
		printf("lttng/%s %.9g\n", argv[1], bench_first(bytes));
	} else if (strcmp(name, "short") == 0) {
		printf("lttng/%s %.9g\n", argv[1], bench_short(bytes));
	} else if (sscanf(name, "store%u-", &number) == 1 && number > 0 &&
		   number <= 1000) {
		store(argv[1], number, bytes);
	} else if (sscanf(name, "words%u", &number) == 1 && number > 0 &&
		   number <= 1000) {
		store(argv[1], number, words);
	} else {
		fputs("usage: lttng NAME CASE, see the source\n", stderr);
		return 2;
	}
	return 0;
}
