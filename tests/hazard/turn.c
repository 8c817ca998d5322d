/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Which thread of a forked child sets it up.  Handlers of pthread_atfork() that were
 * there before that of the library come before it in the child, and after it in the
 * parent: they may begin a thread that traces, or keep one thread in fork() while
 * another one forks.
 */
#include "hazard.h"

#include <spawn.h>
#include <sys/mman.h>

extern char **environ;

enum { EVENTS = 10 };

static trace_event_id_t type;
static _Atomic bool begins_thread, holds, is_held;
static _Atomic int *waits_in_child;	/* in shared memory */

static void record_some(void)
{
	for (int i = 0; i < EVENTS; i++)
		posix_trace_event(type, &i, sizeof(i));
}

static void *record_in_thread(void *none)
{
	record_some();
	return none;
}

static void in_child(void)
{
	pthread_t thread;

	while (waits_in_child && *waits_in_child)
		hz_sleep_ms(1);
	if (!begins_thread)
		return;
	OK(pthread_create(&thread, NULL, record_in_thread, NULL));
	OK(pthread_join(thread, NULL));
}

static void before_fork(void)
{
	is_held = holds;
	while (holds)
		hz_sleep_ms(1);
}

static void begin(int argc, char **argv, char **envp)
{
	(void)argc;
	(void)argv;
	(void)envp;
	OK(pthread_atfork(before_fork, NULL, in_child));
}

/* Before all constructors, those of libraries too. */
__attribute__((section(".preinit_array"), used))
static void (*const first)(int, char **, char **) = begin;

/* Read what the child has recorded; what is missing must be counted. */
static unsigned check_sum(trace_id_t trid, pid_t pid, unsigned recorded)
{
	struct posixtrace_usage usage;
	struct hz_event e;
	unsigned n = 0;

	while (hz_try(trid, &e))
		n += hz_is_user(&e) && e.info.posix_pid == pid;
	OK(posixtrace_get_usage(trid, &usage));
	CHECK(n + usage.lost == recorded, "%u read and %llu lost of %u", n,
	      (unsigned long long)usage.lost, recorded);
	return n;
}

static trace_id_t begin_stream(void)
{
	type = hz_type("turn");
	return hz_create(&(struct hz_setup){
		.inherited = POSIX_TRACE_INHERITED });
}

/* What the thread records comes before the child's own turn. */
static void thread_of_a_handler(void)
{
	trace_id_t trid = begin_stream();
	pid_t pid;

	begins_thread = true;
	pid = hz_fork();
	if (pid == 0) {
		record_some();
		_exit(0);
	}
	hz_join(pid);
	CHECK(check_sum(trid, pid, 2 * EVENTS) >= EVENTS,
	      "events of the thread that was copied");
	OK(posix_trace_shutdown(trid));
}

static void *fork_once(void *none)
{
	pid_t pid = hz_fork();

	if (pid == 0)
		_exit(0);
	hz_join(pid);
	return none;
}

/* Another thread is in fork(), behind the handler of the library. */
static pthread_t hold_in_fork(void)
{
	pthread_t thread;

	holds = true;
	thread = hz_thread(fork_once, NULL);
	while (!is_held)
		hz_sleep_ms(1);
	return thread;
}

static void release(pthread_t thread)
{
	holds = false;
	OK(pthread_join(thread, NULL));
}

/* A child of _Fork() has nothing to do with the fork() of another thread. */
static void copied_during_a_fork(bool begins)
{
	trace_id_t trid = begin_stream();
	pthread_t held = hold_in_fork();
	pid_t pid = _Fork();

	SYS(pid);
	if (pid == 0) {
		if (begins)
			OK(pthread_join(hz_thread(record_in_thread, NULL), NULL));
		record_some();
		_exit(0);
	}
	hz_join(pid);
	check_sum(trid, pid, begins ? 2 * EVENTS : EVENTS);
	release(held);
	OK(posix_trace_shutdown(trid));
}

static void during_a_fork(void)
{
	copied_during_a_fork(false);
}

static void thread_first_during_a_fork(void)
{
	copied_during_a_fork(true);
}

/* The child that is to be traced, by the target of a controller. */
static void let_record(pid_t pid, int ready)
{
	SYS(pid);
	if (pid == 0) {
		type = hz_type("turn");
		record_some();
		_exit(0);
	}
	SYS(write(ready, &pid, sizeof(pid)));
	hz_join(pid);
}

/* Nor does it know of another's fork which streams there were at its own. */
static void fork_during_a_fork(int go, int ready)
{
	pthread_t held;
	char c;

	type = hz_type("turn");
	held = hold_in_fork();
	SYS(write(ready, "r", 1));
	SYS(read(go, &c, 1));
	let_record(_Fork(), ready);
	release(held);
	_exit(0);
}

/* It has not recorded anything, and so does not know what is published for it. */
static void fork_before_any_event(int go, int ready)
{
	char c;

	SYS(write(ready, "r", 1));
	SYS(read(go, &c, 1));
	let_record(fork(), ready);
	_exit(0);
}

static void published_before(void (*target)(int go, int ready))
{
	int go[2], ready[2];
	trace_id_t trid;
	pid_t pid, child;
	unsigned n;
	char c;

	SYS(pipe2(go, O_CLOEXEC));
	SYS(pipe2(ready, O_CLOEXEC));
	pid = hz_fork();
	if (pid == 0)
		target(go[0], ready[1]);
	SYS(read(ready[0], &c, 1));
	trid = hz_create(&(struct hz_setup){
		.pid = pid, .inherited = POSIX_TRACE_INHERITED });
	SYS(write(go[1], "g", 1));
	SYS(read(ready[0], &child, sizeof(child)));
	hz_join(pid);
	n = check_sum(trid, child, EVENTS);
	CHECK(n == EVENTS, "%u of the child", n);
	OK(posix_trace_shutdown(trid));
}

static void published_during_a_fork(void)
{
	published_before(fork_during_a_fork);
}

static void published_before_any_event(void)
{
	published_before(fork_before_any_event);
}

static void record_as(const char *name)
{
	posix_trace_event(hz_type(name), name, strlen(name) + 1);
}

/* --program: what the child executes. */
static int role(int argc, char **argv)
{
	if (argc != 2 || strcmp(argv[1], "--program") != 0)
		return 2;
	record_as("of-the-program");
	return 0;
}

/* Its own stream, and that of the program below it. */
static void check_names(void)
{
	char *const args[] = { "hazard", "--program", NULL };
	trace_id_t trid = hz_create(&(struct hz_setup){
		.inherited = POSIX_TRACE_INHERITED });
	char name[TRACE_EVENT_NAME_MAX + 1];
	struct hz_event e;
	unsigned n = 0;
	pid_t pid;

	hz_type("opened-only");
	record_as("of-the-child");
	OK(posix_spawn(&pid, hz_program(), NULL, NULL, args, environ));
	hz_join(pid);
	record_as("of-the-child-later");
	while (hz_try(trid, &e)) {
		if (!hz_is_user(&e))
			continue;
		OK(posix_trace_eventid_get_name(trid, e.info.posix_event_id,
						name));
		CHECK(strcmp(name, (char *)e.data.bytes) == 0,
		      "%s is called %s", e.data.bytes, name);
		n++;
	}
	CHECK(n == 3, "%u events", n);
	OK(posix_trace_shutdown(trid));
}

/*
 * A controller makes the files of a forked child before it is set up.  The child goes
 * on with the names of its family, and so does what it executes.
 */
static void files_made_first(void)
{
	trace_id_t trid = begin_stream(), other;
	pid_t pid;

	waits_in_child = mmap(NULL, sizeof(int), PROT_READ | PROT_WRITE,
			      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	CHECK(waits_in_child != MAP_FAILED, "mmap");
	*waits_in_child = 1;
	pid = hz_fork();
	if (pid == 0) {
		check_names();
		_exit(0);
	}
	other = hz_create(&(struct hz_setup){ .pid = pid, .suspended = true });
	*waits_in_child = 0;
	hz_join(pid);
	OK(posix_trace_shutdown(other));
	OK(posix_trace_shutdown(trid));
}

static const struct hz_case cases[] = {
	{ .name = "thread-of-a-handler", .run = thread_of_a_handler,
	  .kills = true },
	{ .name = "during-a-fork", .run = during_a_fork, .kills = true },
	{ .name = "thread-first-during-a-fork",
	  .run = thread_first_during_a_fork, .kills = true },
	{ .name = "published-during-a-fork", .run = published_during_a_fork,
	  .kills = true },
	{ .name = "files-made-first", .run = files_made_first, .kills = true },
	{ .name = "published-before-any-event",
	  .run = published_before_any_event, .kills = true },
};

int main(int argc, char **argv)
{
	hz_role = role;
	return hz_main(argc, argv, cases, sizeof(cases) / sizeof(cases[0]));
}
