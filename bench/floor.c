/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The costs of the machine itself, and of common ways to log without a tracer.
 *
 *   floor call         an empty function of a shared library
 *   floor counter      reading the counter
 *   floor fence        the same, after all earlier loads (INV-5)
 *   floor clock        reading the kernel's clock, CLOCK_MONOTONIC
 *   floor inline-N     head, counter and N bytes of payload, inline, into
 *                      256 KiB
 *   floor dram-N       the same into 64 MiB
 *   floor library-N    the same in a shared library
 *   floor fenced-N     the same with a fence before the counter (INV-5)
 *   floor fprintf-N    a line into a file, with the time
 *   floor syslog       a line to syslog(), without a daemon that reads it
 */
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>
#include <time.h>

#include "bench.h"
#include "floor-lib.h"

static char data[1024];
static unsigned size;
static FILE *file;

static void call(unsigned n)
{
	const size_t len = size;

	for (n /= 8; n--;)
		BENCH_EIGHT(floor_nothing(1024, data, len));
}

static void fenced(unsigned n)
{
	const size_t len = size;

	while (n--)
		floor_record_fenced(1024, data, len);
}

static void library(unsigned n)
{
	const size_t len = size;

	while (n--)
		floor_record(1024, data, len);
}

static inline uint64_t ticks(void)
{
#if defined(__x86_64__)
	return __builtin_ia32_rdtsc();
#else
	uint64_t t;

	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(t));
	return t;
#endif
}

static void counter(unsigned n)
{
	static volatile uint64_t sink;
	uint64_t sum = 0;

	while (n--)
		sum += ticks();
	sink = sum;
	(void)sink;
}

static void fenced_counter(unsigned n)
{
	static volatile uint64_t sink;
	uint64_t sum = 0;

	while (n--) {
#if defined(__x86_64__)
		__builtin_ia32_lfence();
#else
		__asm__ volatile("isb" ::: "memory");
#endif
		sum += ticks();
	}
	sink = sum;
	(void)sink;
}

static void kernel_clock(unsigned n)
{
	struct timespec t;

	while (n--)
		clock_gettime(CLOCK_MONOTONIC, &t);
}

enum { DRAM_RING = 64 << 20 };

static unsigned char ring[DRAM_RING + 4096];
static _Atomic size_t committed;
static size_t ring_size = FLOOR_RING;

/* Not by memcpy(): gcc makes `rep movs` of it, which is slow to start. */
static inline __attribute__((always_inline)) void copy(unsigned char *to,
						       const char *from,
						       size_t len)
{
	if (len <= 256) {
		memcpy(to, from, len);
		return;
	}
	for (size_t i = 0; i < len; i += 256)
		memcpy(to + i, from + i, 256);
}

/* Inline, so that the size is a compile-time constant. */
static inline __attribute__((always_inline)) void record_all(unsigned n,
							      size_t len)
{
	size_t pos = atomic_load_explicit(&committed, memory_order_relaxed);
	size_t mask = ring_size - 1;

	while (n--) {
		uint64_t head[2] = { ticks() << 16 | len, 1024 };

		memcpy(ring + pos, head, sizeof(head));
		copy(ring + pos + sizeof(head), data, len);
		pos = (pos + sizeof(head) + ((len + 7) & ~(size_t)7)) & mask;
		atomic_store_explicit(&committed, pos, memory_order_release);
	}
}

static void inline_any(unsigned n)
{
	switch (size) {
	case 0: record_all(n, 0); break;
	case 8: record_all(n, 8); break;
	case 16: record_all(n, 16); break;
	case 64: record_all(n, 64); break;
	case 256: record_all(n, 256); break;
	case 1024: record_all(n, 1024); break;
	}
}

static void print_line(unsigned n)
{
	while (n--) {
		struct timespec t;

		clock_gettime(CLOCK_REALTIME, &t);
		fprintf(file, "%lld.%09ld %d %.*s\n", (long long)t.tv_sec,
			t.tv_nsec, 1024, (int)size, data);
	}
}

static void log_line(unsigned n)
{
	while (n--)
		syslog(LOG_DEBUG, "%d %.*s", 1024, (int)size, data);
}

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "";
	void (*run)(unsigned n) = NULL;

	memset(data, 'x', sizeof(data));
	size = bench_number(name);
	if (strcmp(name, "call") == 0)
		run = call;
	else if (strcmp(name, "counter") == 0)
		run = counter;
	else if (strcmp(name, "fence") == 0)
		run = fenced_counter;
	else if (strcmp(name, "clock") == 0)
		run = kernel_clock;
	else if (bench_is(name, "inline"))
		run = inline_any;
	else if (bench_is(name, "dram")) {
		run = inline_any;
		ring_size = DRAM_RING;
		memset(ring, 1, sizeof(ring));
	} else if (bench_is(name, "library"))
		run = library;
	else if (bench_is(name, "fenced"))
		run = fenced;
	else if (bench_is(name, "fprintf"))
		run = print_line;
	else if (strcmp(name, "syslog") == 0)
		run = log_line;
	if (!run || size > sizeof(data)) {
		fputs("usage: floor CASE, see the source\n", stderr);
		return 2;
	}
	if (run == print_line && !(file = tmpfile())) {
		perror("tmpfile");
		return 1;
	}
	printf("floor/%s %.9g\n", name, bench_call(run));
	return 0;
}
