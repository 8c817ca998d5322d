/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A flight recorder: the program always traces itself into a small stream that
 * keeps the newest events.  The events are read only when an error occurs; then
 * they show what happened just before it.
 *
 *	flight_recorder [ITERATIONS [LATE]]
 *
 * In this example, a loop must finish an iteration every 2 milliseconds.
 * Iteration LATE (default: the middle one; 0: none) takes much too long in one of
 * its three steps, and the recording shows in which.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <trace.h>

enum {
	PERIOD_NS = 2000000,
	STREAM_SIZE = 8192,
	LAST = 10,		/* number of events shown */
};

static trace_event_id_t cycle_begin, read_input, compute, write_output;

static void check(int error, const char *what)
{
	if (error != 0) {
		fprintf(stderr, "flight_recorder: %s: %s\n", what,
			strerror(error));
		exit(EXIT_FAILURE);
	}
}

static trace_event_id_t event_type(const char *name)
{
	trace_event_id_t id;

	check(posix_trace_eventid_open(name, &id), name);
	return id;
}

static trace_id_t start_recorder(void)
{
	trace_attr_t attr;
	trace_id_t trid;

	check(posix_trace_attr_init(&attr), "posix_trace_attr_init");
	check(posix_trace_attr_setname(&attr, "flight"), "name");
	check(posix_trace_attr_setstreamsize(&attr, STREAM_SIZE), "size");
	check(posix_trace_attr_setmaxdatasize(&attr, sizeof(long)), "data");
	/* If the stream is full, new events replace the oldest ones. */
	check(posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_LOOP),
	      "policy");
	check(posix_trace_create(0, &attr, &trid), "posix_trace_create");
	check(posix_trace_attr_destroy(&attr), "posix_trace_attr_destroy");
	check(posix_trace_start(trid), "posix_trace_start");
	return trid;
}

/* An event that is kept until it is known whether it is shown. */
struct entry {
	struct posix_trace_event_info info;
	long iteration;
};

static double milliseconds(const struct timespec *to,
			   const struct timespec *from)
{
	return (double)(to->tv_sec - from->tv_sec) * 1e3 +
	       (double)(to->tv_nsec - from->tv_nsec) / 1e6;
}

/* Times are shown relative to the last event, which is just before the delay
 * was noticed. */
static void print_entries(trace_id_t trid, const struct entry *entries,
			  unsigned long count)
{
	unsigned long first = count > LAST ? count - LAST : 0;
	const struct entry *newest = &entries[(count - 1) % LAST];
	char name[TRACE_EVENT_NAME_MAX + 1];

	printf("%lu events recorded, the last %lu are:\n", count,
	       count - first);
	for (; first < count; first++) {
		const struct entry *entry = &entries[first % LAST];

		check(posix_trace_eventid_get_name(trid,
				entry->info.posix_event_id, name), "name");
		printf("%9.3f ms  %-20s %ld\n",
		       milliseconds(&entry->info.posix_timestamp,
				    &newest->info.posix_timestamp),
		       name, entry->iteration);
	}
}

/*
 * Read the recording.  The stream is stopped meanwhile, so that reading comes
 * to an end.  Events that were read are removed from it.
 */
static void dump(trace_id_t trid)
{
	struct entry entries[LAST];
	unsigned long count = 0;
	int unavailable;
	size_t len;

	check(posix_trace_stop(trid), "posix_trace_stop");
	for (;;) {
		struct entry *entry = &entries[count % LAST];
		struct posix_trace_event_info info;
		long iteration;

		check(posix_trace_trygetnext_event(trid, &info, &iteration,
						   sizeof(iteration), &len,
						   &unavailable),
		      "posix_trace_trygetnext_event");
		if (unavailable)
			break;
		/* Events of the trace system, such as the STOP just now. */
		if (info.posix_event_id < POSIX_TRACE_UNNAMED_USEREVENT)
			continue;
		entry->info = info;
		entry->iteration = len == sizeof(iteration) ? iteration : 0;
		count++;
	}
	if (count != 0)
		print_entries(trid, entries, count);
	check(posix_trace_start(trid), "posix_trace_start");
}

static void sleep_until(const struct timespec *time)
{
	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, time,
			       NULL) != 0)
		continue;
}

static void add_ns(struct timespec *time, long ns)
{
	time->tv_nsec += ns;
	if (time->tv_nsec >= 1000000000) {
		time->tv_nsec -= 1000000000;
		time->tv_sec++;
	}
}

/* A computation without a purpose, which the compiler must not remove. */
static volatile double state;

/* One iteration, with a trace point for each step. */
static void work(long iteration, int too_slow)
{
	struct timespec slow = { 0, 5 * PERIOD_NS };

	posix_trace_event(read_input, &iteration, sizeof(iteration));
	posix_trace_event(compute, &iteration, sizeof(iteration));
	for (int i = 0; i < 1000; i++)
		state = state * 0.99 + (double)iteration;
	if (too_slow)
		nanosleep(&slow, NULL);
	posix_trace_event(write_output, &iteration, sizeof(iteration));
}

int main(int argc, char *argv[])
{
	long iterations = argc > 1 ? atol(argv[1]) : 500;
	long late = argc > 2 ? atol(argv[2]) : iterations / 2;
	struct timespec deadline, now;
	trace_id_t trid;
	int dumps = 0;

	if (argc > 3 || iterations <= 0 || late < 0) {
		fprintf(stderr, "usage: flight_recorder [ITERATIONS [LATE]]\n");
		return 2;
	}
	cycle_begin = event_type("flight:cycle_begin");
	read_input = event_type("flight:read_input");
	compute = event_type("flight:compute");
	write_output = event_type("flight:write_output");
	trid = start_recorder();

	clock_gettime(CLOCK_MONOTONIC, &deadline);
	for (long i = 1; i <= iterations; i++) {
		posix_trace_event(cycle_begin, &i, sizeof(i));
		work(i, i == late);

		add_ns(&deadline, PERIOD_NS);
		clock_gettime(CLOCK_MONOTONIC, &now);
		/* On most systems the scheduler causes small delays. */
		if (milliseconds(&now, &deadline) > 2 * PERIOD_NS / 1e6 &&
		    (i == late || dumps == 0)) {
			printf("iteration %ld is %.3f ms late\n", i,
			       milliseconds(&now, &deadline));
			dump(trid);
			dumps++;
			clock_gettime(CLOCK_MONOTONIC, &deadline);
		}
		sleep_until(&deadline);
	}
	printf("%ld iterations, %d recordings read\n", iterations, dumps);
	check(posix_trace_shutdown(trid), "posix_trace_shutdown");
	return EXIT_SUCCESS;
}
