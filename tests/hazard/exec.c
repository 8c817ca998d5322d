/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Processes that execute another program (2.25).  A traced process continues in
 * the same stream; the streams of a controller are shut down.  The log of a
 * controller that ends in any way has all events that were recorded.
 */
#include "hazard.h"

#include <glob.h>
#include <spawn.h>

extern char **environ;

enum { EXECS = 2500 };

/* --chain N: record an event, then execute --chain N-1. */
static int chain(unsigned left)
{
	trace_event_id_t type = hz_type("exec");
	char number[16];
	int data = (int)left;

	posix_trace_event(type, &data, sizeof(data));
	if (left == 0)
		return 0;
	snprintf(number, sizeof(number), "%u", left - 1);
	execl(hz_program(), "hazard", "--chain", number, (char *)NULL);
	return 1;
}

/* --hundred: a spawned program that records events. */
static int hundred(void)
{
	trace_event_id_t type = hz_type("exec");

	for (int i = 0; i < 100; i++)
		posix_trace_event(type, &i, sizeof(i));
	return 0;
}

/* --vforks: the first event of the program is recorded by a child of
 * vfork(). */
static int vforks(void)
{
	trace_event_id_t type = POSIX_TRACE_UNNAMED_USEREVENT;
	int status;
	pid_t pid = vfork();

	if (pid == 0) {
		posix_trace_event(type, NULL, 0);
		_exit(0);
	}
	SYS(pid);
	SYS(waitpid(pid, &status, 0));
	/* Wait until the controller has created its stream. */
	SYS(write(1, "r", 1));
	SYS(read(0, &status, 1));
	for (int i = 0; i < 100; i++)
		posix_trace_event(type, &i, sizeof(i));
	return 0;
}

static void record_as(const char *name)
{
	trace_event_id_t type = hz_type(name);

	posix_trace_event(type, name, strlen(name));
}

/* --orphan: a program that a process executes whose parent has ended. */
static int orphan(void)
{
	record_as("executed");
	return 0;
}

static int role(int argc, char **argv)
{
	if (strcmp(argv[1], "--orphan") == 0)
		return orphan();
	if (strcmp(argv[1], "--chain") == 0 && argc == 3)
		return chain((unsigned)atoi(argv[2]));
	if (strcmp(argv[1], "--hundred") == 0)
		return hundred();
	if (strcmp(argv[1], "--vforks") == 0)
		return vforks();
	return 2;
}

/* EXEC-1, EX-10: the target executes another program again and again. */
static void target_execs(void)
{
	int execs = EXECS / HZ_SLOW, expected = execs, go[2];
	struct posixtrace_usage usage;
	struct hz_event e;
	trace_id_t trid;
	char number[16];
	pid_t pid;

	SYS(pipe2(go, O_CLOEXEC));
	snprintf(number, sizeof(number), "%d", execs);
	pid = hz_fork();
	if (pid == 0) {
		char c;

		SYS(read(go[0], &c, 1));
		execl(hz_program(), "hazard", "--chain", number, (char *)NULL);
		_exit(1);
	}
	trid = hz_create(&(struct hz_setup){ .pid = pid });
	SYS(write(go[1], "g", 1));
	while (expected >= 0 && hz_get_within(trid, &e, 5000)) {
		if (!hz_is_user(&e))
			continue;
		CHECK(e.data.number == expected && e.info.posix_pid == pid,
		      "%d instead of %d", e.data.number, expected);
		expected--;
	}
	OK(posixtrace_get_usage(trid, &usage));
	CHECK(expected < 0, "no event after %d, %llu lost", expected,
	      (unsigned long long)usage.lost);
	hz_join(pid);
	OK(posix_trace_shutdown(trid));
}

/* INHERITED includes programs that a child executes (FORK-6). */
static unsigned count_of(trace_id_t trid, pid_t pid)
{
	unsigned n = 0;
	struct hz_event e;

	while (hz_try(trid, &e))
		n += hz_is_user(&e) && e.info.posix_pid == pid;
	return n;
}

static void spawned(int inheritance, unsigned wanted, bool with_vfork)
{
	char *const args[] = { "hazard", "--hundred", NULL };
	const char *program = hz_program();
	trace_event_id_t type = hz_type("exec");
	trace_id_t trid;
	pid_t pid;

	trid = hz_create(&(struct hz_setup){ .inherited = inheritance });
	posix_trace_event(type, NULL, 0);
	if (with_vfork) {
		pid = vfork();
		if (pid == 0) {
			execv(program, args);
			_exit(1);
		}
	} else {
		OK(posix_spawn(&pid, program, NULL, NULL, args, environ));
	}
	posix_trace_event(type, NULL, 0);
	hz_join(pid);
	CHECK(count_of(trid, pid) == wanted, "not %u of the child", wanted);
	OK(posix_trace_shutdown(trid));
}

static void spawn_inherited(void)
{
	spawned(POSIX_TRACE_INHERITED, 100, false);
}

static void spawn_closed(void)
{
	spawned(POSIX_TRACE_CLOSE_FOR_CHILD, 0, false);
}

static void vfork_inherited(void)
{
	spawned(POSIX_TRACE_INHERITED, 100, true);
}

static void vfork_closed(void)
{
	spawned(POSIX_TRACE_CLOSE_FOR_CHILD, 0, true);
}

/* A process that has never traced is set up under its own pid. */
static void vfork_first_in_process(void)
{
	struct hz_event e;
	trace_id_t trid;
	unsigned n = 0;
	int go[2], ready[2];
	pid_t pid;
	char c;

	SYS(pipe2(go, O_CLOEXEC));
	SYS(pipe2(ready, O_CLOEXEC));
	pid = hz_fork();
	if (pid == 0) {
		SYS(dup2(go[0], 0));
		SYS(dup2(ready[1], 1));
		execl(hz_program(), "hazard", "--vforks", (char *)NULL);
		_exit(1);
	}
	SYS(read(ready[0], &c, 1));
	trid = hz_create(&(struct hz_setup){ .pid = pid });
	SYS(write(go[1], "g", 1));
	hz_join(pid);
	while (hz_try(trid, &e)) {
		if (!hz_is_user(&e))
			continue;
		CHECK(e.info.posix_pid == pid, "an event of %d", e.info.posix_pid);
		n++;
	}
	CHECK(n == 100, "%u events", n);
	OK(posix_trace_shutdown(trid));
}

static trace_event_id_t vfork_type;
static trace_id_t vfork_stream;

/* The thread's events continue after its child, which recorded first, has
 * ended. */
static void *vfork_first(void *arg)
{
	int status;
	pid_t pid = vfork();

	if (pid == 0) {
		posix_trace_event(vfork_type, NULL, 0);
		_exit(0);
	}
	SYS(pid);
	SYS(waitpid(pid, &status, 0));
	for (int i = 0; i < 100; i++) {
		/* The next create looks for threads that have ended. */
		OK(posix_trace_flush(vfork_stream));
		posix_trace_event(vfork_type, &i, sizeof(i));
	}
	return arg;
}

/* An event of a child of vfork() counts as one of its parent's thread. */
static void vfork_first_in_thread(void)
{
	struct hz_setup setup = { .log_policy = POSIX_TRACE_APPEND,
				  .size = 65536, .fd = hz_file() };
	unsigned n = 0;
	struct hz_event e;

	if (HZ_SLOW >= 12)
		SKIP("the sanitizer makes a fork of a vfork");
	vfork_type = hz_type("exec");
	vfork_stream = hz_create(&setup);
	posix_trace_event(vfork_type, NULL, 0);
	pthread_join(hz_thread(vfork_first, NULL), NULL);
	OK(posix_trace_shutdown(vfork_stream));
	OK(posix_trace_open(setup.fd, &vfork_stream));
	while (hz_get(vfork_stream, &e)) {
		if (!hz_is_user(&e))
			continue;
		CHECK(e.info.posix_pid == getpid(), "an event of %d",
		      e.info.posix_pid);
		n++;
	}
	CHECK(n == 102, "%u events", n);
	OK(posix_trace_close(vfork_stream));
	close(setup.fd);
}

/*
 * The target ends before its child has recorded anything, and with it its files: the
 * child, which records new types, and the program that it executes still use the
 * stream's names.
 */
static void remove_names_of_streams(void)
{
	glob_t found;

	CHECK(hz_private_shm, "the files of others");
	CHECK(glob("/dev/shm/posixtrace-*/s*.names", 0, NULL, &found) == 0,
	      "there are none");
	for (size_t i = 0; i < found.gl_pathc; i++)
		SYS(unlink(found.gl_pathv[i]));
	globfree(&found);
}

static void record_as_orphan(bool has_names)
{
	struct hz_setup setup = { .log_policy = POSIX_TRACE_APPEND, .fd = hz_file(),
				  .inherited = POSIX_TRACE_INHERITED };
	char name[TRACE_EVENT_NAME_MAX + 1], go, data[64];
	unsigned n[4] = { 0 };
	int start[2], end[2];
	struct hz_event e;
	trace_id_t trid;

	SYS(pipe2(start, O_CLOEXEC));
	SYS(pipe(end));
	setup.pid = hz_fork();
	if (setup.pid == 0) {
		const pid_t self = getpid();

		SYS(read(start[0], &go, 1));
		record_as("parent");
		/* No handler of fork() runs: the first event finds the fork. */
		if (_Fork() != 0)
			exit(0);
		while (getppid() == self)
			hz_sleep_ms(1);
		record_as("child 1");
		record_as("parent");
		record_as("child 2");
		if (has_names)
			execl(hz_program(), "hazard", "--orphan", (char *)NULL);
		_exit(0);
	}
	trid = hz_create(&setup);
	if (!has_names)
		remove_names_of_streams();
	SYS(write(start[1], "g", 1));
	hz_join(setup.pid);
	close(end[1]);
	CHECK(read(end[0], data, sizeof(data)) == 0, "the pipe");
	close(end[0]);
	OK(posix_trace_shutdown(trid));
	OK(posix_trace_open(setup.fd, &trid));
	while (hz_get(trid, &e)) {
		static const char *const names[] = {
			"parent", "child 1", "child 2", "executed",
		};

		if (!hz_is_user(&e))
			continue;
		OK(posix_trace_eventid_get_name(trid, e.info.posix_event_id, name));
		CHECK(e.len == strlen(name) &&
		      memcmp(e.data.bytes, name, e.len) == 0,
		      "an event of '%.*s' is called '%s'", (int)e.len,
		      (const char *)e.data.bytes, name);
		for (unsigned i = 0; i < 4; i++)
			n[i] += strcmp(name, names[i]) == 0;
	}
	OK(posix_trace_close(trid));
	CHECK(n[0] == 2 && n[1] == 1 && n[2] == 1 && n[3] == has_names,
	      "%u of the parent, %u and %u of the child, %u of the program",
	      n[0], n[1], n[2], n[3]);
	close(setup.fd);
}

static void orphans(void)
{
	record_as_orphan(true);
}

/* The file of the stream's names is gone as well: the mapping is still there. */
static void orphans_without_names(void)
{
	if (!hz_private_shm)
		SKIP("files of others may be there");
	record_as_orphan(false);
}

/* EXEC-2, EXIT-1: a controller with a log ends.  The log must have its
 * events. */
enum ending { EXIT, QUICK_EXIT, EXEC, KILL };

static void controller_ends(enum ending ending, bool flushed)
{
	struct hz_setup setup = { .log_policy = POSIX_TRACE_APPEND,
				  .size = 65536, .fd = hz_file() };
	int n = 30000 / HZ_SLOW, got = 0;
	struct hz_event e;
	trace_id_t trid;
	pid_t pid;

	pid = hz_fork();
	if (pid == 0) {
		trace_event_id_t type = hz_type("exec");

		trid = hz_create(&setup);
		for (int i = 0; i < n; i++) {
			posix_trace_event(type, &i, sizeof(i));
			/* The pauses let the flush thread keep up. */
			if (i % 500 == 0)
				OK(posix_trace_flush(trid));
		}
		if (flushed)
			OK(posix_trace_flush(trid));
		switch (ending) {
		case EXIT:
			exit(0);
		case QUICK_EXIT:
			_exit(0);
		case EXEC:
			execl(hz_program(), "hazard", "--hundred",
			      (char *)NULL);
			_exit(1);
		case KILL:
			raise(SIGKILL);
		}
	}
	while (waitpid(pid, NULL, 0) < 0)
		;
	OK(posix_trace_open(setup.fd, &trid));
	while (hz_get(trid, &e))
		if (hz_is_user(&e)) {
			CHECK(e.data.number == got, "%d instead of %d",
			      e.data.number, got);
			got++;
		}
	CHECK(got == n, "%d of %d", got, n);
	OK(posix_trace_close(trid));
}

static void controller_exits(void)
{
	controller_ends(EXIT, false);
}

static void controller_exits_quickly(void)
{
	controller_ends(QUICK_EXIT, true);
	controller_ends(QUICK_EXIT, false);
}

static void controller_execs(void)
{
	controller_ends(EXEC, true);
	controller_ends(EXEC, false);
}

static void controller_is_killed(void)
{
	controller_ends(KILL, true);
	controller_ends(KILL, false);
}

static const struct hz_case cases[] = {
	{ .name = "target-execs", .run = target_execs, .kills = true },
	{ .name = "spawn-inherited", .run = spawn_inherited, .kills = true },
	{ .name = "spawn-closed", .run = spawn_closed, .kills = true },
	{ .name = "vfork-inherited", .run = vfork_inherited, .kills = true },
	{ .name = "vfork-closed", .run = vfork_closed, .kills = true },
	{ .name = "vfork-first-in-process", .run = vfork_first_in_process,
	  .kills = true },
	{ .name = "vfork-first-in-thread", .run = vfork_first_in_thread },
	{ .name = "orphans", .run = orphans, .kills = true },
	{ .name = "orphans-without-names", .run = orphans_without_names,
	  .kills = true },
	{ .name = "controller-exits", .run = controller_exits },
	{ .name = "controller-exits-quickly",
	  .run = controller_exits_quickly, .kills = true },
	{ .name = "controller-execs", .run = controller_execs,
	  .kills = true },
	{ .name = "controller-is-killed", .run = controller_is_killed,
	  .kills = true },
};

int main(int argc, char **argv)
{
	hz_role = role;
	return hz_main(argc, argv, cases, sizeof(cases) / sizeof(cases[0]));
}
