/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Processes that fork (2.24, traps 20, 21, 54): which ones are traced, under
 * which pid and with which names, and that a child does not affect the streams
 * of its parent.
 */
#include "hazard.h"

#include <linux/sched.h>
#include <sys/mman.h>

static trace_event_id_t type;

/* Count the events of one pid, and those of all others. */
static unsigned count_of(trace_id_t trid, pid_t pid, unsigned *others)
{
	unsigned n = 0;
	struct hz_event e;

	*others = 0;
	while (hz_try(trid, &e)) {
		if (!hz_is_user(&e))
			continue;
		CHECK(e.len == sizeof(pid_t) &&
		      e.data.number == e.info.posix_pid,
		      "an event of %d is reported as of %d", e.data.number,
		      e.info.posix_pid);
		if (e.info.posix_pid == pid)
			n++;
		else
			++*others;
	}
	return n;
}

static void note(void)
{
	pid_t pid = (pid_t)syscall(SYS_getpid);

	posix_trace_event(type, &pid, sizeof(pid));
}

/* Every kind of fork, with both kinds of streams at once (FORK-5). */
static pid_t by_fork(void)
{
	return fork();
}

static pid_t by_underscore_fork(void)
{
	return _Fork();
}

static pid_t by_clone(void)
{
	return (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
}

static pid_t by_clone3(void)
{
	struct clone_args args = { .exit_signal = SIGCHLD };

	return (pid_t)syscall(SYS_clone3, &args, sizeof(args));
}

static void family(pid_t (*spawn)(void), bool first_in_child)
{
	struct hz_census before = hz_census();
	trace_id_t closed, inherited;
	unsigned others;
	pid_t pid;

	type = hz_type("fork");
	closed = hz_create(&(struct hz_setup){
		.inherited = POSIX_TRACE_CLOSE_FOR_CHILD });
	inherited = hz_create(&(struct hz_setup){
		.inherited = POSIX_TRACE_INHERITED });
	if (!first_in_child)
		note();
	pid = spawn();
	SYS(pid);
	if (pid == 0) {
		struct posix_trace_status_info status;
		trace_id_t own;

		note();
		/* FORK-3, GEN-6 */
		CHECK(posix_trace_get_status(closed, &status) == EINVAL &&
		      posix_trace_stop(inherited) == EINVAL &&
		      posix_trace_shutdown(inherited) == EINVAL,
		      "the child controls its parent's streams");
		own = hz_create(&(struct hz_setup){0});
		note();
		CHECK(own != closed && own != inherited, "an old id");
		CHECK(count_of(own, getpid(), &others) == 1 && others == 0,
		      "the child's own stream");
		/* Events of a grandchild are in the inherited stream, too. */
		pid = spawn();
		if (pid == 0) {
			note();
			_exit(0);
		}
		note();
		hz_join(pid);
		CHECK(count_of(own, getpid(), &others) == 1 && others == 0,
		      "the grandchild is in a stream of its parent");
		OK(posix_trace_shutdown(own));
		if (spawn == by_fork)
			exit(0);
		_exit(0);
	}
	note();
	hz_join(pid);
	note();
	CHECK(count_of(closed, getpid(), &others) == (first_in_child ? 2u : 3u) &&
	      others == 0, "%u of others in the closed stream", others);
	CHECK(count_of(inherited, getpid(), &others) == (first_in_child ? 2u : 3u) &&
	      others == 4, "%u of others in the inherited stream", others);
	OK(posix_trace_shutdown(closed));
	OK(posix_trace_shutdown(inherited));
	hz_check_census(before);
}

static void family_fork(void)
{
	family(by_fork, false);
}

static void family_underscore_fork(void)
{
	family(by_underscore_fork, false);
}

static void family_clone(void)
{
	family(by_clone, false);
}

static void family_clone3(void)
{
	family(by_clone3, true);
}

/* More children than the stream has lanes, one after the other. */
static void children_come_and_go(bool read)
{
	enum { CHILDREN = 2600 };
	struct posixtrace_usage usage;
	unsigned got = 0, others = 0, n = CHILDREN / HZ_SLOW;
	trace_id_t trid;
	pid_t pid, last = 0;
	struct hz_event e;
	bool seen = false;

	type = hz_type("fork");
	trid = hz_create(&(struct hz_setup){
		.policy = POSIX_TRACE_LOOP,
		.inherited = POSIX_TRACE_INHERITED });
	for (unsigned i = 0; i < n; i++) {
		pid = last = fork();
		SYS(pid);
		if (pid == 0) {
			note();
			_exit(0);
		}
		hz_join(pid);
		if (read) {
			count_of(trid, 0, &others);
			got += others;
		}
	}
	while (hz_try(trid, &e)) {
		if (!hz_is_user(&e))
			continue;
		got++;
		seen |= e.info.posix_pid == last;
	}
	OK(posixtrace_get_usage(trid, &usage));
	/* The START of the stream may have been overwritten. */
	CHECK(got + usage.lost == n || got + usage.lost == n + 1,
	      "%u read, %llu lost, of %u", got,
	      (unsigned long long)usage.lost, n);
	CHECK(read ? got == n : seen, "%s",
	      read ? "some are lost" : "the newest is not there");
	/* Most children get a lane, although the reader frees none. */
	CHECK(got > n / 3, "only %u of %u", got, n);
	OK(posix_trace_shutdown(trid));
}

static void children_read(void)
{
	children_come_and_go(true);
}

static void children_unread(void)
{
	children_come_and_go(false);
}

/* Fork at any moment while threads trace and allocate.  Where a fork takes long
 * they stop before the stream is full. */
enum { ROOM = 2000000 };
static _Atomic bool over;
static _Atomic uint64_t recorded;

static void *trace_and_allocate(void *arg)
{
	while (!over) {
		void *p = malloc(100);

		if (recorded >= ROOM) {
			free(p);
			hz_sleep_ms(1);
			continue;
		}
		note();
		atomic_fetch_add(&recorded, 1);
		free(p);
		if (recorded % 1024 == 0)
			hz_sleep_ms(1);
	}
	return arg;
}

static void fork_among_threads(pid_t (*spawn)(void), int inheritance)
{
	unsigned children = 200 / HZ_SLOW + 1, mine, others;
	pthread_t threads[3];
	trace_id_t trid;

	type = hz_type("fork");
	trid = hz_create(&(struct hz_setup){ .policy = POSIX_TRACE_LOOP,
					     .size = 64 << 20,
					     .inherited = inheritance });
	for (int i = 0; i < 3; i++)
		threads[i] = hz_thread(trace_and_allocate, NULL);
	for (unsigned i = 0; i < children; i++) {
		pid_t pid = spawn();

		SYS(pid);
		if (pid == 0) {
			note();
			note();
			_exit(0);
		}
		hz_join(pid);
	}
	over = true;
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	mine = count_of(trid, getpid(), &others);
	CHECK(mine == recorded, "%u of %llu", mine,
	      (unsigned long long)recorded);
	CHECK(others == (inheritance == POSIX_TRACE_INHERITED ?
			 2 * children : 0), "%u events of %u children", others,
	      children);
	OK(posix_trace_shutdown(trid));
}

static void threads_inherited(void)
{
	fork_among_threads(by_fork, POSIX_TRACE_INHERITED);
}

static void threads_closed(void)
{
	fork_among_threads(by_fork, POSIX_TRACE_CLOSE_FOR_CHILD);
}

static void threads_underscore_fork(void)
{
	/* ThreadSanitizer supports a child of a process with threads only after
	 * fork(). */
	if (HZ_SLOW == 12)
		SKIP("thread sanitizer");
	fork_among_threads(by_underscore_fork, POSIX_TRACE_INHERITED);
}

static void threads_clone(void)
{
	/* ThreadSanitizer supports a child of a process with threads only after
	 * fork(). */
	if (HZ_SLOW == 12)
		SKIP("thread sanitizer");
	fork_among_threads(by_clone, POSIX_TRACE_INHERITED);
}

/* Names have the same ids in the whole family, whichever process opened them,
 * and whenever. */
static void names_in_the_family(void)
{
	struct { _Atomic uint32_t step; trace_event_id_t id[8]; } *s;
	trace_event_id_t before, id;
	trace_id_t trid;
	pid_t pid;

	s = mmap(NULL, sizeof(*s), PROT_READ | PROT_WRITE,
		 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	before = hz_type("before");
	trid = hz_create(&(struct hz_setup){
		.inherited = POSIX_TRACE_INHERITED });
	pid = hz_fork();
	if (pid == 0) {
		s->id[0] = hz_type("before");
		s->id[1] = hz_type("by the child");
		s->step = 1;
		while (s->step < 2)
			sched_yield();
		s->id[2] = hz_type("by the parent");
		s->id[3] = hz_type("by the controller");
		exit(0);
	}
	while (s->step < 1)
		sched_yield();
	id = hz_type("by the parent");
	OK(posix_trace_trid_eventid_open(trid, "by the controller",
					 &s->id[4]));
	s->step = 2;
	hz_join(pid);
	CHECK(s->id[0] == before, "before");
	CHECK(s->id[1] == hz_type("by the child"), "by the child");
	CHECK(s->id[2] == id, "by the parent");
	CHECK(s->id[3] == s->id[4] && s->id[4] == hz_type("by the controller"),
	      "by the controller");
	CHECK(id != before && id != s->id[1] && id != s->id[3] &&
	      s->id[1] != s->id[3], "not distinct");
	OK(posix_trace_shutdown(trid));
}

/* A child of a process with a log does not write to the log, however it
 * ends. */
static void child_of_a_logger(void)
{
	struct hz_setup setup = { .log_policy = POSIX_TRACE_APPEND,
				  .size = 65536, .fd = hz_file() };
	unsigned mine = 0, n = 50000 / HZ_SLOW, children = 0;
	struct hz_event e;
	trace_id_t trid;

	type = hz_type("fork");
	trid = hz_create(&setup);
	for (unsigned i = 0; i < n; i++) {
		note();
		if (i % (n / 20) == n / 40) {
			pid_t pid = fork();

			SYS(pid);
			if (pid == 0) {
				note();
				if (children % 3 == 0)
					CHECK(posix_trace_flush(trid) == EINVAL,
					      "flushed");
				if (children % 2)
					exit(0);
				_exit(0);
			}
			hz_join(pid);
			children++;
		}
		if (i % 256 == 0)
			OK(posix_trace_flush(trid));
	}
	OK(posix_trace_shutdown(trid));
	OK(posix_trace_open(setup.fd, &trid));
	while (hz_get(trid, &e)) {
		if (!hz_is_user(&e))
			continue;
		CHECK(e.info.posix_pid == getpid(), "of %d", e.info.posix_pid);
		mine++;
	}
	CHECK(mine == n, "%u of %u", mine, n);
	OK(posix_trace_close(trid));
}

/* daemon() forks without the library's handlers, and the parent ends at
 * once. */
static void daemons(int inheritance, unsigned wanted)
{
	_Atomic pid_t *pid = mmap(NULL, sizeof(*pid), PROT_READ | PROT_WRITE,
				  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	unsigned others;
	trace_id_t trid;
	pid_t child;

	type = hz_type("fork");
	child = hz_fork();
	if (child == 0) {
		/* The process is set up for tracing, but records nothing before
		 * it forks, and so has not attached the stream. */
		hz_type("daemon");
		while (!*pid)
			hz_sleep_ms(1);
		*pid = 0;
		if (daemon(1, 1) != 0)
			_exit(1);
		/* The parent does not wait for its child: let it end. */
		hz_sleep_ms(20);
		note();
		note();
		*pid = getpid();
		_exit(0);
	}
	trid = hz_create(&(struct hz_setup){ .pid = child,
					     .inherited = inheritance });
	*pid = child;
	hz_join(child);
	for (int i = 0; *pid == 0 || *pid == child; i++) {
		CHECK(i < 10000, "no daemon");
		hz_sleep_ms(1);
	}
	CHECK(count_of(trid, *pid, &others) == wanted && others == 0,
	      "not %u events of the daemon", wanted);
	OK(posix_trace_shutdown(trid));
}

static void daemon_inherited(void)
{
	daemons(POSIX_TRACE_INHERITED, 2);
}

static void daemon_closed(void)
{
	daemons(POSIX_TRACE_CLOSE_FOR_CHILD, 0);
}

/* FORK-4: a child that was there before the stream is not in it, also if the kernel's
 * times of both are the same. */
static void child_before_the_stream(void)
{
	trace_event_id_t type = hz_type("fork");

	for (unsigned round = 0; round < 50; round++) {
		struct hz_setup setup = {
			.inherited = POSIX_TRACE_INHERITED, .size = 1 << 20,
		};
		struct hz_event e;
		trace_id_t trid;
		int go[2];
		pid_t pid;
		char c;

		SYS(pipe(go));
		pid = hz_fork();
		if (pid == 0) {
			SYS(read(go[0], &c, 1));
			posix_trace_event(type, "", 1);
			exit(0);
		}
		trid = hz_create(&setup);
		SYS(write(go[1], "", 1));
		hz_join(pid);
		while (hz_try(trid, &e))
			CHECK(!hz_is_user(&e), "round %u: its event", round);
		OK(posix_trace_shutdown(trid));
		close(go[0]);
		close(go[1]);
	}
}

static const struct hz_case cases[] = {
	{ .name = "family-fork", .run = family_fork, .kills = true },
	{ .name = "family-underscore-fork", .run = family_underscore_fork,
	  .kills = true },
	{ .name = "family-clone", .run = family_clone, .kills = true },
	{ .name = "family-clone3", .run = family_clone3, .kills = true },
	{ .name = "children-read", .run = children_read, .kills = true },
	{ .name = "children-unread", .run = children_unread, .kills = true },
	{ .name = "threads-inherited", .run = threads_inherited,
	  .kills = true },
	{ .name = "threads-closed", .run = threads_closed, .kills = true },
	{ .name = "threads-underscore-fork", .run = threads_underscore_fork,
	  .kills = true },
	{ .name = "threads-clone", .run = threads_clone, .kills = true },
	{ .name = "daemon-inherited", .run = daemon_inherited, .kills = true },
	{ .name = "daemon-closed", .run = daemon_closed, .kills = true },
	{ .name = "child-before-the-stream", .run = child_before_the_stream },
	{ .name = "names-in-the-family", .run = names_in_the_family },
	{ .name = "child-of-a-logger", .run = child_of_a_logger,
	  .kills = true },
};

HZ_MAIN(cases)
