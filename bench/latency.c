/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Single trace points with 8 bytes, see latency.h; `bare` is the two clock
 * readings alone.
 *
 *   latency loop      into a LOOP stream of 256 KiB
 *   latency big       into one of 64 MiB, almost four times around
 *   latency log       into a stream of 16 MiB that is flushed to a log
 *   latency bare
 */
#include <stdlib.h>
#include <string.h>
#include <trace.h>
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

static void create(size_t bytes, int fd)
{
	trace_attr_t attr;
	trace_id_t trid;

	posix_trace_attr_init(&attr);
	posix_trace_attr_setstreamsize(&attr, bytes);
	if (fd < 0)
		bench_must(posix_trace_create(0, &attr, &trid), "create");
	else
		bench_must(posix_trace_create_withlog(0, &attr, fd, &trid),
			   "create_withlog");
	bench_must(posix_trace_start(trid), "start");
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
	} else if (strcmp(name, "bare") == 0) {
		latency_measure("latency/bare", nothing);
	} else {
		fputs("usage: latency loop|big|log|bare\n", stderr);
		return 2;
	}
	return 0;
}
