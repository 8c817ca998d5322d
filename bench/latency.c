/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * How long single trace points take, 10^7 of them: a mean hides the change
 * of a chunk.  Nanoseconds, with what reading the clock twice takes in them;
 * `bare` is that alone.
 *
 *   latency loop      into a LOOP stream of 256 KiB
 *   latency log       into a stream of 16 MiB that is flushed to a log
 *   latency bare
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trace.h>
#include <unistd.h>

#include "bench.h"

enum { CALLS = 10000000, BINS = 1 << 16 };

/* Bins of a tick; what is longer goes into the last. */
static uint32_t bins[BINS];

static uint64_t ticks(void)
{
#if defined(__x86_64__)
	unsigned aux;

	return __builtin_ia32_rdtscp(&aux);
#else
	return (uint64_t)bench_now();
#endif
}

static double ns_per_tick(void)
{
	double start = bench_now();
	uint64_t first = ticks();

	while (bench_now() - start < 50e6)
		;
	return (bench_now() - start) / (double)(ticks() - first);
}

static double quantile(double q)
{
	uint64_t seen = 0, wanted = (uint64_t)(q * CALLS);

	for (unsigned i = 0; i < BINS; i++) {
		seen += bins[i];
		if (seen > wanted)
			return i;
	}
	return BINS;
}

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "";
	char path[] = "/tmp/bench-latency-XXXXXX";
	double ns = ns_per_tick();
	trace_event_id_t id;
	trace_attr_t attr;
	trace_id_t trid;
	uint64_t most = 0;
	int fd;

	bench_must(posix_trace_eventid_open("bench", &id), "eventid_open");
	posix_trace_attr_init(&attr);
	if (strcmp(name, "loop") == 0) {
		posix_trace_attr_setstreamsize(&attr, 256 << 10);
		bench_must(posix_trace_create(0, &attr, &trid), "create");
		bench_must(posix_trace_start(trid), "start");
	} else if (strcmp(name, "log") == 0) {
		fd = mkstemp(path);
		if (fd < 0) {
			perror(path);
			return 1;
		}
		unlink(path);
		posix_trace_attr_setstreamsize(&attr, 16 << 20);
		bench_must(posix_trace_create_withlog(0, &attr, fd, &trid),
			   "create_withlog");
		bench_must(posix_trace_start(trid), "start");
	} else if (strcmp(name, "bare") != 0) {
		fputs("usage: latency loop|log|bare\n", stderr);
		return 2;
	}
	for (unsigned i = 0; i < CALLS; i++) {
		uint64_t start = ticks(), took;

		posix_trace_event(id, &start, sizeof(start));
		took = ticks() - start;
		bins[took < BINS ? took : BINS - 1]++;
		if (took > most)
			most = took;
	}
	printf("latency/%s/p50 %.9g\n", name, ns * quantile(0.5));
	printf("latency/%s/p99 %.9g\n", name, ns * quantile(0.99));
	printf("latency/%s/p999 %.9g\n", name, ns * quantile(0.999));
	printf("latency/%s/max %.9g\n", name, ns * (double)most);
	return 0;
}
