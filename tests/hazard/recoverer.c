/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A process is killed while it recovers a log, and a controller whose log cannot hold
 * what it flushes: what was written, and what a LOOP log has overwritten since, is
 * not counted again.
 *
 * The program is linked with the static library, and with --wrap for the call.
 */
#include "hazard.h"

#include <semaphore.h>

#include "cut.h"
#include "numbered.h"

/* Recover a log in a process that is killed when so many bytes of that write are in
 * the file.  False: it did not write as often. */
static bool recover_up_to(int fd, unsigned write, size_t bytes)
{
	struct posixtrace_recovery done;
	int status;
	pid_t pid = hz_fork();

	if (pid == 0) {
		cut.any = write;
		cut.bytes = bytes;
		posixtrace_recover(fd, &done);
		_exit(0);
	}
	SYS(waitpid(pid, &status, 0));
	return WIFSIGNALED(status);
}

/*
 * A process that recovers a log, and has to report a gap in it, is killed at
 * each of its writes.  The gap is reported once.
 */
static void recoverer_killed(void)
{
	struct hz_setup setup = { .policy = POSIX_TRACE_LOOP,
				  .log_policy = POSIX_TRACE_APPEND,
				  .size = 128 << 10, .fd = hz_file() };
	struct posixtrace_recovery done;
	struct losses first, sum;
	unsigned n, kills = 0;
	int status;
	pid_t pid;

	memset(&cut, 0, sizeof(cut));
	pid = hz_fork();
	if (pid == 0) {
		trace_event_id_t type = hz_type("batch");
		trace_id_t trid = hz_create(&setup);

		record_some(type, 0, EVENTS / 2);
		posix_trace_flush(trid);
		record_some(type, EVENTS / 2, EVENTS);
		raise(SIGKILL);
	}
	SYS(waitpid(pid, &status, 0));
	CHECK(WIFSIGNALED(status), "status %#x", status);
	n = count_events(setup.fd, true);
	first = read_losses(setup.fd);
	count_any(setup.fd, true);
	CHECK(n + first.gaps >= EVENTS, "%u events, %llu in gaps", n,
	      (unsigned long long)first.gaps);
	for (unsigned write = 1; write < 200; write += CUT_STEP) {
		bool is_killed = recover_up_to(setup.fd, write, write % 3 ? 0 : 100);

		sum = read_losses(setup.fd);
		CHECK(sum.gaps == first.gaps && sum.stream == first.stream,
		      "write %u: %llu in gaps, before %llu; %llu, %llu lost",
		      write, (unsigned long long)sum.gaps,
		      (unsigned long long)first.gaps,
		      (unsigned long long)sum.stream,
		      (unsigned long long)first.stream);
		CHECK(count_events(setup.fd, true) == n, "other events");
		count_any(setup.fd, true);
		if (!is_killed)
			break;
		kills++;
	}
	CHECK(kills > 3, "killed %u times only", kills);
	OK(posixtrace_recover(setup.fd, &done));
	CHECK(done.was_complete, "it is not complete");
	check_log(setup.fd);
	close(setup.fd);
}

/* Kill a recoverer at each of its writes, until one completes the log: the count
 * stays. */
static void kill_recoverers(int fd)
{
	const uint64_t first = count_all(fd);
	struct posixtrace_recovery done;
	unsigned kills = 0;

	for (unsigned write = 1; write < 400; write += CUT_STEP) {
		bool is_killed = recover_up_to(fd, write, 0);
		uint64_t now = count_all(fd);

		CHECK(now == first, "write %u: %llu read or lost, before %llu",
		      write, (unsigned long long)now,
		      (unsigned long long)first);
		count_any(fd, true);
		if (!is_killed)
			break;
		kills++;
	}
	CHECK(kills > 3, "killed %u times only", kills);
	OK(posixtrace_recover(fd, &done));
	CHECK(done.was_complete, "it is not complete");
}

static sem_t has_recorded;

/* It lives on, so that its lane is not adopted. */
static void *record_half(void *arg)
{
	record_some(*(trace_event_id_t *)arg, 0, EVENTS / 2);
	sem_post(&has_recorded);
	for (;;)
		pause();
	return NULL;
}

/* One thread records the first half, and then this one the second. */
static void record_by_two(trace_event_id_t type)
{
	sem_init(&has_recorded, 0, 0);
	hz_thread(record_half, &type);
	while (sem_wait(&has_recorded) != 0)
		;
	record_some(type, EVENTS / 2, EVENTS);
}

/* A controller dies, and leaves all events of two threads in memory. */
static void die_with_all_in_memory(const struct hz_setup *setup)
{
	int status;
	pid_t pid;

	memset(&cut, 0, sizeof(cut));
	pid = hz_fork();
	if (pid == 0) {
		trace_event_id_t type = hz_type("batch");

		hz_create(setup);
		record_by_two(type);
		raise(SIGKILL);
	}
	SYS(waitpid(pid, &status, 0));
	CHECK(WIFSIGNALED(status), "status %#x", status);
}

/*
 * The same for a log that is full: events that do not fit are still in memory,
 * and are counted as lost from the log once.
 */
static void recoverer_killed_at_the_limit(void)
{
	struct hz_setup setup = { .policy = POSIX_TRACE_UNTIL_FULL,
				  .log_policy = POSIX_TRACE_UNTIL_FULL,
				  .size = 4 << 20, .log_size = 128 << 10,
				  .fd = hz_file() };

	die_with_all_in_memory(&setup);
	kill_recoverers(setup.fd);
	count_any(setup.fd, true);
	CHECK(read_losses(setup.fd).log > 0, "the log lost nothing");
	check_log(setup.fd);
	close(setup.fd);
}

static const struct hz_setup small_log = {
	.policy = POSIX_TRACE_FLUSH, .log_policy = POSIX_TRACE_LOOP,
	.size = 4 << 20, .log_size = 64 << 10,
};

/*
 * What a small LOOP log cannot hold: what one recovery has written, and then has
 * overwritten, is not written again by the next one.  Nothing that the first thread
 * recorded stays in the log, which shows how much of a thread it has got.
 */
static void recoverer_killed_in_a_small_log(void)
{
	struct hz_setup setup = small_log;

	setup.fd = hz_file();
	die_with_all_in_memory(&setup);
	kill_recoverers(setup.fd);
	count_events(setup.fd, true);
	CHECK(read_losses(setup.fd).log > EVENTS / 2, "the log was not too small");
	check_log(setup.fd);
	close(setup.fd);
}

/* The same for a controller that flushes. */
static void killed_in_a_small_log(void)
{
	struct hz_setup setup = small_log;
	unsigned kills = 0;

	memset(&cut, 0, sizeof(cut));
	for (unsigned write = 1; write < 400; write += CUT_STEP) {
		uint64_t n;
		int status;
		pid_t pid;

		setup.fd = hz_file();
		pid = hz_fork();
		if (pid == 0) {
			trace_event_id_t type = hz_type("batch");
			trace_id_t trid = hz_create(&setup);

			record_by_two(type);
			cut.any = write;
			posix_trace_flush(trid);
			_exit(0);
		}
		SYS(waitpid(pid, &status, 0));
		n = count_all(setup.fd);
		CHECK(n == EVENTS + 1, "write %u: %llu read or lost", write,
		      (unsigned long long)n);
		if (!WIFSIGNALED(status))
			break;
		close(setup.fd);
		kills++;
	}
	CHECK(kills > 3, "killed %u times only", kills);
}

enum { PER_FLUSH = 120, BEHIND = 50 };

static void record_numbers(trace_event_id_t type, unsigned n)
{
	uint64_t data[2] = { 0 };

	for (; data[0] < n; data[0]++)
		posix_trace_event(type, data, sizeof(data));
}

/* A stream whose LOOP log has a block for each of so many flushes. */
static void wrap(const struct hz_setup *setup, unsigned flushes, bool is_killed)
{
	trace_event_id_t type = hz_type("wraps");
	trace_id_t trid = hz_create(setup);
	trace_event_set_t set;

	/* What counts as lost are the events recorded here. */
	OK(posix_trace_eventset_fill(&set, POSIX_TRACE_SYSTEM_EVENTS));
	OK(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	OK(posix_trace_start(trid));
	for (unsigned i = 0; i < flushes; i++) {
		record_numbers(type, PER_FLUSH);
		OK(posix_trace_flush(trid));
	}
	record_numbers(type, BEHIND);
	if (is_killed)
		raise(SIGKILL);
	OK(posix_trace_shutdown(trid));
	_exit(0);
}

static void expect_wrapped(int fd, unsigned flushes, const char *when)
{
	struct posixtrace_usage usage;
	struct hz_event e;
	trace_id_t trid;
	uint64_t n = 0;

	OK(posix_trace_open(fd, &trid));
	while (hz_get(trid, &e))
		n += hz_is_user(&e);
	OK(posixtrace_get_usage(trid, &usage));
	OK(posix_trace_close(trid));
	CHECK(n + usage.lost + usage.log_lost ==
	      flushes * PER_FLUSH + BEHIND, "%u flushes, %s: %llu read, %llu "
	      "lost", flushes, when, (unsigned long long)n,
	      (unsigned long long)(usage.lost + usage.log_lost));
}

static void kill_when_wrapped(const struct hz_setup *setup, unsigned flushes)
{
	struct posixtrace_recovery done;
	int status;
	pid_t pid;

	for (int is_killed = 0; is_killed < 2; is_killed++) {
		SYS(ftruncate(setup->fd, 0));
		pid = hz_fork();
		if (pid == 0)
			wrap(setup, flushes, is_killed);
		SYS(waitpid(pid, &status, 0));
		CHECK(is_killed ? WIFSIGNALED(status) : status == 0,
		      "status %#x", status);
		expect_wrapped(setup->fd, flushes, is_killed ? "killed" :
			       "shut down");
	}
	OK(posixtrace_recover(setup->fd, &done));
	CHECK(!done.was_complete && done.events >= BEHIND, "%llu recovered",
	      (unsigned long long)done.events);
	expect_wrapped(setup->fd, flushes, "recovered");
	check_log(setup->fd);
	OK(posixtrace_recover(setup->fd, &done));
	CHECK(done.was_complete, "it was not complete");
	expect_wrapped(setup->fd, flushes, "recovered again");
}

/*
 * A controller is killed when its LOOP log has wrapped, wherever it is in that.  What
 * a recovery adds overwrites nothing that does not count as lost.
 */
static void killed_in_a_wrapped_log(void)
{
	struct hz_setup setup = {
		.policy = POSIX_TRACE_FLUSH, .log_policy = POSIX_TRACE_LOOP,
		.size = 64 << 10, .log_size = 100 << 10, .suspended = true,
		.fd = hz_file(),
	};

	for (unsigned n = 20; n < 90; n += HZ_SLOW)
		kill_when_wrapped(&setup, n);
	setup.compression = 3;
	for (unsigned n = 180; n < 220; n += HZ_SLOW)
		kill_when_wrapped(&setup, n);
	close(setup.fd);
}

/* What a controller has done with its stream when it is killed. */
enum end {
	NEVER_STARTED, RUNNING, STOPPED, RESTARTED, CLEARED, FILTERS, WRAPS,
	/* Of an UNTIL_FULL stream. */
	FULL, KNOWN_FULL, FULL_AND_STOPPED,
};

static void die(enum end end, const struct hz_setup *setup)
{
	trace_event_id_t type = hz_type("ending");
	trace_id_t trid = hz_create(setup);
	struct posix_trace_status_info info;
	trace_event_set_t set;

	posix_trace_event(type, NULL, 0);
	switch (end) {
	case NEVER_STARTED:
	case RUNNING:
		break;
	case STOPPED:
		OK(posix_trace_stop(trid));
		break;
	case RESTARTED:
		/* In the log STOP is the newest event, and alone in its block. */
		OK(posix_trace_flush(trid));
		OK(posix_trace_stop(trid));
		OK(posix_trace_flush(trid));
		OK(posix_trace_start(trid));
		posix_trace_event(type, NULL, 0);
		break;
	case CLEARED:
		OK(posix_trace_clear(trid));
		break;
	case FILTERS:
		OK(posix_trace_eventset_empty(&set));
		OK(posix_trace_eventset_add(POSIX_TRACE_STOP, &set));
		OK(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
		break;
	case WRAPS:
	case FULL:
		record_some(type, 0, EVENTS);
		break;
	case KNOWN_FULL:
		record_some(type, 0, EVENTS);
		OK(posix_trace_get_status(trid, &info));
		CHECK(info.posix_stream_full_status == POSIX_TRACE_FULL,
		      "not full");
		break;
	case FULL_AND_STOPPED:
		record_some(type, 0, EVENTS);
		OK(posix_trace_stop(trid));
		break;
	}
	raise(SIGKILL);
}

/* The number of STOPs in a log, all with that data; whether the last of its events is
 * one. */
static unsigned count_stops(int fd, int data, bool *ends)
{
	unsigned stops = 0;
	struct hz_event e;
	trace_id_t trid;
	int automatic;

	*ends = false;
	OK(posix_trace_open(fd, &trid));
	while (hz_get(trid, &e)) {
		*ends = e.info.posix_event_id == POSIX_TRACE_STOP;
		if (!*ends)
			continue;
		memcpy(&automatic, &e.data, sizeof(automatic));
		CHECK(e.len == sizeof(automatic) && automatic == data,
		      "STOP has the data %d", automatic);
		stops++;
	}
	OK(posix_trace_close(trid));
	return stops;
}

/* The end of a controller shuts its stream down, which first stops it if it runs. */
static void killed_in_each_state(void)
{
	static const unsigned stops[] = {
		[NEVER_STARTED] = 0, [RUNNING] = 1, [STOPPED] = 1,
		[RESTARTED] = 2, [CLEARED] = 1, [FILTERS] = 0,
		[WRAPS] = 1, [FULL] = 1, [KNOWN_FULL] = 1,
		[FULL_AND_STOPPED] = 1,
	};

	for (enum end end = NEVER_STARTED; end <= FULL_AND_STOPPED; end++) {
		struct hz_setup setup = small_log;
		struct posixtrace_recovery done;
		unsigned n;
		int status;
		bool ends;
		pid_t pid;

		setup.fd = hz_file();
		setup.suspended = end == NEVER_STARTED;
		if (end >= FULL) {
			setup.policy = POSIX_TRACE_UNTIL_FULL;
			setup.size = 64 << 10;
		}
		pid = hz_fork();
		if (pid == 0)
			die(end, &setup);
		SYS(waitpid(pid, &status, 0));
		CHECK(WIFSIGNALED(status), "status %#x", status);
		n = count_stops(setup.fd, end >= FULL, &ends);
		CHECK(n == stops[end] && ends == (n > 0),
		      "state %d: %u STOPs, at the end: %d", end, n, ends);
		OK(posixtrace_recover(setup.fd, &done));
		n = count_stops(setup.fd, end >= FULL, &ends);
		CHECK(n == stops[end] && ends == (n > 0),
		      "state %d, recovered: %u STOPs, at the end: %d", end, n,
		      ends);
		close(setup.fd);
	}
}

static const struct hz_case cases[] = {
	{ .name = "controller-killed-in-each-state",
	  .run = killed_in_each_state, .kills = true },
	{ .name = "killed", .run = recoverer_killed, .kills = true },
	{ .name = "killed-in-a-small-log",
	  .run = recoverer_killed_in_a_small_log, .kills = true },
	{ .name = "killed-at-the-limit",
	  .run = recoverer_killed_at_the_limit, .kills = true },
	{ .name = "controller-killed-in-a-small-log",
	  .run = killed_in_a_small_log, .kills = true },
	{ .name = "controller-killed-in-a-wrapped-log",
	  .run = killed_in_a_wrapped_log, .kills = true },
};

HZ_MAIN(cases)
