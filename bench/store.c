/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Writing events to a file, and reading them.
 *
 *   store write-N FILE    5 million events of N bytes into a log with a stream
 *                         of 16 MiB, until it is complete
 *   store many-N FILE     N million events of 16 bytes, of four types, none of them
 *                         lost: a log to ask questions
 *   store drain FILE      the rate of a flush that writes 60 MB from a stream of
 *                         64 MiB, alternating with write() of the same amount
 *                         in blocks of a chunk's size, from one buffer and from
 *                         memory of that size
 *   store read FILE       all events of a log, by posix_trace_getnext_event()
 *   store open FILE       posix_trace_open() to the first event, milliseconds
 *
 * Rates are in millions of events, or of bytes, a second.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <trace.h>
#include <unistd.h>

#include "bench.h"

enum { EVENTS = 5000000, FLUSH_EVERY = 500000, MANY_TYPES = 4 };

static char data[1 << 20];

static int open_new(const char *path)
{
	int fd;

	/* A new file, so that truncating an old one is not measured. */
	unlink(path);
	fd = open(path, O_RDWR | O_CREAT, 0600);
	if (fd < 0)
		bench_must(errno, path);
	return fd;
}

static double cpu_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

/* The number of events in a log, by reading it. */
static double read_all(int fd, double *seconds)
{
	struct posix_trace_event_info info;
	char payload[1024];
	trace_id_t trid;
	double start = bench_now(), events = 0;
	size_t len;
	int none;

	bench_must(posix_trace_open(fd, &trid), "open");
	for (;;) {
		bench_must(posix_trace_getnext_event(trid, &info, payload,
				sizeof(payload), &len, &none), "getnext");
		if (none)
			break;
		events += info.posix_event_id >= 1;
	}
	*seconds = (bench_now() - start) / 1e9;
	posix_trace_close(trid);
	return events;
}

static void write_log(const char *name, const char *path, unsigned size)
{
	double start, made, end, own, all, stored, took;
	int fd = open_new(path);
	trace_event_id_t id;
	trace_attr_t attr;
	trace_id_t trid;
	struct stat st;

	posix_trace_attr_init(&attr);
	posix_trace_attr_setstreamsize(&attr, 16 << 20);
	posix_trace_attr_setmaxdatasize(&attr, 1024);
	posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_FLUSH);
	posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND);
	bench_must(posix_trace_create_withlog(0, &attr, fd, &trid), "create");
	bench_must(posix_trace_eventid_open("bench", &id), "eventid_open");
	bench_must(posix_trace_start(trid), "start");
	all = cpu_ns(CLOCK_PROCESS_CPUTIME_ID);
	own = cpu_ns(CLOCK_THREAD_CPUTIME_ID);
	start = bench_now();
	for (unsigned i = 0; i < EVENTS; i++)
		posix_trace_event(id, data, size);
	made = bench_now();
	bench_must(posix_trace_shutdown(trid), "shutdown");
	end = bench_now();
	all = cpu_ns(CLOCK_PROCESS_CPUTIME_ID) - all;
	own = cpu_ns(CLOCK_THREAD_CPUTIME_ID) - own;
	if (fstat(fd, &st) != 0)
		bench_must(errno, path);
	stored = read_all(fd, &took);
	printf("store/%s/call %.9g\n", name, (made - start) / EVENTS);
	printf("store/%s/rate %.9g\n", name, 1e3 * stored / (end - start));
	printf("store/%s/lost %.9g\n", name,
	       stored < EVENTS ? 100 * (1 - stored / EVENTS) : 0);
	/* Allocated space, because the front of a log has holes. */
	printf("store/%s/bytes %.9g\n", name, 512 * (double)st.st_blocks /
	       stored);
	printf("store/%s/flusher %.9g\n", name, (all - own) / stored);
	close(fd);
}

static void flush_all(trace_id_t trid)
{
	struct posix_trace_status_info status;

	bench_must(posix_trace_flush(trid), "flush");
	do
		bench_must(posix_trace_get_status(trid, &status), "status");
	while (status.posix_stream_flush_status == POSIX_TRACE_FLUSHING);
}

/* The stream has room for all events between two flushes. */
static void write_many(const char *path, unsigned millions)
{
	trace_event_id_t id[MANY_TYPES];
	char name[] = "bench0";
	trace_attr_t attr;
	trace_id_t trid;
	int fd = open_new(path);

	posix_trace_attr_init(&attr);
	posix_trace_attr_setstreamsize(&attr, 64 << 20);
	posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_FLUSH);
	posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND);
	bench_must(posix_trace_create_withlog(0, &attr, fd, &trid), "create");
	for (unsigned i = 0; i < MANY_TYPES; i++, name[5]++)
		bench_must(posix_trace_eventid_open(name, &id[i]),
			   "eventid_open");
	bench_must(posix_trace_start(trid), "start");
	for (unsigned i = 0; i < millions * 1000000; i++) {
		posix_trace_event(id[i % MANY_TYPES], data, 16);
		if (i % FLUSH_EVERY == 0)
			flush_all(trid);
	}
	bench_must(posix_trace_shutdown(trid), "shutdown");
	close(fd);
}

enum {
	DRAIN_EVENTS = 60000, DRAIN_DATA = 1024,
	DRAIN_BYTES = DRAIN_EVENTS * (16 + DRAIN_DATA),
	DRAIN_BLOCK = 64 << 10,		/* of a chunk, the largest write */
	DRAIN_TIMES = 7,
};

/* The rate of write() in millions of bytes per second; the source advances by
 * `step` bytes after each block. */
static double write_raw(const char *path, const char *from, size_t step)
{
	int fd = open_new(path);
	double start = bench_now();

	for (unsigned done = 0; done < DRAIN_BYTES; done += DRAIN_BLOCK) {
		if (write(fd, from, DRAIN_BLOCK) != DRAIN_BLOCK)
			bench_must(errno, path);
		from += step;
	}
	start = bench_now() - start;
	close(fd);
	unlink(path);
	return 1e3 * DRAIN_BYTES / start;
}

static double drain_once(const char *path, trace_event_id_t id)
{
	int fd = open_new(path);
	trace_attr_t attr;
	trace_id_t trid;
	double start;

	posix_trace_attr_init(&attr);
	posix_trace_attr_setstreamsize(&attr, 64 << 20);
	posix_trace_attr_setmaxdatasize(&attr, DRAIN_DATA);
	posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_UNTIL_FULL);
	posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND);
	bench_must(posix_trace_create_withlog(0, &attr, fd, &trid), "create");
	bench_must(posix_trace_start(trid), "start");
	for (unsigned i = 0; i < DRAIN_EVENTS; i++)
		posix_trace_event(id, data, DRAIN_DATA);
	bench_must(posix_trace_stop(trid), "stop");
	start = bench_now();
	flush_all(trid);
	start = bench_now() - start;
	bench_must(posix_trace_shutdown(trid), "shutdown");
	close(fd);
	unlink(path);
	return 1e3 * DRAIN_BYTES / start;
}

static void drain(const char *path)
{
	double ours[DRAIN_TIMES], hot[DRAIN_TIMES], cold[DRAIN_TIMES];
	char *memory = malloc(DRAIN_BYTES + DRAIN_BLOCK);
	trace_event_id_t id;

	if (!memory)
		bench_must(ENOMEM, "malloc");
	memset(memory, 'x', DRAIN_BYTES + DRAIN_BLOCK);
	bench_must(posix_trace_eventid_open("bench", &id), "eventid_open");
	/* Each measurement follows each other one equally often. */
	for (int i = 0; i < 3 * DRAIN_TIMES; i++) {
		int seq = i / 3;

		switch ((i + seq) % 3) {
		case 0: hot[seq] = write_raw(path, data, 0); break;
		case 1: cold[seq] = write_raw(path, memory, DRAIN_BLOCK); break;
		case 2: ours[seq] = drain_once(path, id); break;
		}
	}
	printf("store/drain/write %.9g\n",
	       bench_quantile(hot, DRAIN_TIMES, 0.75));
	printf("store/drain/write-memory %.9g\n",
	       bench_quantile(cold, DRAIN_TIMES, 0.75));
	printf("store/drain %.9g\n", bench_quantile(ours, DRAIN_TIMES, 0.75));
	free(memory);
}

static int open_old(const char *path)
{
	int fd = open(path, O_RDONLY);

	if (fd < 0)
		bench_must(errno, path);
	return fd;
}

int main(int argc, char **argv)
{
	const char *name = argc > 2 ? argv[1] : "";
	struct posix_trace_event_info info;
	double seconds, events, start;
	trace_id_t trid;
	char payload[1024];
	size_t len;
	int none;

	if (bench_is(name, "write")) {
		write_log(name, argv[2], bench_number(name));
	} else if (bench_is(name, "many")) {
		write_many(argv[2], bench_number(name));
	} else if (strcmp(name, "drain") == 0) {
		drain(argv[2]);
	} else if (strcmp(name, "read") == 0) {
		events = read_all(open_old(argv[2]), &seconds);
		printf("store/read %.9g\n", events / seconds / 1e6);
	} else if (strcmp(name, "open") == 0) {
		start = bench_now();
		bench_must(posix_trace_open(open_old(argv[2]), &trid), "open");
		bench_must(posix_trace_getnext_event(trid, &info, payload,
				sizeof(payload), &len, &none), "getnext");
		printf("store/open %.9g\n", (bench_now() - start) / 1e6);
		posix_trace_close(trid);
	} else {
		fputs("usage: store CASE FILE, see the source\n", stderr);
		return 2;
	}
	return 0;
}
