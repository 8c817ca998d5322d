/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Timing of calls in short batches; see bench.h. */
#include "bench.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A batch takes some 50 us, so few are interrupted; all together take 40 ms, or
 * 10 ms if $BENCH_QUICK is set. */
#define BATCH_NS 50e3
enum {
	BATCHES = 800,
	THREADS_MAX = 1024, THREAD_BATCH = 2000,
	FIRSTS = 400, SHORT = 1000,
};

double bench_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double bench_quantile(double *values, size_t n, double q)
{
	qsort(values, n, sizeof(*values), compare);
	return values[(size_t)(q * (double)(n - 1))];
}

/* Find the number of calls of a batch, which also warms up the caches. */
static unsigned batch_size(void (*run)(unsigned n))
{
	unsigned n = 16;
	double took;

	for (;;) {
		double start = bench_now();

		run(n);
		took = bench_now() - start;
		if (took >= BATCH_NS || n >= 1u << 24)
			return n;
		n *= 2;
	}
}

static void nothing(void)
{
}

static double batches(void (*run)(unsigned n), unsigned n, unsigned count,
		      void (*between)(void))
{
	double ns[BATCHES];

	for (unsigned i = 0; i < count; i++) {
		double start = bench_now();

		run(n);
		ns[i] = (bench_now() - start) / n;
		between();
	}
	return bench_quantile(ns, count, 0.25);
}

double bench_call(void (*run)(unsigned n))
{
	return bench_call_between(run, nothing);
}

double bench_call_between(void (*run)(unsigned n), void (*between)(void))
{
	unsigned n = batch_size(run);

	between();
	return batches(run, n, getenv("BENCH_QUICK") ? BATCHES / 4 : BATCHES,
		       between);
}

struct worker {
	pthread_t thread;
	void (*run)(unsigned n);
	pthread_barrier_t *barrier;
	unsigned n, count;
	double ns, start, end;
};

static void *work(void *arg)
{
	struct worker *w = arg;

	/* Warm up. */
	w->run(w->n);
	pthread_barrier_wait(w->barrier);
	w->start = bench_now();
	w->ns = batches(w->run, w->n, w->count, nothing);
	w->end = bench_now();
	return NULL;
}

double bench_call_threads(void (*run)(unsigned n), unsigned threads,
			  double *per_second)
{
	static struct worker workers[THREADS_MAX];
	static double ns[THREADS_MAX];
	double start = 1e300, end = 0;
	pthread_barrier_t barrier;
	unsigned count;

	if (threads > THREADS_MAX)
		threads = THREADS_MAX;
	count = threads > 8 ? BATCHES * 8 / threads : BATCHES;
	if (count < 4)
		count = 4;
	pthread_barrier_init(&barrier, NULL, threads);
	for (unsigned i = 0; i < threads; i++) {
		workers[i] = (struct worker){ .run = run, .barrier = &barrier,
			.n = THREAD_BATCH, .count = count };
		bench_must(pthread_create(&workers[i].thread, NULL, work,
					  &workers[i]), "pthread_create");
	}
	for (unsigned i = 0; i < threads; i++) {
		pthread_join(workers[i].thread, NULL);
		ns[i] = workers[i].ns;
		start = workers[i].start < start ? workers[i].start : start;
		end = workers[i].end > end ? workers[i].end : end;
	}
	*per_second = 1e3 * THREAD_BATCH * count * threads / (end - start);
	pthread_barrier_destroy(&barrier);
	return bench_quantile(ns, threads, 0.5);
}

struct life {
	void (*one)(unsigned n);
	double ns;
};

static void *live(void *arg)
{
	struct life *life = arg;
	double start = bench_now();

	life->one(1);
	life->ns = bench_now() - start;
	return NULL;
}

static void live_once(struct life *life)
{
	pthread_t thread;

	bench_must(pthread_create(&thread, NULL, live, life),
		   "pthread_create");
	pthread_join(thread, NULL);
}

double bench_first(void (*one)(unsigned n))
{
	struct life life = { one, 0 };
	double ns[FIRSTS];

	for (int i = 0; i < FIRSTS; i++) {
		live_once(&life);
		ns[i] = life.ns;
	}
	return bench_quantile(ns, FIRSTS, 0.5) / 1e3;
}

double bench_short(void (*one)(unsigned n))
{
	struct life life = { one, 0 };
	double start = bench_now();

	for (int i = 0; i < SHORT; i++)
		live_once(&life);
	return (bench_now() - start) / SHORT / 1e3;
}

void bench_must(int err, const char *what)
{
	if (err == 0)
		return;
	fprintf(stderr, "%s: %s\n", what, strerror(err));
	exit(1);
}

unsigned bench_number(const char *name)
{
	const char *at = strrchr(name, '-');

	return at ? (unsigned)strtoul(at + 1, NULL, 10) : 0;
}

int bench_is(const char *name, const char *word)
{
	size_t len = strlen(word);

	return strncmp(name, word, len) == 0 && name[len] == '-';
}
