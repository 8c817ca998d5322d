/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * POSIX_TRACE_ALLPROC: one stream for all processes of a user.  These cases
 * test which processes are in it, under which names, and what remains when it
 * ends or its controller dies.
 *
 * The data of an event contains the pid and the name with which it was
 * recorded, so a reader can check the event.
 */
#include "processes.h"

#include <spawn.h>

extern char **environ;

enum { PROCESSES = 6, EVENTS = 50 };

struct shared {
	_Atomic uint32_t ready, go, recorded, over;
	_Atomic uint32_t quiet;
	_Atomic uint32_t first_child;
};

static struct shared *shared;

static void share(void)
{
	shared = hz_share(sizeof(*shared));
}

struct payload {
	pid_t pid;
	char name[64];
};

static const char *const names[] = { "alpha", "beta", "gamma", "delta" };

static void note(trace_event_id_t id, const char *name)
{
	struct payload p = { .pid = (pid_t)syscall(SYS_getpid) };

	snprintf(p.name, sizeof(p.name), "%s", name);
	posix_trace_event(id, &p, sizeof(p));
}

/* Open the names in an order that depends on `order`, and record an event of
 * each. */
static void note_all(unsigned order, unsigned times)
{
	trace_event_id_t id[4];

	for (unsigned i = 0; i < 4; i++)
		id[(i + order) % 4] = hz_type(names[(i + order) % 4]);
	for (unsigned n = 0; n < times; n++)
		for (unsigned i = 0; i < 4; i++)
			note(id[i], names[i]);
}

/* Check pid and name of an event against its data. */
static const struct payload *check_event(trace_id_t trid,
					 const struct hz_event *e)
{
	static struct payload p;
	char name[TRACE_EVENT_NAME_MAX + 1];

	CHECK(e->len == sizeof(p), "%zu bytes", e->len);
	memcpy(&p, &e->data, sizeof(p));
	CHECK(p.pid == e->info.posix_pid, "recorded by %d, reported as of %d", p.pid,
	      e->info.posix_pid);
	OK(posix_trace_eventid_get_name(trid, e->info.posix_event_id, name));
	CHECK(strcmp(name, p.name) == 0, "%s reported as %s", p.name, name);
	return &p;
}

/* Count the events of a pid; 0: of all processes. */
static unsigned read_all(trace_id_t trid, pid_t pid)
{
	unsigned n = 0;
	struct hz_event e;

	while (hz_try(trid, &e))
		if (hz_is_user(&e) && check_event(trid, &e)->pid &&
		    (!pid || e.info.posix_pid == pid))
			n++;
	return n;
}

static trace_id_t create_all(int fd)
{
	return hz_create(&(struct hz_setup){
		.pid = POSIX_TRACE_ALLPROC, .size = 4 << 20, .fd = fd,
		.log_policy = fd ? POSIX_TRACE_APPEND : 0 });
}

/* --late N: a program that starts while the stream is running. */
static int role(int argc, char **argv)
{
	if (strcmp(argv[1], "--late") != 0 || argc != 3)
		return 2;
	note_all((unsigned)atoi(argv[2]), EVENTS);
	return 0;
}

/*
 * Processes that exist before the stream.  Each has its own ids.  Those with an
 * odd number have never traced and have no control block.
 */
static void existing_processes(void)
{
	pid_t pid[PROCESSES];
	trace_id_t trid;

	share();
	for (unsigned i = 0; i < PROCESSES; i++) {
		pid[i] = hz_fork();
		if (pid[i])
			continue;
		if (i % 2 == 0) {
			hz_type(names[i % 4]);
			note(POSIX_TRACE_UNNAMED_USEREVENT, "too early");
		}
		shared->ready++;
		while (!shared->go)
			hz_sleep_ms(1);
		note_all(i, EVENTS);
		exit(0);
	}
	hz_wait_for(&shared->ready, PROCESSES);
	trid = create_all(0);
	shared->go = 1;
	for (unsigned i = 0; i < PROCESSES; i++)
		hz_join(pid[i]);
	CHECK(read_all(trid, 0) == PROCESSES * EVENTS * 4, "not all");
	OK(posix_trace_shutdown(trid));
}

static pid_t by_clone(void)
{
	return (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
}

static void new_processes(void)
{
	char *const args[] = { "hazard", "--late", "3", NULL };
	pid_t (*const forks[])(void) = { fork, _Fork, by_clone };
	trace_id_t trid = create_all(0);
	pid_t pid;

	note_all(1, 1);
	CHECK(read_all(trid, getpid()) == 4, "the controller is not in it");
	for (unsigned i = 0; i < 3; i++) {
		pid = forks[i]();
		SYS(pid);
		if (pid == 0) {
			note_all(2 + i, EVENTS);
			_exit(0);
		}
		hz_join(pid);
		CHECK(read_all(trid, pid) == 4 * EVENTS, "fork %u", i);
	}
	OK(posix_spawn(&pid, hz_program(), NULL, NULL, args, environ));
	hz_join(pid);
	CHECK(read_all(trid, pid) == 4 * EVENTS, "spawn");
	pid = vfork();
	if (pid == 0) {
		execv(hz_program(), args);
		_exit(1);
	}
	hz_join(pid);
	CHECK(read_all(trid, pid) == 4 * EVENTS, "vfork");
	OK(posix_trace_shutdown(trid));
	CHECK(!posixtrace_is_traced(), "still traced");
}

/* Several streams for all processes, besides a stream of a process's own. */
static void several_at_once(void)
{
	trace_id_t first = create_all(0), second = create_all(0), own;
	pid_t pid;

	own = hz_create(&(struct hz_setup){
		.inherited = POSIX_TRACE_INHERITED });
	note_all(1, EVENTS);
	pid = hz_fork();
	if (pid == 0) {
		note_all(2, EVENTS);
		exit(0);
	}
	hz_join(pid);
	CHECK(read_all(first, 0) == 8 * EVENTS, "the first");
	OK(posix_trace_shutdown(first));
	note_all(3, EVENTS);
	CHECK(read_all(second, 0) == 12 * EVENTS, "the second");
	CHECK(read_all(own, 0) == 12 * EVENTS, "the process's own stream");
	OK(posix_trace_shutdown(second));
	note_all(3, EVENTS);
	CHECK(read_all(own, 0) == 4 * EVENTS, "only the process's own stream");
	OK(posix_trace_shutdown(own));
}

/* A name that the controller opens is filtered in all processes. */
static void filter_by_name(void)
{
	trace_event_id_t beta, again;
	trace_id_t trid = create_all(0);
	trace_event_set_t set;
	pid_t pid;

	OK(posix_trace_trid_eventid_open(trid, "other", &beta));
	OK(posix_trace_trid_eventid_open(trid, "beta", &beta));
	OK(posix_trace_eventset_empty(&set));
	OK(posix_trace_eventset_add(beta, &set));
	OK(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	for (unsigned i = 0; i < 3; i++) {
		pid = hz_fork();
		if (pid == 0) {
			note_all(i, EVENTS);
			exit(0);
		}
		hz_join(pid);
		CHECK(read_all(trid, pid) == 3 * EVENTS, "process %u", i);
	}
	OK(posix_trace_trid_eventid_open(trid, "beta", &again));
	CHECK(again == beta, "another id for beta");
	OK(posix_trace_shutdown(trid));
}

/* More names than the stream has room for: the rest are unnamed. */
static void too_many_names(void)
{
	enum { EACH = 1000, MANY = 3 };
	unsigned named = 0, unnamed = 0;
	trace_id_t trid = create_all(0);
	struct hz_event e;
	char name[32];

	for (unsigned i = 0; i < MANY; i++) {
		pid_t pid = hz_fork();

		if (pid == 0) {
			for (unsigned n = 0; n < EACH; n++) {
				snprintf(name, sizeof(name), "%u of %u", n, i);
				note(hz_type(name), name);
			}
			exit(0);
		}
		hz_join(pid);
	}
	while (hz_try(trid, &e)) {
		if (!hz_is_user(&e))
			continue;
		if (e.info.posix_event_id == POSIX_TRACE_UNNAMED_USEREVENT) {
			unnamed++;
		} else {
			check_event(trid, &e);
			named++;
		}
	}
	CHECK(named + unnamed == MANY * EACH && named == 1983,
	      "%u named, %u unnamed", named, unnamed);
	OK(posix_trace_shutdown(trid));
}

/* The log has the stream's names, even if the controller was killed. */
/* The same argument has another meaning and other ids in another process. */
static void note_typed(unsigned which)
{
	if (which == 0)
		POSIXTRACE_BEGIN("typed")
			POSIXTRACE_U32(count, 7)
			POSIXTRACE_STRING(text, "seven")
		POSIXTRACE_END;
	else
		POSIXTRACE_BEGIN("typed")
			POSIXTRACE_DOUBLE(other, 7.5)
		POSIXTRACE_END;
	/* Describe the arguments after the first event was recorded. */
	note(hz_type("late"), "late");
	POSIXTRACE_BEGIN("late")
		POSIXTRACE_U8(now, 1)
	POSIXTRACE_END;
}

static void trace_typed(unsigned i)
{
	char name[16];

	for (unsigned n = 0; n < 3 * i; n++) {
		snprintf(name, sizeof(name), "more %u", n);
		hz_type(name);
	}
	/* The second process finds the description of the first in the
	 * stream. */
	hz_wait_for(&shared->go, 1 + i);
	note_typed(i % 2);
	shared->go++;
	exit(0);
}

static const char *arguments_of(trace_id_t trid, const char *name)
{
	static struct posixtrace_arguments arguments;
	trace_event_id_t id;

	OK(posix_trace_trid_eventid_open(trid, name, &id));
	OK(posixtrace_get_arguments(trid, id, &arguments));
	return arguments.text;
}

static void arguments(void)
{
	pid_t pid[PROCESSES];
	char name[TRACE_EVENT_NAME_MAX + 1];
	struct hz_event e;
	trace_id_t trid;
	unsigned n = 0;

	share();
	trid = create_all(0);
	for (unsigned i = 0; i < PROCESSES; i++) {
		pid[i] = hz_fork();
		if (pid[i] == 0)
			trace_typed(i);
	}
	shared->go = 1;
	for (unsigned i = 0; i < PROCESSES; i++)
		hz_join(pid[i]);
	CHECK(strcmp(arguments_of(trid, "typed"), "count:u32 text:str") == 0,
	      "%s", arguments_of(trid, "typed"));
	CHECK(strcmp(arguments_of(trid, "typed~2"), "other:f64") == 0,
	      "%s", arguments_of(trid, "typed~2"));
	CHECK(strcmp(arguments_of(trid, "late"), "now:u8") == 0,
	      "%s", arguments_of(trid, "late"));
	while (hz_try(trid, &e)) {
		if (!hz_is_user(&e))
			continue;
		OK(posix_trace_eventid_get_name(trid, e.info.posix_event_id,
						name));
		if (strcmp(name, "typed") == 0)
			CHECK(e.len == 10, "%zu bytes", e.len);
		else if (strcmp(name, "typed~2") == 0)
			CHECK(e.len == 8, "%zu bytes", e.len);
		else
			CHECK(strcmp(name, "late") == 0, "%s", name);
		n++;
	}
	CHECK(n == 3 * PROCESSES, "%u events", n);
	OK(posix_trace_shutdown(trid));
}

static void logged(bool killed)
{
	unsigned n = 0, count;
	struct hz_event e;
	int fd = hz_file();
	trace_id_t trid;
	pid_t controller, pid;

	share();
	hz_type("gamma");
	controller = hz_fork();
	if (controller == 0) {
		trid = create_all(fd);
		shared->ready = 1;
		while (!shared->go)
			hz_sleep_ms(1);
		if (killed)
			raise(SIGKILL);
		OK(posix_trace_shutdown(trid));
		exit(0);
	}
	hz_wait_for(&shared->ready, 1);
	note_all(0, EVENTS);
	for (unsigned i = 0; i < 3; i++) {
		pid = hz_fork();
		if (pid == 0) {
			note_all(i, EVENTS);
			exit(0);
		}
		hz_join(pid);
	}
	shared->go = 1;
	while (waitpid(controller, NULL, 0) < 0)
		;
	OK(posix_trace_open(fd, &trid));
	while (hz_get(trid, &e))
		if (hz_is_user(&e)) {
			check_event(trid, &e);
			n++;
		}
	CHECK(n == 16 * EVENTS, "%u events", n);
	OK(posix_trace_close(trid));
	for (count = 0; posixtrace_is_traced(); count++) {
		CHECK(count < 2000, "still traced");
		note(hz_type("alpha"), "alpha");
		hz_sleep_ms(1);
	}
	/* A process that starts after the controller was killed is not
	 * traced. */
	pid = hz_fork();
	if (pid == 0) {
		note_all(1, 1);
		CHECK(!posixtrace_is_traced(), "traced by a dead one");
		exit(0);
	}
	hz_join(pid);
}

static void with_log(void)
{
	logged(false);
}

static void with_log_killed(void)
{
	logged(true);
}

/* Processes and streams start and end at the same time; nothing of them is
 * left. */
static void come_and_go(void)
{
	uint64_t end = hz_ns() + 2000000000;
	pid_t pid[3];

	share();
	for (unsigned i = 0; i < 3; i++) {
		pid[i] = hz_fork();
		if (pid[i])
			continue;
		for (unsigned n = 0; !shared->over; n++) {
			pid_t child = fork();

			SYS(child);
			if (child == 0) {
				note_all(n % 4, 5);
				exit(0);
			}
			hz_join(child);
			note_all(i, 5);
		}
		exit(0);
	}
	for (unsigned n = 0; hz_ns() < end; n++) {
		trace_id_t trid = create_all(0);

		hz_sleep_ms(n % 20);
		read_all(trid, 0);
		OK(posix_trace_shutdown(trid));
	}
	shared->over = 1;
	for (unsigned i = 0; i < 3; i++)
		hz_join(pid[i]);
}

static const struct hz_case cases[] = {
	{ .name = "existing-processes", .run = existing_processes },
	{ .name = "new-processes", .run = new_processes, .kills = true },
	{ .name = "several-at-once", .run = several_at_once },
	{ .name = "filter-by-name", .run = filter_by_name },
	{ .name = "too-many-names", .run = too_many_names },
	{ .name = "arguments", .run = arguments },
	{ .name = "with-log", .run = with_log },
	{ .name = "with-log-killed", .run = with_log_killed, .kills = true },
	{ .name = "come-and-go", .run = come_and_go },
};

int main(int argc, char **argv)
{
	hz_role = role;
	return hz_main(argc, argv, cases, sizeof(cases) / sizeof(cases[0]));
}
