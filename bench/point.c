/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What a trace point costs.
 *
 *   point off            no stream traces the process; the call
 *   point inline-off     the same as <trace.h> has it
 *   point loop-N         N bytes into a LOOP stream of 256 KiB
 *   point big-N          the same, of 64 MiB
 *   point log-N          into a stream that is flushed to a log
 *   point streams3-N     into three streams at once
 *   point half-N         every second event is filtered out
 *   point filtered       all are filtered out
 *   point dropped-N      the stream is full (UNTIL_FULL)
 *   point foreign-N      into a stream that another process controls
 *   point threadsT-N     by T threads at once
 *   point handlers-N     a signal handler traces; its signal is not counted
 *   point first          the first event of a new thread, microseconds
 */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <trace.h>
#include <unistd.h>

#include "bench.h"
#include "point-call.h"

static trace_event_id_t id, other;
static unsigned size;
static char data[1024];

static void fire(unsigned n)
{
	while (n--)
		posix_trace_event(id, data, size);
}

static void call(unsigned n)
{
	fire_by_call(id, data, size, n);
}

static void fire_both(unsigned n)
{
	for (n /= 2; n--;) {
		posix_trace_event(id, data, size);
		posix_trace_event(other, data, size);
	}
}

static trace_id_t create(pid_t pid, int policy, size_t bytes, int fd)
{
	trace_attr_t attr;
	trace_id_t trid;

	posix_trace_attr_init(&attr);
	posix_trace_attr_setstreamsize(&attr, bytes);
	posix_trace_attr_setmaxdatasize(&attr, sizeof(data));
	posix_trace_attr_setstreamfullpolicy(&attr, policy);
	if (fd < 0) {
		bench_must(posix_trace_create(pid, &attr, &trid), "create");
	} else {
		posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_LOOP);
		posix_trace_attr_setlogsize(&attr, 64 << 20);
		bench_must(posix_trace_create_withlog(pid, &attr, fd, &trid),
			   "create_withlog");
	}
	posix_trace_attr_destroy(&attr);
	bench_must(posix_trace_start(trid), "start");
	return trid;
}

static trace_id_t loop(size_t bytes)
{
	return create(0, POSIX_TRACE_LOOP, bytes, -1);
}

static void filter(trace_id_t trid, trace_event_id_t event)
{
	trace_event_set_t set;

	posix_trace_eventset_empty(&set);
	posix_trace_eventset_add(event, &set);
	bench_must(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET),
		   "set_filter");
}

static int log_file(void)
{
	char path[] = "/tmp/bench-point-XXXXXX";
	int fd = mkstemp(path);

	if (fd < 0) {
		perror(path);
		exit(1);
	}
	unlink(path);
	return fd;
}

/* The child traces, into the parent's stream. */
static void foreign(const char *name)
{
	int go[2];
	char byte = 0;
	pid_t child;

	if (pipe(go) != 0) {
		perror("pipe");
		exit(1);
	}
	child = fork();
	if (child == 0) {
		close(go[1]);
		if (read(go[0], &byte, 1) != 1)
			_exit(1);
		bench_must(posix_trace_eventid_open("bench", &id), "open");
		printf("point/%s %.9g\n", name, bench_call(fire));
		fflush(stdout);
		_exit(0);
	}
	create(child, POSIX_TRACE_LOOP, 256 << 10, -1);
	if (write(go[1], &byte, 1) != 1)
		exit(1);
	waitpid(child, NULL, 0);
}

static void *first_event(void *arg)
{
	double *ns = arg, start = bench_now();

	posix_trace_event(id, data, 16);
	*ns = bench_now() - start;
	return NULL;
}

static void first(const char *name)
{
	enum { THREADS = 400 };
	double ns[THREADS];
	pthread_t thread;

	loop(1 << 20);
	for (int i = 0; i < THREADS; i++) {
		bench_must(pthread_create(&thread, NULL, first_event, &ns[i]),
			   "pthread_create");
		pthread_join(thread, NULL);
	}
	printf("point/%s %.9g\n", name,
	       bench_quantile(ns, THREADS, 0.5) / 1e3);
}

static void on_signal(int sig)
{
	(void)sig;
	posix_trace_event(id, data, size);
}

static void on_signal_idle(int sig)
{
	(void)sig;
}

static void raise_it(unsigned n)
{
	while (n--)
		raise(SIGUSR1);
}

static void handlers(const char *name)
{
	enum { TIMES = 9 };
	double ns[TIMES];

	loop(256 << 10);
	for (int i = 0; i < TIMES; i++) {
		double idle;

		signal(SIGUSR1, on_signal_idle);
		idle = bench_call(raise_it);
		signal(SIGUSR1, on_signal);
		ns[i] = bench_call(raise_it) - idle;
	}
	printf("point/%s %.9g\n", name, bench_quantile(ns, TIMES, 0.5));
}

static int run(const char *name)
{
	unsigned threads = 1;
	double aggregate = 0;

	if (size == 0 && !strchr(name, '0'))
		size = 16;
	if (bench_is(name, "loop")) {
		loop(256 << 10);
	} else if (bench_is(name, "big")) {
		loop(64 << 20);
		/* Once around: memory that was never used is not asked here. */
		fire((80u << 20) / (16 + size));
	} else if (bench_is(name, "log")) {
		create(0, POSIX_TRACE_FLUSH, 16 << 20, log_file());
	} else if (bench_is(name, "streams3")) {
		for (int i = 0; i < 3; i++)
			loop(256 << 10);
	} else if (bench_is(name, "half")) {
		filter(loop(256 << 10), other);
		printf("point/%s %.9g\n", name, bench_call(fire_both));
		return 0;
	} else if (strcmp(name, "filtered") == 0) {
		filter(loop(256 << 10), id);
	} else if (bench_is(name, "dropped")) {
		create(0, POSIX_TRACE_UNTIL_FULL, 256 << 10, -1);
	} else if (bench_is(name, "threads") ||
		   sscanf(name, "threads%u-", &threads) == 1) {
		loop((size_t)16 << 20);
		printf("point/%s %.9g\n", name,
		       bench_call_threads(fire, threads, &aggregate));
		printf("point/%s/total %.9g\n", name, aggregate);
		return 0;
	} else if (strcmp(name, "off") == 0) {
		printf("point/%s %.9g\n", name, bench_call(call));
		return 0;
	} else if (strcmp(name, "inline-off") != 0) {
		return 2;
	}
	printf("point/%s %.9g\n", name, bench_call(fire));
	return 0;
}

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "";
	int status = 0;

	memset(data, 'x', sizeof(data));
	size = bench_number(name);
	if (size > sizeof(data))
		return 2;
	bench_must(posix_trace_eventid_open("bench", &id), "eventid_open");
	bench_must(posix_trace_eventid_open("other", &other), "eventid_open");
	if (bench_is(name, "foreign"))
		foreign(name);
	else if (bench_is(name, "handlers"))
		handlers(name);
	else if (strcmp(name, "first") == 0)
		first(name);
	else
		status = run(name);
	if (status == 2)
		fputs("usage: point CASE, see the source\n", stderr);
	return status;
}
