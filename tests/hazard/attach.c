/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A stream is created for a process with busy threads.  One thread attaches the
 * stream, and signals interrupt it while the other threads continue.  Each
 * event after posix_trace_start() must be read or reported as lost, and no
 * filtered event may be.
 */
#include "processes.h"

enum { THREADS = 4, ROUNDS = 20, RUN_MS = 20 };

struct note {
	uint64_t serial;
	uint32_t thread;
};

static struct shared {
	_Atomic bool running;
	_Atomic uint32_t begun, parked, seq, created;
	_Atomic uint64_t n[THREADS];	/* events recorded so far */
	bool opens_names;		/* the target opens names, and so is set up */
	bool is_exact;			/* n[] is stored after each event */
} *shared;

/* Ids without a name can be used by a process that is not set up. */
static trace_event_id_t type = POSIX_TRACE_UNNAMED_USEREVENT;
static trace_event_id_t noise = TRACE_USER_EVENT_MAX - 1;

static void share(void)
{
	shared = hz_share(sizeof(*shared));
}

static void park(uint32_t *seq)
{
	atomic_fetch_add(&shared->parked, 1);
	/* Spin, so that all threads continue at the same time. */
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
			if (shared->is_exact)
				shared->n[note.thread] = note.serial;
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

/* Fail if the target has ended, for example after a report of a sanitizer. */
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

/* Filter `noise`, which the threads also record. */
static void filter_noise(trace_id_t trid)
{
	trace_event_set_t filter;

	if (shared->opens_names) {
		OK(posix_trace_trid_eventid_open(trid, "note", &type));
		OK(posix_trace_trid_eventid_open(trid, "noise", &noise));
	}
	OK(posix_trace_eventset_empty(&filter));
	OK(posix_trace_eventset_add(noise, &filter));
	OK(posix_trace_set_filter(trid, &filter, POSIX_TRACE_SET_EVENTSET));
}

static trace_id_t new_stream(pid_t pid)
{
	trace_id_t trid = hz_create(&(struct hz_setup){
		.pid = pid, .policy = POSIX_TRACE_UNTIL_FULL,
		.size = 256 << 10, .suspended = true });

	filter_noise(trid);
	return trid;
}

/* The number of the threads' events in the stream. */
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

/* The threads pause while the stream is created and started, so the exact
 * number of events is known. */
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

/* The process is already traced, so its threads use the fast path. */
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

/* These are the first events of the process: one thread sets it up. */
static void to_new_processes(void)
{
	share();
	for (unsigned round = 0; round < ROUNDS; round++) {
		pid_t pid = new_busy(false);

		run_round(pid, round);
		hz_kill(pid);
	}
}

static void to_all_processes(void)
{
	share();
	for (unsigned round = 0; round < ROUNDS; round++) {
		pid_t pid = new_busy(true);

		run_round(POSIX_TRACE_ALLPROC, round);
		run_round(POSIX_TRACE_ALLPROC, round);
		hz_kill(pid);
	}
}

/* The threads record all the time: events that begin after start() are in the
 * stream. */
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
		/* For each thread, allow 16 events that were begun before
		 * start(). */
		after = total() + THREADS * 16;
		hz_sleep_ms(RUN_MS);
		halt();
		check_round(trid, round,
			    total() > after ? total() - after : 0,
			    total() - before);
	}
	hz_kill(pid);
}

/* The controller: it makes a stream with a log, and is killed. */
__attribute__((noreturn))
static void be_controller(pid_t target, int fd)
{
	trace_id_t trid = hz_create(&(struct hz_setup){
		.pid = target, .policy = POSIX_TRACE_FLUSH, .size = 1 << 20,
		.log_policy = POSIX_TRACE_APPEND, .fd = fd,
		.suspended = true });

	filter_noise(trid);
	OK(posix_trace_start(trid));
	shared->created = 1;
	for (;;)
		pause();
}

/*
 * The log has every event that began before the controller died.  It may have
 * later ones, because a thread continues until it notices that; then it has all
 * events before the thread's last one.
 */
static void check_killed(int fd, unsigned round, uint64_t before)
{
	uint64_t next[THREADS] = {0}, missing = 0, there = 0;
	struct posixtrace_usage usage;
	struct hz_event e;
	trace_id_t trid;

	OK(posix_trace_open(fd, &trid));
	while (hz_get(trid, &e)) {
		struct note note;

		if (e.len != sizeof(note))
			continue;
		memcpy(&note, &e.data, sizeof(note));
		missing += note.serial - next[note.thread];
		next[note.thread] = note.serial + 1;
		there++;
	}
	OK(posixtrace_get_usage(trid, &usage));
	OK(posix_trace_close(trid));
	CHECK(there + usage.lost >= before && there + usage.lost <= total() &&
	      missing <= usage.lost,
	      "round %u: %llu to %llu events, %llu read, %llu lost, %llu missing",
	      round, (unsigned long long)before, (unsigned long long)total(),
	      (unsigned long long)there, (unsigned long long)usage.lost,
	      (unsigned long long)missing);
}

static void controller_is_killed(void)
{
	uint64_t state = 1;

	share();
	for (unsigned round = 0; round < 4 * ROUNDS; round++) {
		pid_t target = new_busy(true), controller;
		int fd = hz_file();
		uint64_t before;

		shared->is_exact = true;
		wait_until_parked();
		controller = hz_fork();
		if (controller == 0)
			be_controller(target, fd);
		hz_wait_for(&shared->created, 1);
		set_going();
		usleep(hz_random(&state) % 300);
		before = total();
		hz_kill(controller);
		halt();
		check_killed(fd, round, before);
		hz_kill(target);
		close(fd);
	}
}

enum { OF_CHILD = 8 };

static void *record_until_told(void *arg)
{
	while (shared->running) {
		posix_trace_event(type, "", 0);
		usleep(50);
	}
	return arg;
}

/* A process that forks a child while its other threads attach the stream. */
static void fork_while_attaching(unsigned threads)
{
	pthread_t thread[THREADS];
	pid_t child;

	type = hz_type("note");
	shared->parked = 1;
	hz_wait_for(&shared->begun, 1);
	for (unsigned i = 0; i < threads; i++)
		thread[i] = hz_thread(record_until_told, NULL);
	child = hz_fork();
	if (child == 0) {
		for (unsigned i = 0; i < OF_CHILD; i++)
			posix_trace_event(type, "child", 5);
		/* Not exit(): another thread may have held a lock of a
		 * sanitizer, which looks for leaks then. */
		_exit(0);
	}
	hz_join(child);
	shared->running = false;
	for (unsigned i = 0; i < threads; i++)
		pthread_join(thread[i], NULL);
	exit(0);
}

static unsigned count_of_child(int fd)
{
	struct hz_event e;
	trace_id_t trid;
	unsigned n = 0;

	OK(posix_trace_open(fd, &trid));
	while (hz_get(trid, &e))
		n += hz_is_user(&e) && e.len == 5;
	OK(posix_trace_close(trid));
	return n;
}

/* The child is in the stream. */
static void with_a_fork(void)
{
	share();
	for (unsigned round = 0; round < 60 / HZ_SLOW + 6; round++) {
		struct hz_setup setup = { .log_policy = POSIX_TRACE_APPEND,
					  .inherited = POSIX_TRACE_INHERITED,
					  .size = 1 << 20, .fd = hz_file() };
		trace_id_t trid;
		pid_t target;
		unsigned n;

		memset(shared, 0, sizeof(*shared));
		shared->running = true;
		target = hz_fork();
		if (target == 0)
			fork_while_attaching(1 + round % THREADS);
		hz_wait_for(&shared->parked, 1);
		setup.pid = target;
		trid = hz_create(&setup);
		shared->begun = 1;
		hz_join(target);
		OK(posix_trace_shutdown(trid));
		n = count_of_child(setup.fd);
		CHECK(n == OF_CHILD, "round %u: %u of %u events", round, n,
		      (unsigned)OF_CHILD);
		close(setup.fd);
	}
}

static const struct hz_case cases[] = {
	{ .name = "with-a-fork", .run = with_a_fork, .kills = true },
	{ .name = "to-busy-threads", .run = to_busy_threads, .kills = true },
	{ .name = "as-second-stream", .run = as_second_stream, .kills = true },
	{ .name = "to-new-processes", .run = to_new_processes, .kills = true },
	{ .name = "to-all-processes", .run = to_all_processes, .kills = true },
	{ .name = "while-they-record", .run = while_they_record,
	  .kills = true },
	{ .name = "controller-is-killed", .run = controller_is_killed,
	  .kills = true },
};

HZ_MAIN(cases)
