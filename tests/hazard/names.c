/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Threads that are renamed after their first event: the log has their last
 * names.
 */
#include "processes.h"

enum { REGISTRY = 48, SLOTS = 255, SLOT = 48 };

/* The name of a thread in the log's table of threads. */
static const char *name_in(int log, pid_t tid)
{
	static char name[33];
	unsigned char slot[SLOT];

	for (unsigned i = 0; i < SLOTS; i++) {
		uint32_t its_tid;

		CHECK(pread(log, slot, SLOT, REGISTRY + i * SLOT) == SLOT,
		      "the registry");
		memcpy(&its_tid, slot + 12, sizeof(its_tid));
		if (slot[1] != 1 || its_tid != (uint32_t)tid)
			continue;
		memcpy(name, slot + 16, 32);
		return name;
	}
	return "(none)";
}

static void expect_name(int log, pid_t tid, const char *name)
{
	CHECK(strcmp(name_in(log, tid), name) == 0, "'%s', not '%s'",
	      name_in(log, tid), name);
}

static trace_event_id_t type;
static pthread_barrier_t seq;
static _Atomic pid_t its_tid;

static void record(void)
{
	posix_trace_event(type, "", 1);
}

static void take_turns(void)
{
	pthread_barrier_wait(&seq);
	pthread_barrier_wait(&seq);
}

static void *live_on(void *arg)
{
	(void)arg;
	prctl(PR_SET_NAME, "at-first");
	its_tid = hz_tid();
	record();
	take_turns();
	prctl(PR_SET_NAME, "by-itself");
	record();
	take_turns();
	/* After another thread has changed the name. */
	record();
	take_turns();
	return NULL;
}

static void lives(void)
{
	int log = hz_file();
	trace_id_t trid = hz_create(&(struct hz_setup){ .fd = log });
	pthread_t thread;

	type = hz_type("name");
	OK(pthread_barrier_init(&seq, NULL, 2));
	thread = hz_thread(live_on, NULL);
	pthread_barrier_wait(&seq);
	OK(posix_trace_flush(trid));
	expect_name(log, its_tid, "at-first");
	pthread_barrier_wait(&seq);
	pthread_barrier_wait(&seq);
	OK(posix_trace_flush(trid));
	expect_name(log, its_tid, "by-itself");
	OK(pthread_setname_np(thread, "by-another"));
	pthread_barrier_wait(&seq);
	pthread_barrier_wait(&seq);
	OK(posix_trace_flush(trid));
	expect_name(log, its_tid, "by-another");
	pthread_barrier_wait(&seq);
	pthread_join(thread, NULL);
	OK(posix_trace_shutdown(trid));
	expect_name(log, its_tid, "by-another");
}

static void *end_renamed(void *arg)
{
	(void)arg;
	prctl(PR_SET_NAME, "at-first");
	its_tid = hz_tid();
	record();
	prctl(PR_SET_NAME, "at-last");
	return NULL;
}

static void ends(void)
{
	int log = hz_file();
	trace_id_t trid = hz_create(&(struct hz_setup){ .fd = log });

	type = hz_type("name");
	pthread_join(hz_thread(end_renamed, NULL), NULL);
	OK(posix_trace_shutdown(trid));
	expect_name(log, its_tid, "at-last");
}

/* A program that a process executes has another name. */
static struct shared {
	_Atomic uint32_t step;
} *shared;

static int role(int argc, char **argv)
{
	(void)argc;
	if (strcmp(argv[1], "--record") != 0)
		return 2;
	type = hz_type("name");
	record();
	/* Record until killed.  If the process ended, the name at its end would
	 * be used. */
	for (;;) {
		hz_sleep_ms(1);
		record();
	}
}

static void begin_and_exec(void)
{
	char *argv[] = { "hazard-names", "--record", NULL };
	char *program = strdup(hz_program());

	prctl(PR_SET_NAME, "before-exec");
	type = hz_type("name");
	shared->step = 1;
	while (shared->step == 1) {
		record();
		hz_sleep_ms(1);
	}
	execv(program, argv);
	_exit(1);
}

/* Wait until a log has this name, which other events of the thread bring into
 * it. */
static void await_name(trace_id_t trid, int log, pid_t tid, const char *name)
{
	for (int i = 0; i < 2000; i++) {
		OK(posix_trace_flush(trid));
		if (strcmp(name_in(log, tid), name) == 0)
			return;
		hz_sleep_ms(5);
	}
	expect_name(log, tid, name);
}

static void execs(void)
{
	const char *name = strrchr(hz_program(), '/') + 1;
	int log = hz_file();
	trace_id_t trid;
	pid_t pid;

	shared = hz_share(sizeof(*shared));
	pid = hz_fork();
	if (pid == 0)
		begin_and_exec();
	while (shared->step == 0)
		hz_sleep_ms(1);
	trid = hz_create(&(struct hz_setup){ .fd = log, .pid = pid });
	await_name(trid, log, pid, "before-exec");
	shared->step = 2;
	await_name(trid, log, pid, name);
	hz_kill(pid);
	OK(posix_trace_shutdown(trid));
	expect_name(log, pid, name);
}

/* The controller is killed: names that are in the log are kept. */
static void is_recovered(void)
{
	struct posixtrace_recovery recovery;
	int log = hz_file();
	trace_id_t trid;
	pid_t tid;

	shared = hz_share(sizeof(*shared));
	tid = hz_fork();
	if (tid == 0) {
		trid = hz_create(&(struct hz_setup){ .fd = log });
		type = hz_type("name");
		prctl(PR_SET_NAME, "at-first");
		record();
		OK(posix_trace_flush(trid));
		prctl(PR_SET_NAME, "at-last");
		record();
		OK(posix_trace_flush(trid));
		record();
		shared->step = 1;
		for (;;)
			pause();
	}
	while (shared->step == 0)
		hz_sleep_ms(1);
	hz_kill(tid);
	expect_name(log, tid, "at-last");
	OK(posixtrace_recover(log, &recovery));
	expect_name(log, tid, "at-last");
}

static const struct hz_case cases[] = {
	{ .name = "lives", .run = lives },
	{ .name = "ends", .run = ends },
	{ .name = "execs", .run = execs, .kills = true },
	{ .name = "is-recovered", .run = is_recovered, .kills = true },
};

int main(int argc, char **argv)
{
	hz_role = role;
	return hz_main(argc, argv, cases, sizeof(cases) / sizeof(cases[0]));
}
