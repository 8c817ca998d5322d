/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The time and memory that controlling a stream takes.
 *
 *   control life      create and start, stop, shutdown; microseconds
 *   control attach    from create for a running process to its first event
 *   control wake      from an event to the return of a getnext that slept
 *   control memory    the memory added by 1000 threads with an event each, MiB;
 *                     and by a stream and the first event of one thread
 *   control start A B how much longer starting program B takes than A; also
 *                     with names that begin with `start`
 *   control kept      threads with three events of 32 bytes, one after the
 *                     other: how many 1 MiB (LOOP) keeps in the end, and the
 *                     memory used, MiB
 *   control short     threads with one event each: microseconds per thread,
 *                     and without tracing
 */
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <trace.h>
#include <unistd.h>

#include "bench.h"

enum { TIMES = 50, THREADS = 1000, EACH = 3 };

static trace_event_id_t id;
static trace_id_t trid;

static void create(pid_t pid)
{
	bench_must(posix_trace_create(pid, NULL, &trid), "create");
	bench_must(posix_trace_start(trid), "start");
}

static void print_median(const char *name, double *ns)
{
	printf("control/%s %.9g\n", name, bench_quantile(ns, TIMES, 0.5) / 1e3);
}

static void life(void)
{
	double start[TIMES], stop[TIMES], shut[TIMES];

	for (int i = 0; i < TIMES; i++) {
		double t0 = bench_now(), t1, t2;

		create(0);
		t1 = bench_now();
		for (int j = 0; j < 1000; j++)
			posix_trace_event(id, &j, sizeof(j));
		t2 = bench_now();
		posix_trace_stop(trid);
		start[i] = t1 - t0;
		stop[i] = bench_now() - t2;
		t2 = bench_now();
		posix_trace_shutdown(trid);
		shut[i] = bench_now() - t2;
	}
	print_median("create+start", start);
	print_median("stop", stop);
	print_median("shutdown", shut);
}

/* Wait for an event of a type, and return the time at which it was
 * available. */
static double wait_for(trace_event_id_t type)
{
	struct posix_trace_event_info info;
	char data[256];
	size_t len;
	int none;

	do
		bench_must(posix_trace_getnext_event(trid, &info, data,
				sizeof(data), &len, &none), "getnext");
	while (info.posix_event_id != type);
	return bench_now();
}

static void attach(void)
{
	double ns[TIMES];
	pid_t child = fork();

	if (child == 0) {
		bench_must(posix_trace_eventid_open("bench", &id), "open");
		for (;;)
			posix_trace_event(id, NULL, 0);
	}
	usleep(100000);
	for (int i = 0; i < TIMES; i++) {
		double start = bench_now();
		trace_event_id_t type;

		create(child);
		bench_must(posix_trace_trid_eventid_open(trid, "bench", &type),
			   "trid_eventid_open");
		ns[i] = wait_for(type) - start;
		posix_trace_shutdown(trid);
	}
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	print_median("attach", ns);
}

static volatile double fired;

static void *fire_late(void *arg)
{
	usleep(3000);
	fired = bench_now();
	posix_trace_event(id, NULL, 0);
	return arg;
}

static void wake(void)
{
	double ns[TIMES];
	pthread_t thread;

	create(0);
	for (int i = 0; i < TIMES; i++) {
		bench_must(pthread_create(&thread, NULL, fire_late, NULL),
			   "pthread_create");
		ns[i] = wait_for(id);
		pthread_join(thread, NULL);
		ns[i] -= fired;
	}
	print_median("wake", ns);
}

static double resident(void)
{
	char line[256];
	double kib = 0;
	FILE *f = fopen("/proc/self/smaps_rollup", "r");

	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "Rss: %lf", &kib) == 1)
			break;
	if (f)
		fclose(f);
	return kib / 1024;
}

static pthread_barrier_t barrier;

static void *fire_once(void *arg)
{
	pthread_barrier_wait(&barrier);
	if (arg)
		posix_trace_event(id, &arg, sizeof(arg));
	pthread_barrier_wait(&barrier);
	pthread_barrier_wait(&barrier);
	return NULL;
}

/* The memory used with this many threads waiting, after one event of each or
 * none. */
static double with_threads(void *arg)
{
	static pthread_t threads[THREADS];
	pthread_attr_t attr;
	double mib;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 64 << 10);
	pthread_barrier_init(&barrier, NULL, THREADS + 1);
	for (int i = 0; i < THREADS; i++)
		bench_must(pthread_create(&threads[i], &attr, fire_once, arg),
			   "pthread_create");
	pthread_barrier_wait(&barrier);
	pthread_barrier_wait(&barrier);
	mib = resident();
	pthread_barrier_wait(&barrier);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return mib;
}

static void one_event(unsigned n)
{
	while (n--)
		posix_trace_event(id, NULL, 0);
}

static void memory(void)
{
	double without, before = resident();

	create(0);
	one_event(1);
	printf("control/memory/one %.9g\n", resident() - before);
	posix_trace_shutdown(trid);
	without = with_threads(NULL);
	create(0);
	printf("control/memory %.9g\n", with_threads(&id) - without);
}

/* Start a program and wait for its end; microseconds. */
static double start_of(char *path)
{
	char *argv[] = { path, NULL };
	double start = bench_now();
	pid_t child;

	bench_must(posix_spawn(&child, path, NULL, NULL, argv, environ), path);
	waitpid(child, NULL, 0);
	return (bench_now() - start) / 1e3;
}

static void start_up(const char *name, char *bare, char *linked)
{
	double us[2][TIMES * 4];

	for (int i = 0; i < TIMES * 4; i++) {
		us[0][i] = start_of(bare);
		us[1][i] = start_of(linked);
	}
	printf("control/%s %.9g\n", name,
	       bench_quantile(us[1], TIMES * 4, 0.25) -
	       bench_quantile(us[0], TIMES * 4, 0.25));
}

static void *three_events(void *arg)
{
	const unsigned data[8] = { *(unsigned *)arg };

	for (int i = 0; i < EACH; i++)
		posix_trace_event(id, data, sizeof(data));
	return NULL;
}

/* The number of threads that have all their events in the stream. */
static unsigned count_whole(void)
{
	struct posix_trace_event_info info;
	unsigned data[8], last = 0, events = 0, whole = 0;
	int unavailable;
	size_t len;

	for (;;) {
		bench_must(posix_trace_trygetnext_event(trid, &info, data,
							sizeof(data), &len,
							&unavailable), "read");
		if (unavailable)
			return whole;
		if (info.posix_event_id != id)
			continue;
		events = data[0] == last ? events + 1 : 1;
		last = data[0];
		whole += events == EACH;
	}
}

static void kept(void)
{
	double before = resident();
	pthread_t thread;

	create(0);
	for (unsigned i = 1; i <= 20 * THREADS; i++) {
		bench_must(pthread_create(&thread, NULL, three_events, &i),
			   "thread");
		pthread_join(thread, NULL);
	}
	before = resident() - before;
	printf("control/kept %u\n", count_whole());
	printf("control/kept/memory %.9g\n", before);
}

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "";

	bench_must(posix_trace_eventid_open("bench", &id), "eventid_open");
	if (strcmp(name, "life") == 0) {
		life();
	} else if (strcmp(name, "attach") == 0) {
		attach();
	} else if (strcmp(name, "wake") == 0) {
		wake();
	} else if (strcmp(name, "memory") == 0) {
		memory();
	} else if (strcmp(name, "kept") == 0) {
		kept();
	} else if (strcmp(name, "short") == 0) {
		printf("control/short/off %.9g\n", bench_short(one_event));
		create(0);
		printf("control/short/on %.9g\n", bench_short(one_event));
	} else if (strncmp(name, "start", 5) == 0 && argc > 3) {
		start_up(name, argv[2], argv[3]);
	} else {
		fputs("usage: control CASE, see the source\n", stderr);
		return 2;
	}
	return 0;
}
