/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A stream for a process with busy threads: one of them attaches it, and is
 * interrupted doing so, while the others go on.  Each event behind
 * posix_trace_start() is read or told as lost, none of what is filtered is.
 */
#include "processes.h"

enum { THREADS = 4, ROUNDS = 20, RUN_MS = 20 };

struct note {
	uint64_t serial;
	uint32_t thread;
};

static struct shared {
	_Atomic bool running;
	_Atomic uint32_t begun, parked, seq;
	_Atomic uint64_t n[THREADS];	/* events so far */
	bool opens_names;		/* and is set up thereby */
} *shared;

/* Ids without a name need no set-up. */
static trace_event_id_t type = POSIX_TRACE_UNNAMED_USEREVENT;
static trace_event_id_t noise = TRACE_USER_EVENT_MAX - 1;

static void share(void)
{
	shared = hz_share(sizeof(*shared));
}

static void park(uint32_t *seq)
{
	atomic_fetch_add(&shared->parked, 1);
	/* Awake, so that all go on at once. */
	while (shared->seq == *seq)
		sched_yield();
	*seq = shared->seq;
}

static void *be_busy(void *arg)
{
	struct note note = { .thread = (uint32_t)(uintptr_t)arg };
	uint32_t seq = shared->seq;

	for (;;) {
		if (!shared->running)
			park(&seq);
		for (unsigned i = 0; i < 16; i++) {
			posix_trace_event(noise, "", 1);
			posix_trace_event(type, &note, sizeof(note));
			note.serial++;
		}
		shared->n[note.thread] = note.serial;
	}
	return NULL;
}

static pid_t new_busy(bool opens_names)
{
	pid_t pid;

	memset(shared, 0, sizeof(*shared));
	shared->opens_names = opens_names;
	pid = hz_fork();
	if (pid)
		return pid;
	if (opens_names) {
		type = hz_type("note");
		noise = hz_type("noise");
	}
	for (uintptr_t i = 0; i < THREADS; i++)
		hz_thread(be_busy, (void *)i);
	for (;;)
		pause();
}

/* Unless the target has ended, as a sanitizer that reports something has it. */
static void wait_until_parked(void)
{
	int status;

	while (shared->parked != THREADS) {
		CHECK(waitpid(-1, &status, WNOHANG) == 0,
		      "the target has ended");
		hz_sleep_ms(1);
	}
}

static void set_going(void)
{
	shared->parked = 0;
	shared->running = true;
	shared->seq++;
}

static void halt(void)
{
	shared->running = false;
	wait_until_parked();
}

static uint64_t total(void)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < THREADS; i++)
		sum += shared->n[i];
	return sum;
}

/* A stream without the type that the threads record besides. */
static trace_id_t new_stream(pid_t pid)
{
	trace_event_set_t filter;
	trace_id_t trid = hz_create(&(struct hz_setup){
		.pid = pid, .policy = POSIX_TRACE_UNTIL_FULL,
		.size = 256 << 10, .suspended = true });

	if (shared->opens_names) {
		OK(posix_trace_trid_eventid_open(trid, "note", &type));
		OK(posix_trace_trid_eventid_open(trid, "noise", &noise));
	}
	OK(posix_trace_eventset_empty(&filter));
	OK(posix_trace_eventset_add(noise, &filter));
	OK(posix_trace_set_filter(trid, &filter, POSIX_TRACE_SET_EVENTSET));
	return trid;
}

/* How many of the threads' events are in the stream. */
static uint64_t count(trace_id_t trid)
{
	uint64_t next[THREADS] = {0}, n = 0;
	struct hz_event e;

	while (hz_try(trid, &e)) {
		struct note note;

		if (e.info.posix_event_id != type)
			continue;
		memcpy(&note, &e.data, sizeof(note));
		CHECK(note.serial >= next[note.thread], "thread %u: %llu again",
		      note.thread, (unsigned long long)note.serial);
		next[note.thread] = note.serial + 1;
		n++;
	}
	return n;
}

static void check_round(trace_id_t trid, unsigned round, uint64_t at_least,
			uint64_t at_most)
{
	struct posixtrace_usage usage;
	uint64_t there;

	OK(posixtrace_get_usage(trid, &usage));
	there = count(trid);
	CHECK(there + usage.lost >= at_least && there + usage.lost <= at_most,
	      "round %u: %llu to %llu events, %llu read, %llu lost", round,
	      (unsigned long long)at_least, (unsigned long long)at_most,
	      (unsigned long long)there, (unsigned long long)usage.lost);
	OK(posix_trace_shutdown(trid));
}

/* Nobody records while it is created and started: to an event. */
static void run_round(pid_t target, unsigned round)
{
	trace_id_t trid;
	uint64_t before;

	wait_until_parked();
	trid = new_stream(target);
	OK(posix_trace_start(trid));
	before = total();
	set_going();
	hz_sleep_ms(RUN_MS);
	halt();
	check_round(trid, round, total() - before, total() - before);
}

static void to_busy_threads(void)
{
	pid_t pid;

	share();
	pid = new_busy(true);
	for (unsigned round = 0; round < ROUNDS; round++)
		run_round(pid, round);
	hz_kill(pid);
}

/* The process is traced already, so its threads have the quick way. */
static void as_second_stream(void)
{
	trace_id_t first;
	pid_t pid;

	share();
	pid = new_busy(true);
	wait_until_parked();
	first = hz_create(&(struct hz_setup){ .pid = pid });
	for (unsigned round = 0; round < ROUNDS; round++)
		run_round(pid, round);
	OK(posix_trace_shutdown(first));
	hz_kill(pid);
}

/* The first events of the process: one thread sets it up. */
static void to_new_processes(void)
{
	share();
	for (unsigned round = 0; round < ROUNDS; round++) {
		pid_t pid = new_busy(false);

		run_round(pid, round);
		hz_kill(pid);
	}
}

static void to_everyone(void)
{
	share();
	for (unsigned round = 0; round < ROUNDS; round++) {
		pid_t pid = new_busy(true);

		run_round(POSIX_TRACE_ALLPROC, round);
		run_round(POSIX_TRACE_ALLPROC, round);
		hz_kill(pid);
	}
}

/* While they record: what is issued behind start() is there. */
static void while_they_record(void)
{
	pid_t pid;

	share();
	pid = new_busy(true);
	for (unsigned round = 0; round < ROUNDS; round++) {
		uint64_t before, after;
		trace_id_t trid;

		wait_until_parked();
		set_going();
		trid = new_stream(pid);
		before = total();
		OK(posix_trace_start(trid));
		/* Those that are on their way to be counted, too. */
		after = total() + THREADS * 16;
		hz_sleep_ms(RUN_MS);
		halt();
		check_round(trid, round,
			    total() > after ? total() - after : 0,
			    total() - before);
	}
	hz_kill(pid);
}

static const struct hz_case cases[] = {
	{ .name = "to-busy-threads", .run = to_busy_threads, .kills = true },
	{ .name = "as-second-stream", .run = as_second_stream, .kills = true },
	{ .name = "to-new-processes", .run = to_new_processes, .kills = true },
	{ .name = "to-everyone", .run = to_everyone, .kills = true },
	{ .name = "while-they-record", .run = while_they_record,
	  .kills = true },
};

HZ_MAIN(cases)
