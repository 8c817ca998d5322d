/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The cost of a trace point.
 *
 *   point off            no stream traces the process; the call
 *   point inline-off     the same, inline in <trace.h>
 *   point args-off       the macros of <posixtrace.h>, not traced
 *   point loop-N         N bytes into a LOOP stream of 256 KiB
 *   point big-N          the same, of 64 MiB
 *   point clock-N        the same, 256 KiB, with the kernel's clock
 *   point log-N          into a stream that is flushed to a log
 *   point args-N         N 64-bit numbers as arguments, 1 or 2
 *   point string-N       a string argument of N bytes with its NUL
 *   point streamsS-N     into S streams at once
 *   point half-N         every second event is filtered out
 *   point filtered       all events are filtered out
 *   point stopped-N      the stream is stopped
 *   point dropped-N      the stream is full (UNTIL_FULL)
 *   point bigdropped-N   the same, of 64 MiB
 *   point foreign-N      into a stream that another process controls
 *   point all-N          into one for all processes, controlled by another one
 *   point threadsT-N     by T threads at once; log-threadsT-N into a log,
 *                        streamsS-threadsT-N into S streams
 *   point second-N       by a thread that is not the stream's first
 *   point first-N        by the first, when another has been quiet for a while
 *   point handlers-N     a signal handler traces; its signal is not counted
 *   point first          the first event of a new thread, microseconds
 */
#include <fcntl.h>
#include <posixtrace.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "no-counter.h"
#include "point-call.h"

enum { SMALL = 256 << 10, MIDDLE = 16 << 20, BIG = 64 << 20 };

static trace_event_id_t id, other;
static unsigned size;
static char data[1024];

static void fire(unsigned n)
{
	const trace_event_id_t type = id;
	const size_t len = size;

	while (n--)
		posix_trace_event(type, data, len);
}

static void fire_inline(unsigned n)
{
	const trace_event_id_t type = id;
	const size_t len = size;

	for (n /= 8; n--;)
		BENCH_EIGHT(posix_trace_event(type, data, len));
}

static void call(unsigned n)
{
	fire_by_call(id, data, size, n);
}

static void fire_number(unsigned n)
{
	while (n--) {
		POSIXTRACE_BEGIN("bench-number")
			POSIXTRACE_U64(a, n)
		POSIXTRACE_END;
	}
}

static void fire_numbers(unsigned n)
{
	const uint64_t b = size;

	while (n--) {
		POSIXTRACE_BEGIN("bench-numbers")
			POSIXTRACE_U64(a, n)
			POSIXTRACE_U64(b, b)
		POSIXTRACE_END;
	}
}

static void fire_string(unsigned n)
{
	while (n--) {
		POSIXTRACE_BEGIN("bench-string")
			POSIXTRACE_STRING(a, data)
		POSIXTRACE_END;
	}
}

static void fire_both(unsigned n)
{
	const trace_event_id_t type = id, type2 = other;
	const size_t len = size;

	for (n /= 2; n--;) {
		posix_trace_event(type, data, len);
		posix_trace_event(type2, data, len);
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

static trace_id_t logged(void)
{
	char path[] = "/tmp/bench-point-XXXXXX";
	int fd = mkstemp(path);

	if (fd < 0) {
		perror(path);
		exit(1);
	}
	unlink(path);
	return create(0, POSIX_TRACE_FLUSH, MIDDLE, fd);
}

/* The percentage of events for which a log's stream had no room. */
static void print_lost(const char *name, trace_id_t trid)
{
	struct posixtrace_usage usage;

	bench_must(posixtrace_get_usage(trid, &usage), "get_usage");
	printf("point/%s/lost %.9g\n", name, 100 * (double)usage.lost /
	       (double)(usage.events + usage.lost));
}

/* Fill the streams once, so that the first use of memory is not measured.  Not
 * for a stream that is to be full. */
static void fill(size_t bytes)
{
	fire((unsigned)(bytes / 4 * 5 / (16 + size)));
}

/* The child traces into the parent's stream. */
static void foreign(const char *name, int everyone)
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
	create(everyone ? POSIX_TRACE_ALLPROC : child, POSIX_TRACE_LOOP, SMALL,
	       -1);
	if (write(go[1], &byte, 1) != 1)
		exit(1);
	waitpid(child, NULL, 0);
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

	loop(SMALL);
	for (int i = 0; i < TIMES; i++) {
		double idle;

		signal(SIGUSR1, on_signal_idle);
		idle = bench_call(raise_it);
		signal(SIGUSR1, on_signal);
		ns[i] = bench_call(raise_it) - idle;
	}
	printf("point/%s %.9g\n", name, bench_quantile(ns, TIMES, 0.5));
}

/* Each thread has the room that a single thread would have, up to 16 MiB in
 * all. */
static int threads(const char *name, unsigned count, trace_id_t trid)
{
	double all;

	if (count == 0)
		return 2;
	printf("point/%s %.9g\n", name, bench_call_threads(fire, count, &all));
	printf("point/%s/total %.9g\n", name, all);
	if (bench_is(name, "log"))
		print_lost(name, trid);
	return 0;
}

static size_t room_for(unsigned count)
{
	return count < MIDDLE / SMALL ? (size_t)count * SMALL : MIDDLE;
}

static void *fire_once(void *arg)
{
	fire(1);
	return arg;
}

static void fire_elsewhere(void)
{
	pthread_t thread;

	bench_must(pthread_create(&thread, NULL, fire_once, NULL),
		   "pthread_create");
	pthread_join(thread, NULL);
}

/* Two threads, one of which is measured. */
static int of_two(const char *name)
{
	loop(SMALL);
	fire(1);
	if (bench_is(name, "second"))
		return threads(name, 1, 0);
	fire_elsewhere();
	usleep(10000);
	printf("point/%s %.9g\n", name, bench_call(fire));
	return 0;
}

static void streams(unsigned n, unsigned count)
{
	while (n-- > 0)
		loop(room_for(count));
}

static int run_threads(const char *name)
{
	unsigned count = 0, n = 0;

	if (sscanf(name, "threads%u-", &count) == 1)
		return threads(name, count, loop(room_for(count)));
	if (sscanf(name, "log-threads%u-", &count) == 1)
		return threads(name, count, logged());
	if (sscanf(name, "streams%u-threads%u-", &n, &count) == 2) {
		streams(n, count);
		return threads(name, count, 0);
	}
	return 2;
}

static int run(const char *name)
{
	void (*what)(unsigned n) = fire;
	trace_id_t trid = 0;
	unsigned n;

	if (bench_is(name, "loop")) {
		loop(SMALL);
	} else if (bench_is(name, "big")) {
		loop(BIG);
		fill(BIG);
	} else if (bench_is(name, "clock")) {
		hide_counter();
		loop(SMALL);
		if (!counter_was_hidden()) {
			fputs("point: the library did not ask whether it may "
			      "use the counter\n", stderr);
			return 1;
		}
	} else if (bench_is(name, "log")) {
		trid = logged();
	} else if (strcmp(name, "args-off") == 0) {
		what = fire_numbers;
	} else if (bench_is(name, "args")) {
		loop(SMALL);
		what = size == 1 ? fire_number : fire_numbers;
	} else if (bench_is(name, "string") && size > 0) {
		loop(SMALL);
		data[size - 1] = '\0';
		what = fire_string;
	} else if (sscanf(name, "streams%u-", &n) == 1) {
		streams(n, 1);
	} else if (bench_is(name, "half")) {
		filter(loop(SMALL), other);
		what = fire_both;
	} else if (strcmp(name, "filtered") == 0) {
		filter(loop(SMALL), id);
	} else if (bench_is(name, "stopped")) {
		trace_id_t stopped = loop(SMALL);

		fire(1);
		bench_must(posix_trace_stop(stopped), "stop");
	} else if (bench_is(name, "dropped")) {
		create(0, POSIX_TRACE_UNTIL_FULL, SMALL, -1);
		fill(SMALL);
	} else if (bench_is(name, "bigdropped")) {
		create(0, POSIX_TRACE_UNTIL_FULL, BIG, -1);
		fill(BIG);
	} else if (strcmp(name, "off") == 0) {
		what = call;
	} else if (strcmp(name, "inline-off") == 0) {
		what = fire_inline;
	} else {
		return 2;
	}
	printf("point/%s %.9g\n", name, bench_call(what));
	if (trid)
		print_lost(name, trid);
	return 0;
}

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "";
	int status = 0;

	memset(data, 'x', sizeof(data));
	size = strchr(name, '-') ? bench_number(name) : 16;
	if (size > sizeof(data))
		return 2;
	bench_must(posix_trace_eventid_open("bench", &id), "eventid_open");
	bench_must(posix_trace_eventid_open("other", &other), "eventid_open");
	if (bench_is(name, "foreign")) {
		foreign(name, 0);
	} else if (bench_is(name, "all")) {
		foreign(name, 1);
	} else if (bench_is(name, "handlers")) {
		handlers(name);
	} else if (strcmp(name, "first") == 0) {
		loop(1 << 20);
		printf("point/first %.9g\n", bench_first(fire));
	} else if (bench_is(name, "first") || bench_is(name, "second")) {
		status = of_two(name);
	} else if (strstr(name, "threads")) {
		status = run_threads(name);
	} else {
		status = run(name);
	}
	if (status == 2)
		fputs("usage: point CASE, see the source\n", stderr);
	return status;
}
