/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace_attr_setlocked(): a thread that traces into such a stream has no
 * page fault in its memory, neither in its controller nor in another process.
 */
#include "processes.h"

#include <sys/mman.h>
#include <sys/resource.h>

enum { SIZE = 1 << 20 };

static trace_event_id_t type;

static trace_id_t create(pid_t pid, int policy, int locked, int fd)
{
	trace_attr_t attr;
	trace_id_t trid;
	int is_locked;

	hz_attr(&(struct hz_setup){ .policy = policy, .size = SIZE }, &attr);
	OK(posixtrace_attr_setlocked(&attr, locked));
	if (fd)
		OK(posix_trace_create_withlog(pid, &attr, fd, &trid));
	else
		OK(posix_trace_create(pid, &attr, &trid));
	OK(posix_trace_attr_destroy(&attr));
	OK(posix_trace_get_attr(trid, &attr));
	OK(posixtrace_attr_getlocked(&attr, &is_locked));
	CHECK(is_locked == locked, "%d", is_locked);
	OK(posix_trace_start(trid));
	return trid;
}

static long faults(void)
{
	struct rusage usage;

	SYS(getrusage(RUSAGE_THREAD, &usage));
	return usage.ru_minflt + usage.ru_majflt;
}

/* Page faults while three times the size of the stream is recorded, after the
 * thread's first event. */
static long faults_of_events(void)
{
	unsigned char data[100] = {0};
	long before;

	posix_trace_event(type, data, sizeof(data));
	before = faults();
	before = faults();
	for (unsigned i = 0; i < 3 * SIZE / sizeof(data); i++)
		posix_trace_event(type, data, sizeof(data));
	return faults() - before;
}

static void *count_faults(void *arg)
{
	*(long *)arg = faults_of_events();
	return NULL;
}

static long faults_of(int policy, int locked)
{
	trace_id_t trid = create(0, policy, locked, 0);
	long n = -1;

	pthread_join(hz_thread(count_faults, &n), NULL);
	OK(posix_trace_shutdown(trid));
	return n;
}

static void in_its_controller(void)
{
	long before, with;

	if (HZ_SLOW > 1)
		SKIP("the sanitizer has pages of its own, and locks none");
	type = hz_type("locked");
	before = hz_status_kb("VmLck:");
	/* Without locking there are page faults; otherwise the checks below
	 * would show nothing. */
	with = faults_of(POSIX_TRACE_LOOP, 0);
	CHECK(with > 0, "no page is faulted in without");
	with = faults_of(POSIX_TRACE_LOOP, 1);
	CHECK(with == 0, "%ld page faults", with);
	with = faults_of(POSIX_TRACE_UNTIL_FULL, 1);
	CHECK(with == 0, "%ld page faults, UNTIL_FULL", with);
	CHECK(hz_status_kb("VmLck:") == before, "something is still locked");
}

static void in_memory(void)
{
	long before = hz_status_kb("VmLck:"), kb;
	trace_id_t trid;

	if (HZ_SLOW > 1)
		SKIP("the sanitizer locks nothing");
	trid = create(0, POSIX_TRACE_LOOP, 1, 0);
	kb = hz_status_kb("VmLck:") - before;
	CHECK(kb >= SIZE / 1024 && kb < 4 * SIZE / 1024, "%ld kB", kb);
	OK(posix_trace_shutdown(trid));
}

static void in_another_process(void)
{
	int go[2], ready[2];
	trace_id_t trid;
	pid_t pid;
	char c;

	if (HZ_SLOW > 1)
		SKIP("the sanitizer has pages of its own, and locks none");
	type = hz_type("locked");
	SYS(pipe(go));
	SYS(pipe(ready));
	pid = hz_fork();
	if (pid == 0) {
		long n;

		SYS(write(ready[1], "r", 1));
		SYS(read(go[0], &c, 1));
		n = faults_of_events();
		CHECK(n == 0, "%ld page faults", n);
		exit(0);
	}
	SYS(read(ready[0], &c, 1));
	trid = create(pid, POSIX_TRACE_LOOP, 1, 0);
	SYS(write(go[1], "g", 1));
	hz_join(pid);
	OK(posix_trace_shutdown(trid));
}

/* The attribute is not in the log; a stream that reads the log has its
 * default. */
static void with_a_log(void)
{
	int fd = hz_file(), locked, level;
	trace_attr_t attr;
	trace_id_t trid = create(0, POSIX_TRACE_FLUSH, 1, fd);
	struct hz_event e;
	unsigned n = 0;

	type = hz_type("locked");
	posix_trace_event(type, "x", 1);
	OK(posix_trace_shutdown(trid));
	OK(posix_trace_open(fd, &trid));
	OK(posix_trace_get_attr(trid, &attr));
	OK(posixtrace_attr_getlocked(&attr, &locked));
	OK(posixtrace_attr_getcompression(&attr, &level));
	CHECK(locked == 0 && level == 0, "%d %d", locked, level);
	while (hz_get(trid, &e))
		n += e.info.posix_event_id >= 64 && hz_is_user(&e);
	CHECK(n == 1, "%u events", n);
	OK(posix_trace_close(trid));
}

static void more_than_may_be_locked(void)
{
	struct rlimit none = { 0, 0 };
	struct hz_census before;
	trace_attr_t attr;
	trace_id_t trid;
	pid_t pid;

	if (HZ_SLOW > 1)
		SKIP("the sanitizer locks nothing");
	if (!hz_private_shm)
		SKIP("not root");
	SYS(chmod("/dev/shm", 01777));
	unsetenv("XDG_RUNTIME_DIR");
	pid = hz_fork();
	if (pid == 0) {
		SYS(setrlimit(RLIMIT_MEMLOCK, &none));
		SYS(setresuid(61234, 61234, 61234));
		trid = hz_create(&(struct hz_setup){ .size = SIZE });
		OK(posix_trace_shutdown(trid));
		OK(posix_trace_attr_init(&attr));
		OK(posixtrace_attr_setlocked(&attr, 1));
		before = hz_census();
		for (unsigned i = 0; i < 100; i++)
			CHECK(posix_trace_create(0, &attr, &trid) == ENOMEM,
			      "created");
		hz_check_census(before);
		exit(0);
	}
	hz_join(pid);
}

static const struct hz_case cases[] = {
	{ .name = "in-its-controller", .run = in_its_controller },
	{ .name = "in-memory", .run = in_memory },
	{ .name = "in-another-process", .run = in_another_process },
	{ .name = "with-a-log", .run = with_a_log },
	{ .name = "more-than-may-be-locked", .run = more_than_may_be_locked },
};

HZ_MAIN(cases)
