/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Memory whose events were read, flushed or cleared can be used again, all of
 * it and at once (UF-4, FLUSH-3, CLEAR-4, GET-2).  So the guarantee of ASIZE-6
 * holds for the events recorded between two reads, for any number of reads.
 */
#include "hazard.h"

static trace_event_id_t type;

static void record(unsigned first, unsigned n)
{
	for (unsigned i = first; i < first + n; i++)
		posix_trace_event(type, &i, sizeof(i));
}

static void read_and_check(trace_id_t trid, unsigned first, unsigned n)
{
	for (unsigned i = first; i < first + n; i++) {
		struct hz_event e;

		CHECK(hz_get(trid, &e) && e.info.posix_event_id == type,
		      "event %u is of type %u", i, e.info.posix_event_id);
		CHECK(e.data.number == (int)i, "%d for %u", e.data.number, i);
	}
}

static void check_type_is(trace_id_t trid, trace_event_id_t id)
{
	struct hz_event e;

	CHECK(hz_try(trid, &e), "nothing, expected type %u", id);
	CHECK(e.info.posix_event_id == id, "type %u, expected %u",
	      e.info.posix_event_id, id);
}

static void check_runs(trace_id_t trid)
{
	struct posix_trace_status_info status;

	OK(posix_trace_get_status(trid, &status));
	CHECK(status.posix_stream_status == POSIX_TRACE_RUNNING, "suspended");
	CHECK(status.posix_stream_overrun_status == POSIX_TRACE_NO_OVERRUN,
	      "events were lost");
}

/* Record until the stream is full.  Returns how many user events it has. */
static unsigned fill(trace_id_t trid)
{
	struct posix_trace_status_info status;
	unsigned n = 0;

	do {
		record(n++, 1);
		OK(posix_trace_get_status(trid, &status));
	} while (status.posix_stream_full_status == POSIX_TRACE_NOT_FULL);
	return n - 1;
}

/* The reader reads in the middle of a long stream and never reaches its end. */
static void reader_behind_writer(void)
{
	struct hz_setup setup = { .policy = POSIX_TRACE_UNTIL_FULL,
				  .size = 1 << 20 };
	trace_id_t trid = hz_create(&setup);
	unsigned most = fill(trid), written, seen = 0;

	OK(posix_trace_shutdown(trid));
	trid = hz_create(&setup);
	check_type_is(trid, POSIX_TRACE_START);
	written = most * 9 / 10;
	record(0, written);
	for (unsigned seq = 0; seq < 20; seq++) {
		read_and_check(trid, seen, most / 2);
		seen += most / 2;
		record(written, most / 2 - most / 16);
		written += most / 2 - most / 16;
		check_runs(trid);
		/* Record as many events as were read beyond that. */
		record(written, most / 16);
		written += most / 16;
		check_runs(trid);
	}
	read_and_check(trid, seen, written - seen);
	OK(posix_trace_shutdown(trid));
}

/* UF-5: the stream runs again as soon as STOP was read, so it must have room
 * then. */
static void after_the_stop(void)
{
	struct hz_setup setup = { .policy = POSIX_TRACE_UNTIL_FULL,
				  .size = 1 };
	trace_id_t trid = hz_create(&setup);

	for (unsigned seq = 0; seq < 5; seq++) {
		unsigned n = fill(trid);

		CHECK(n > 0, "no room in round %u", seq);
		check_type_is(trid, POSIX_TRACE_START);
		read_and_check(trid, 0, n);
		check_type_is(trid, POSIX_TRACE_STOP);
	}
	record(7, 1);
	check_type_is(trid, POSIX_TRACE_START);
	read_and_check(trid, 7, 1);
	OK(posix_trace_shutdown(trid));
}

/* CLEAR-4: losses from before a clear are not reported in the log. */
static void cleared_losses(void)
{
	struct hz_setup setup = { .policy = POSIX_TRACE_LOOP, .size = 4096,
				  .log_policy = POSIX_TRACE_APPEND,
				  .fd = hz_file() };
	struct posix_trace_status_info status;
	trace_id_t trid = hz_create(&setup);
	struct posixtrace_usage usage;
	struct hz_event e;

	record(0, 10000);
	OK(posix_trace_get_status(trid, &status));
	CHECK(status.posix_stream_overrun_status == POSIX_TRACE_OVERRUN,
	      "nothing was lost");
	OK(posix_trace_stop(trid));
	OK(posix_trace_clear(trid));
	OK(posix_trace_start(trid));
	check_runs(trid);
	record(7, 1);
	OK(posix_trace_shutdown(trid));

	OK(posix_trace_open(setup.fd, &trid));
	OK(posix_trace_get_status(trid, &status));
	CHECK(status.posix_stream_overrun_status == POSIX_TRACE_NO_OVERRUN,
	      "OVERRUN");
	OK(posixtrace_get_usage(trid, &usage));
	CHECK(usage.lost == 0, "%llu lost", (unsigned long long)usage.lost);
	CHECK(hz_get(trid, &e) && e.info.posix_event_id == POSIX_TRACE_START,
	      "no START");
	read_and_check(trid, 7, 1);
	OK(posix_trace_close(trid));
	close(setup.fd);
}

/* The same if the controller is killed after the clear; later losses are
 * reported. */
static void cleared_and_killed(void)
{
	struct hz_setup setup = { .policy = POSIX_TRACE_UNTIL_FULL,
				  .size = 4096,
				  .log_policy = POSIX_TRACE_APPEND,
				  .fd = hz_file() };
	struct posixtrace_usage usage;
	uint64_t lost = 0;
	trace_id_t trid;
	int reported[2];
	pid_t pid;

	SYS(pipe(reported));
	pid = hz_fork();
	if (pid == 0) {
		trid = hz_create(&setup);
		record(0, 10000);
		OK(posix_trace_stop(trid));
		OK(posix_trace_clear(trid));
		OK(posix_trace_start(trid));
		record(0, 2000);
		OK(posixtrace_get_usage(trid, &usage));
		SYS(write(reported[1], &usage.lost, sizeof(usage.lost)));
		for (;;)
			pause();
	}
	SYS(read(reported[0], &lost, sizeof(lost)));
	CHECK(lost > 0 && lost < 2000, "%llu lost", (unsigned long long)lost);
	hz_kill(pid);
	OK(posix_trace_open(setup.fd, &trid));
	OK(posixtrace_get_usage(trid, &usage));
	CHECK(usage.lost == lost, "%llu lost, %llu reported",
	      (unsigned long long)lost, (unsigned long long)usage.lost);
	OK(posix_trace_close(trid));
	close(setup.fd);
}

/* Many threads record few events each between two reads. */

enum { THREADS = 48, ROUNDS = 2000, LITTLE = 7 };

static pthread_barrier_t begins, ends;
static atomic_bool is_over;

static void *record_a_little(void *arg)
{
	(void)arg;
	for (;;) {
		pthread_barrier_wait(&begins);
		if (atomic_load(&is_over))
			return NULL;
		record(0, LITTLE);
		pthread_barrier_wait(&ends);
	}
}

static void run_rounds(trace_id_t trid, unsigned rounds,
		       void (*look)(trace_id_t trid, unsigned round))
{
	pthread_t threads[THREADS];

	atomic_store(&is_over, false);
	pthread_barrier_init(&begins, NULL, THREADS + 1);
	pthread_barrier_init(&ends, NULL, THREADS + 1);
	for (unsigned i = 0; i < THREADS; i++)
		threads[i] = hz_thread(record_a_little, NULL);
	for (unsigned round = 0; round < rounds; round++) {
		pthread_barrier_wait(&begins);
		pthread_barrier_wait(&ends);
		check_runs(trid);
		look(trid, round);
	}
	atomic_store(&is_over, true);
	pthread_barrier_wait(&begins);
	for (unsigned i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	pthread_barrier_destroy(&begins);
	pthread_barrier_destroy(&ends);
}

/* The size that START and the events of one round need, by the attributes'
 * functions; with a log also the events of a flush. */
static size_t size_of_a_round(bool logged)
{
	size_t system, user;
	trace_attr_t attr;

	OK(posix_trace_attr_init(&attr));
	OK(posix_trace_attr_getmaxsystemeventsize(&attr, &system));
	OK(posix_trace_attr_getmaxusereventsize(&attr, sizeof(int), &user));
	OK(posix_trace_attr_destroy(&attr));
	return (logged ? 8 : 1) * system + user * THREADS * LITTLE;
}

static void read_round(trace_id_t trid, unsigned round)
{
	struct hz_event e;
	unsigned n = 0;

	while (hz_try(trid, &e)) {
		CHECK(e.info.posix_event_id == type ||
		      (round == 0 &&
		       e.info.posix_event_id == POSIX_TRACE_START),
		      "type %u in round %u", e.info.posix_event_id, round);
		n += e.info.posix_event_id == type;
	}
	CHECK(n == THREADS * LITTLE, "%u events in round %u", n, round);
}

static void clear_round(trace_id_t trid, unsigned round)
{
	struct hz_event e;

	if (round % 5 == 0) {
		read_round(trid, round);
	} else {
		OK(posix_trace_clear(trid));
		CHECK(!hz_try(trid, &e), "type %u after the clear",
		      e.info.posix_event_id);
	}
}

static void flush_round(trace_id_t trid, unsigned round)
{
	(void)round;
	OK(posix_trace_flush(trid));
}

static void try_live(int policy,
		     void (*look)(trace_id_t trid, unsigned round))
{
	struct hz_setup setup = { .policy = policy,
				  .size = size_of_a_round(false) };
	trace_id_t trid = hz_create(&setup);

	run_rounds(trid, ROUNDS / HZ_SLOW, look);
	OK(posix_trace_shutdown(trid));
}

static void try_logged(int policy)
{
	struct hz_setup setup = { .policy = policy,
				  .log_policy = POSIX_TRACE_APPEND,
				  .size = size_of_a_round(true),
				  .fd = hz_file() };
	unsigned rounds = ROUNDS / 4 / HZ_SLOW, n = 0;
	trace_id_t trid = hz_create(&setup);
	struct hz_event e;

	run_rounds(trid, rounds, flush_round);
	OK(posix_trace_shutdown(trid));
	OK(posix_trace_open(setup.fd, &trid));
	while (hz_get(trid, &e))
		n += e.info.posix_event_id == type;
	OK(posix_trace_close(trid));
	CHECK(n == rounds * THREADS * LITTLE, "%u events in the log", n);
	close(setup.fd);
}

static void read_until_full(void)
{
	try_live(POSIX_TRACE_UNTIL_FULL, read_round);
}

static void read_loop(void)
{
	try_live(POSIX_TRACE_LOOP, read_round);
}

static void cleared_until_full(void)
{
	try_live(POSIX_TRACE_UNTIL_FULL, clear_round);
}

static void cleared_loop(void)
{
	try_live(POSIX_TRACE_LOOP, clear_round);
}

static void flushed_until_full(void)
{
	try_logged(POSIX_TRACE_UNTIL_FULL);
}

static void flushed_loop(void)
{
	try_logged(POSIX_TRACE_LOOP);
}

static void flushed(void)
{
	try_logged(POSIX_TRACE_FLUSH);
}

#define CASE(title, function) \
	{ .name = title, .run = function }

static const struct hz_case cases[] = {
	CASE("reader-behind-writer", reader_behind_writer),
	CASE("after-the-stop", after_the_stop),
	CASE("cleared-losses", cleared_losses),
	{ .name = "cleared-and-killed", .run = cleared_and_killed,
	  .kills = true },
	CASE("read-until-full", read_until_full),
	CASE("read-loop", read_loop),
	CASE("cleared-until-full", cleared_until_full),
	CASE("cleared-loop", cleared_loop),
	CASE("flushed-until-full", flushed_until_full),
	CASE("flushed-loop", flushed_loop),
	CASE("flushed", flushed),
};

int main(int argc, char **argv)
{
	type = hz_type("reuse");
	return hz_main(argc, argv, cases, sizeof(cases) / sizeof(cases[0]));
}
