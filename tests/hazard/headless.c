/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Processes whose main thread has ended by pthread_exit() while others
 * continue.  In /proc they look like zombies of root without descriptors.  They
 * trace, and are traced, like all other processes (CREATE-1, EXIT-1: they have
 * not exited).
 */
#include "processes.h"

/* ThreadSanitizer has a background thread that never ends. */
enum { HZ_SANITIZER_THREADS = HZ_SLOW > 4 };

enum { NOBODY = 65534 };

static struct shared {
	_Atomic bool ready;
	_Atomic pid_t tid;
	_Atomic bool headless;
	_Atomic uint64_t ended_ns;
	int said_to;
} *shared;

static void share(void)
{
	shared = hz_share(sizeof(*shared));
}

/* Become another user, because root can read the files in /proc anyway. */
static void be_nobody(void)
{
	if (geteuid() == 0)
		SYS(setresuid(NOBODY, NOBODY, NOBODY));
	SYS(prctl(PR_SET_DUMPABLE, 1));
}

static char state_of_main_thread(void)
{
	char line[512] = "";
	FILE *f = fopen("/proc/self/stat", "re");
	char *name_end;

	CHECK(f && fgets(line, sizeof(line), f), "/proc/self/stat");
	fclose(f);
	name_end = strrchr(line, ')');
	return name_end ? name_end[2] : '?';
}

/* A child whose only thread executes `run`. */
static pid_t new_headless(void *(*run)(void *))
{
	pid_t pid = hz_fork();

	if (pid == 0) {
		hz_thread(run, NULL);
		pthread_exit(NULL);
	}
	return pid;
}

__attribute__((noreturn))
static void record_on(void)
{
	trace_event_id_t type = hz_type("headless");

	shared->tid = hz_tid();
	shared->ready = true;
	for (;;) {
		posix_trace_event(type, "", 1);
		hz_sleep_ms(1);
	}
}

static void wait_until_headless(void)
{
	while (state_of_main_thread() != 'Z')
		hz_sleep_ms(1);
}

static void *record_for_ever(void *arg)
{
	(void)arg;
	wait_until_headless();
	record_on();
}

static void expect_user_event(trace_id_t trid, pid_t pid)
{
	struct hz_event e;

	do
		CHECK(hz_get_within(trid, &e, 20000), "nothing came");
	while (!hz_is_user(&e));
	CHECK(e.info.posix_pid == pid, "from %d", e.info.posix_pid);
}

static void as_target(void)
{
	pid_t pid;
	trace_id_t trid;

	share();
	be_nobody();
	pid = new_headless(record_for_ever);
	while (!shared->ready)
		hz_sleep_ms(1);
	/* Twice: the first create must not have removed the control block. */
	for (unsigned seq = 0; seq < 2; seq++) {
		trid = hz_create(&(struct hz_setup){ .pid = pid });
		expect_user_event(trid, pid);
		OK(posix_trace_shutdown(trid));
	}
	trid = hz_create(&(struct hz_setup){ .pid = POSIX_TRACE_ALLPROC });
	expect_user_event(trid, pid);
	OK(posix_trace_shutdown(trid));
	hz_kill(pid);
}

static void *trace_oneself(void *arg)
{
	struct hz_setup logged = { .fd = hz_file() }, live = {0};
	trace_event_id_t type = hz_type("headless");
	struct hz_event e;
	trace_id_t trid;

	(void)arg;
	wait_until_headless();
	trid = hz_create(&live);
	posix_trace_event(type, "", 1);
	expect_user_event(trid, getpid());
	OK(posix_trace_shutdown(trid));

	trid = hz_create(&logged);
	posix_trace_event(type, "", 1);
	OK(posix_trace_flush(trid));
	OK(posix_trace_shutdown(trid));
	OK(posix_trace_open(logged.fd, &trid));
	do
		CHECK(hz_get(trid, &e), "nothing in the log");
	while (!hz_is_user(&e));
	exit(0);
}

static void by_itself(void)
{
	be_nobody();
	hz_join(new_headless(trace_oneself));
}

/* Targets check twice a second whether their controllers are alive. */
static void *control_for_seconds(void *arg)
{
	pid_t target;
	trace_id_t trid;
	struct hz_event e;

	(void)arg;
	wait_until_headless();
	target = hz_fork();
	if (target == 0)
		record_on();
	trid = hz_create(&(struct hz_setup){ .pid = target });
	for (unsigned seq = 0; seq < 20; seq++) {
		hz_sleep_ms(100);
		while (hz_try(trid, &e))
			;
	}
	expect_user_event(trid, target);
	OK(posix_trace_shutdown(trid));
	hz_kill(target);
	exit(0);
}

static void as_controller(void)
{
	bool over = false;
	pid_t pid;
	trace_id_t trid;

	share();
	be_nobody();
	pid = new_headless(control_for_seconds);
	/* Meanwhile another process creates streams, which removes leftovers of
	 * dead processes. */
	while (!over) {
		int status;

		OK(posix_trace_create(0, NULL, &trid));
		OK(posix_trace_shutdown(trid));
		hz_sleep_ms(20);
		if (waitpid(pid, &status, WNOHANG) == pid) {
			CHECK(status == 0, "controller: %#x", status);
			over = true;
		}
	}
}

/* The id of a thread is not the id of a process: CREATE-E6. */
static void thread_id(void)
{
	trace_id_t trid;
	pid_t pid;
	int err;

	share();
	pid = new_headless(record_for_ever);
	while (!shared->ready)
		hz_sleep_ms(1);
	err = posix_trace_create(shared->tid, NULL, &trid);
	CHECK(err == ESRCH, "%s", strerror(err));
	hz_kill(pid);
}

/*
 * The process ends when the last of its own threads ends, with status 0 and as
 * by exit().  Threads of the library, which write its logs, do not keep it
 * alive.
 */

enum { EVENTS = 2000 };

static const char said[] = "the last words";

/* Handlers that the application registered run before the library's
 * destructor. */
static void say(void)
{
	if (write(shared->said_to, said, sizeof(said)) != sizeof(said))
		_exit(3);
}

static void *record_and_end(void *arg)
{
	trace_event_id_t type = hz_type("headless");

	(void)arg;
	wait_until_headless();
	/* Longer than the library needs to detect that the main thread has
	 * ended. */
	hz_sleep_ms(1500);
	for (unsigned i = 0; i < EVENTS; i++)
		posix_trace_event(type, &i, sizeof(i));
	shared->ended_ns = hz_ns();
	return NULL;
}

/* Wait for a process that ends with its threads; returns its status. */
static int run_to_the_end(int log, void *(*last)(void *))
{
	pid_t pid = hz_fork();
	int status;

	if (pid == 0) {
		hz_create(&(struct hz_setup){ .fd = log });
		hz_create(&(struct hz_setup){ .fd = hz_file() });
		atexit(say);
		shared->ended_ns = hz_ns();
		if (last)
			hz_thread(last, NULL);
		pthread_exit(NULL);
	}
	SYS(waitpid(pid, &status, 0));
	CHECK(hz_is_within(shared->ended_ns, 5), "after %.1f s",
	      (double)(hz_ns() - shared->ended_ns) / 1e9);
	return status;
}

static unsigned count_in_log(int log)
{
	struct posix_trace_status_info status;
	struct hz_event e;
	trace_event_id_t last = 0;
	unsigned n = 0;
	trace_id_t trid;

	OK(posix_trace_open(log, &trid));
	OK(posix_trace_get_status(trid, &status));
	CHECK(status.posix_stream_overrun_status == POSIX_TRACE_NO_OVERRUN &&
	      status.posix_log_overrun_status == POSIX_TRACE_NO_OVERRUN,
	      "overrun");
	while (hz_get(trid, &e)) {
		n += hz_is_user(&e);
		last = e.info.posix_event_id;
	}
	CHECK(last == POSIX_TRACE_STOP, "it was not shut down");
	OK(posix_trace_close(trid));
	return n;
}

static void share_pipe(int pipes[2])
{
	share();
	SYS(pipe2(pipes, O_CLOEXEC | O_NONBLOCK));
	shared->said_to = pipes[1];
}

static void check_said(int from)
{
	char heard[2 * sizeof(said)];

	CHECK(read(from, heard, sizeof(heard)) == sizeof(said),
	      "atexit() handlers ran other than once");
}

static void ends_with_its_threads(void)
{
	int pipes[2], log = hz_file(), status;
	unsigned n;

	if (HZ_SANITIZER_THREADS)
		SKIP("the sanitizer has a thread of its own");
	share_pipe(pipes);
	status = run_to_the_end(log, NULL);
	CHECK(status == 0, "main thread alone: %#x", status);
	check_said(pipes[0]);

	SYS(ftruncate(log, 0));
	SYS(lseek(log, 0, SEEK_SET));
	status = run_to_the_end(log, record_and_end);
	CHECK(status == 0, "a thread that ends later: %#x", status);
	check_said(pipes[0]);
	n = count_in_log(log);
	CHECK(n == EVENTS, "%u of %u events", n, EVENTS);
}

/* If only threads of the library are left, no thread handles SIGTERM, but the
 * process ends at once anyway.  If a thread of its own is left, the signal
 * kills it. */
static void ends_though_terminated(void)
{
	int status;
	pid_t pid;

	if (HZ_SANITIZER_THREADS)
		SKIP("the sanitizer has a thread of its own");
	share();
	pid = hz_fork();
	if (pid == 0) {
		hz_create(&(struct hz_setup){ .fd = hz_file() });
		hz_thread(record_for_ever, NULL);
		pthread_exit(NULL);
	}
	while (!shared->ready)
		hz_sleep_ms(1);
	SYS(kill(pid, SIGTERM));
	SYS(waitpid(pid, &status, 0));
	CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM, "%#x", status);

	shared->ended_ns = hz_ns();
	pid = hz_fork();
	if (pid == 0) {
		hz_create(&(struct hz_setup){ .fd = hz_file() });
		shared->headless = true;
		pthread_exit(NULL);
	}
	while (!shared->headless)
		hz_sleep_ms(1);
	hz_sleep_ms(20);
	SYS(kill(pid, SIGTERM));
	SYS(waitpid(pid, &status, 0));
	CHECK(status == 0 || WTERMSIG(status) == SIGTERM, "%#x", status);
	CHECK(hz_is_within(shared->ended_ns, 5), "after %.1f s",
	      (double)(hz_ns() - shared->ended_ns) / 1e9);
}

/* A thread that was not created by the C library keeps the process alive, as it
 * would without a stream until the last known thread has ended. */
__attribute__((noreturn))
static int unknown_thread(void *arg)
{
	struct timespec t = { 2, 500000000 };

	(void)arg;
	syscall(SYS_nanosleep, &t, NULL);
	shared->ended_ns = 1;
	for (;;)
		syscall(SYS_exit, 0);
}

static void waits_for_unknown_threads(void)
{
	static _Alignas(16) char stack[16384];
	int status;
	pid_t pid;

	if (HZ_SLOW > 1)
		SKIP("sanitizers know no such threads");
	share();
	pid = hz_fork();
	if (pid == 0) {
		hz_create(&(struct hz_setup){ .fd = hz_file() });
		SYS(clone(unknown_thread, stack + sizeof(stack),
			  CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND |
			  CLONE_THREAD | CLONE_SYSVSEM, NULL));
		pthread_exit(NULL);
	}
	SYS(waitpid(pid, &status, 0));
	CHECK(status == 0, "%#x", status);
	CHECK(shared->ended_ns == 1, "it ended before its thread");
}

/* A child has none of its parent's threads, and none of the library's
 * either. */
static void child_ends_with_its_threads(void)
{
	int pipes[2], status;
	pid_t pid;

	if (HZ_SANITIZER_THREADS)
		SKIP("the sanitizer has a thread of its own");
	share_pipe(pipes);
	/* Two threads of the library in the parent; the child must not believe
	 * that they exist there. */
	hz_create(&(struct hz_setup){ .fd = hz_file() });
	hz_create(&(struct hz_setup){ .fd = hz_file() });
	pid = hz_fork();
	if (pid == 0) {
		hz_create(&(struct hz_setup){ .fd = hz_file() });
		/* This thread must end before the process does. */
		hz_thread(record_and_end, NULL);
		pthread_exit(NULL);
	}
	SYS(waitpid(pid, &status, 0));
	CHECK(status == 0, "%#x", status);
	CHECK(shared->ended_ns, "it ended before its thread");
}

static const struct hz_case cases[] = {
	{ .name = "as-target", .run = as_target, .kills = true },
	{ .name = "by-itself", .run = by_itself },
	{ .name = "as-controller", .run = as_controller, .kills = true },
	{ .name = "thread-id", .run = thread_id, .kills = true },
	{ .name = "ends-with-its-threads", .run = ends_with_its_threads },
	{ .name = "ends-though-terminated", .run = ends_though_terminated,
	  .kills = true },
	{ .name = "waits-for-unknown-threads",
	  .run = waits_for_unknown_threads },
	{ .name = "child-ends-with-its-threads",
	  .run = child_ends_with_its_threads },
};

HZ_MAIN(cases)
