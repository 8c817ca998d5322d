/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Threads that trace, come and go, while the stream is read or flushed: for
 * helgrind, which is to find nothing in us (base/helgrind.h).
 */
#include <posixtrace.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, EVENTS = 1000, GENERATIONS = 4 };

static trace_event_id_t type;

static void check(int err)
{
	if (err) {
		fprintf(stderr, "error %d\n", err);
		exit(1);
	}
}

static void *record(void *arg)
{
	for (int i = 0; i < EVENTS; i++) {
		posix_trace_event(type, &i, sizeof(i));
		POSIXTRACE_BEGIN("point")
			POSIXTRACE_U32("number", (uint32_t)i)
		POSIXTRACE_END;
	}
	return arg;
}

static void *have_it_recorded(void *arg)
{
	for (int i = 0; i < GENERATIONS; i++) {
		pthread_t thread;

		check(pthread_create(&thread, NULL, record, NULL));
		pthread_join(thread, NULL);
	}
	return arg;
}

static void start(pthread_t threads[THREADS])
{
	for (int i = 0; i < THREADS; i++)
		check(pthread_create(&threads[i], NULL, i % 2 ? record :
				     have_it_recorded, NULL));
}

static void join(const pthread_t threads[THREADS])
{
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
}

static void read_some(trace_id_t trid)
{
	struct posix_trace_event_info info;
	int data, unavailable;
	size_t len;

	for (int i = 0; i < EVENTS; i++)
		check(posix_trace_trygetnext_event(trid, &info, &data,
						   sizeof(data), &len,
						   &unavailable));
}

static void trace(int log)
{
	pthread_t threads[THREADS];
	trace_attr_t attr;
	trace_id_t trid;

	check(posix_trace_attr_init(&attr));
	check(log < 0 ? posix_trace_create(0, &attr, &trid) :
	      posix_trace_create_withlog(0, &attr, log, &trid));
	check(posix_trace_start(trid));
	start(threads);
	if (log < 0)
		read_some(trid);
	else
		check(posix_trace_flush(trid));
	join(threads);
	check(posix_trace_shutdown(trid));
}

int main(void)
{
	FILE *file = tmpfile();

	if (!file)
		return 77;
	check(posix_trace_eventid_open("event", &type));
	trace(-1);
	trace(fileno(file));
	return 0;
}
