/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Processes whose main thread has ended by pthread_exit() while others go on.
 * In /proc they look like zombies of root without descriptors; they trace, and
 * are traced, as all others (CREATE-1, EXIT-1: they have not exited).
 */
#include "hazard.h"

#include <sys/mman.h>

enum { NOBODY = 65534 };

static struct shared {
	_Atomic bool ready;
	_Atomic pid_t tid;
} *shared;

static void share(void)
{
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	CHECK(shared != MAP_FAILED, "mmap");
}

/* Only for others than root do the files in /proc make a difference. */
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

/* A child in which `run` is all there is. */
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
	/* Again: the first create must not have swept it away. */
	for (unsigned turn = 0; turn < 2; turn++) {
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

/* Targets look for their controllers twice a second. */
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
	for (unsigned turn = 0; turn < 20; turn++) {
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
	/* Meanwhile others create streams, and sweep what is dead. */
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

/* The number of a thread is none of a process: CREATE-E6. */
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

static const struct hz_case cases[] = {
	{ .name = "as-target", .run = as_target, .kills = true },
	{ .name = "by-itself", .run = by_itself },
	{ .name = "as-controller", .run = as_controller, .kills = true },
	{ .name = "thread-id", .run = thread_id, .kills = true },
};

HZ_MAIN(cases)
