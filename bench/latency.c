/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Single trace points with 8 bytes, see latency.h; `bare` is the two clock
 * readings alone.
 *
 *   latency loop      into a LOOP stream of 256 KiB
 *   latency big       into one of 64 MiB, which wraps almost four times
 *   latency log       into a stream of 16 MiB that is flushed to a log
 *   latency bare
 *   latency rt-loop [N]  `loop` by a SCHED_FIFO thread, with its memory and the
 *                        stream's locked; N million calls, default 100
 *   latency rt-bare [N]  the same for `bare`
 */
#include <posixtrace.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "latency.h"

static trace_event_id_t id;

static void fire(uint64_t word)
{
	posix_trace_event(id, &word, sizeof(word));
}

static void nothing(uint64_t word)
{
	(void)word;
}

static bool locked;

static void create(size_t bytes, int fd)
{
	trace_attr_t attr;
	trace_id_t trid;

	posix_trace_attr_init(&attr);
	posix_trace_attr_setstreamsize(&attr, bytes);
	bench_must(posixtrace_attr_setlocked(&attr, locked), "setlocked");
	if (fd < 0)
		bench_must(posix_trace_create(0, &attr, &trid), "create");
	else
		bench_must(posix_trace_create_withlog(0, &attr, fd, &trid),
			   "create_withlog");
	bench_must(posix_trace_start(trid), "start");
}

/* Run on one processor, not used by other measured threads. */
static void be_realtime(void)
{
	struct sched_param param = {
		.sched_priority = sched_get_priority_max(SCHED_FIFO),
	};
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	if (mlockall(MCL_CURRENT | MCL_FUTURE) != 0 ||
	    sched_setaffinity(0, sizeof(one), &one) != 0 ||
	    sched_setscheduler(0, SCHED_FIFO, &param) != 0) {
		perror("latency: SCHED_FIFO, with its memory locked");
		exit(1);
	}
}

static long faults(void)
{
	struct rusage usage;

	getrusage(RUSAGE_THREAD, &usage);
	return usage.ru_minflt + usage.ru_majflt;
}

static int measure_realtime(bool bare, const char *millions)
{
	unsigned calls = (millions ? (unsigned)atoi(millions) : 100) * 1000000;
	long before;

	locked = true;
	if (!bare)
		create(256 << 10, -1);
	fire(0);
	be_realtime();
	before = faults();
	if (bare)
		latency_measure_calls("latency/rt-bare", nothing, calls, true);
	else
		latency_measure_calls("latency/rt-loop", fire, calls, true);
	printf("latency/rt-%s/faults %ld\n", bare ? "bare" : "loop",
	       faults() - before);
	return 0;
}

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "";
	char path[] = "/tmp/bench-latency-XXXXXX";
	int fd;

	bench_must(posix_trace_eventid_open("bench", &id), "eventid_open");
	if (strcmp(name, "loop") == 0) {
		create(256 << 10, -1);
		latency_measure("latency/loop", fire);
	} else if (strcmp(name, "big") == 0) {
		create(64 << 20, -1);
		for (unsigned i = 0; i < (80u << 20) / 24; i++)
			fire(i);
		latency_measure("latency/big", fire);
	} else if (strcmp(name, "log") == 0) {
		fd = mkstemp(path);
		if (fd < 0) {
			perror(path);
			return 1;
		}
		unlink(path);
		create(16 << 20, fd);
		latency_measure("latency/log", fire);
	} else if (strncmp(name, "rt-", 3) == 0) {
		return measure_realtime(strcmp(name, "rt-bare") == 0,
					argc > 2 ? argv[2] : NULL);
	} else if (strcmp(name, "bare") == 0) {
		latency_measure("latency/bare", nothing);
	} else {
		fputs("usage: latency loop|big|log|bare|rt-loop|rt-bare\n",
		      stderr);
		return 2;
	}
	return 0;
}
