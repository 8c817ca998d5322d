/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * After its first event, a thread that traces into a LOOP or an UNTIL_FULL
 * stream makes no system call (INV-8), whether the stream has room, is full,
 * wraps, is stopped or started.  The thread installs a seccomp filter that
 * kills the process on any system call.
 *
 * Into a stream with a log it opens no file, also where it finds that a library
 * was loaded after the stream was told what the process executes.
 *
 * In a process that has called posixtrace_quiet() none makes one in any stream,
 * also at the first event of a thread.
 */
#include "processes.h"

#include <dlfcn.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>

static trace_event_id_t type;
static _Atomic uint32_t filtered, done;
static unsigned events;

/* From now on this thread may make no system call, so it cannot end either. */
static void forbid_everything(void)
{
	static struct sock_filter kill_all[] = {
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
	};
	static const struct sock_fprog program = { 1, kill_all };

	SYS(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
	filtered++;
	SYS(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program));
}

static void *trace_quietly(void *arg)
{
	unsigned char data[64] = {0};

	posix_trace_event(type, data, sizeof(data));
	forbid_everything();
	for (unsigned i = 0; i < events; i++)
		posix_trace_event(type, data, i % sizeof(data));
	done++;
	for (;;)
		__asm__ volatile("" ::: "memory");
	return arg;
}

/* Record events while the stream is stopped and started `flips` times. */
static void run_quietly(int policy, unsigned n, unsigned flips)
{
	struct posix_trace_status_info status;
	trace_id_t trid;

	if (HZ_SLOW == 12)
		SKIP("the sanitizer makes system calls of its own");
	trid = hz_create(&(struct hz_setup){ .policy = policy,
					     .size = 65536 });
	type = hz_type("quiet");
	events = n;
	hz_thread(trace_quietly, NULL);
	for (unsigned i = 0; i < flips; i++) {
		OK(posix_trace_stop(trid));
		OK(posix_trace_start(trid));
	}
	while (!done)
		hz_sleep_ms(1);
	OK(posix_trace_get_status(trid, &status));
	CHECK(status.posix_stream_overrun_status == POSIX_TRACE_OVERRUN ||
	      flips, "it was never full");
	OK(posix_trace_shutdown(trid));
}

static void loop(void)
{
	run_quietly(POSIX_TRACE_LOOP, 200000, 0);
}

static void until_full(void)
{
	run_quietly(POSIX_TRACE_UNTIL_FULL, 200000, 0);
}

static void stopped_and_started(void)
{
	run_quietly(POSIX_TRACE_LOOP, 200000, 200);
}

/* Show that the filter kills, without which the other cases show nothing. */
static void *make_a_call(void *arg)
{
	forbid_everything();
	hz_tid();
	done++;
	return arg;
}

static void the_filter_kills(void)
{
	pid_t pid = hz_fork();
	int status;

	if (pid == 0) {
		hz_thread(make_a_call, NULL);
		while (!done)
			hz_sleep_ms(1);
		_exit(0);
	}
	SYS(waitpid(pid, &status, 0));
	CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS,
	      "status %#x", status);
}

/* A library that was loaded after the stream was told what the process executes. */

static const void *in_library;

static void forbid_opening(void)
{
	static struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	static const struct sock_fprog program = {
		sizeof(filter) / sizeof(filter[0]), filter
	};

	SYS(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
	SYS(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program));
}

/* Into several chunks: a new one is when it is looked for what executes. */
static void *record_from_library(void *arg)
{
	static const struct posixtrace_kill data = { .signal = SIGUSR1 };

	forbid_opening();
	for (unsigned i = 0; i < events; i++)
		posixtrace_system_event(POSIXTRACE_KILL, &data, sizeof(data),
					in_library);
	done++;
	return arg;
}

static void find_in_log(int fd)
{
	struct posixtrace_mapping mapping = { .path = "" };
	struct hz_event e;
	trace_id_t trid;

	OK(posix_trace_open(fd, &trid));
	do
		CHECK(hz_get(trid, &e), "no such event");
	while (e.info.posix_event_id != POSIXTRACE_KILL);
	CHECK(e.info.posix_prog_address == in_library, "another address");
	OK(posixtrace_find_mapping(trid, getpid(), &e.info.posix_timestamp,
				   (uintptr_t)in_library, &mapping));
	CHECK(strstr(mapping.path, "/libresolv"), "%s", mapping.path);
	CHECK((uintptr_t)in_library - mapping.start < mapping.end -
	      mapping.start, "another place");
	CHECK(mapping.build_id_size == 20, "%zu bytes of build id",
	      mapping.build_id_size);
	OK(posix_trace_close(trid));
}

static void a_library_of_a_record(void)
{
	const int fd = hz_file();
	pthread_t thread;
	trace_id_t trid;
	void *library;

	if (dlopen("libresolv.so.2", RTLD_NOW | RTLD_NOLOAD))
		SKIP("the library is there from the start");
	trid = hz_create(&(struct hz_setup){
		.policy = POSIX_TRACE_FLUSH, .log_policy = POSIX_TRACE_APPEND,
		.size = 65536, .fd = fd });
	library = dlopen("libresolv.so.2", RTLD_NOW);
	if (!library || !(in_library = dlsym(library, "ns_initparse")))
		SKIP("no library to load");
	events = 5000;
	thread = hz_thread(record_from_library, NULL);
	OK(pthread_join(thread, NULL));
	/* At its end a stream is told of what is still loaded. */
	CHECK(dlclose(library) == 0 &&
	      !dlopen("libresolv.so.2", RTLD_NOW | RTLD_NOLOAD),
	      "it is still loaded");
	OK(posix_trace_shutdown(trid));
	find_in_log(fd);
}

/* Processes that call posixtrace_quiet(). */

static struct shared {
	_Atomic uint32_t ready, go, recorded;
} *shared;

enum { WRITERS = 2, EACH = 20000, PAUSE_NS = 20000 };

/* Its first event is after the filter, too. */
static void *trace_in_sandbox(void *arg)
{
	unsigned char data[64] = {0};

	forbid_everything();
	for (unsigned i = 0; i < events; i++) {
		const uint64_t begin = hz_ns();

		while (hz_ns() - begin < PAUSE_NS)
			;
		posix_trace_event(type, data, i % sizeof(data));
	}
	done++;
	for (;;)
		__asm__ volatile("" ::: "memory");
	return arg;
}

static void begin_target(void)
{
	type = hz_type("quiet");
	shared->ready = 1;
	hz_wait_for(&shared->go, 1);
	CHECK(posixtrace_quiet(1) == 0, "it was quiet before");
	CHECK(posixtrace_quiet(1) == 1, "it was not quiet");
}

__attribute__((noreturn)) static void be_target(unsigned each)
{
	begin_target();
	events = each;
	for (int i = 0; i < WRITERS; i++)
		hz_thread(trace_in_sandbox, NULL);
	while (done < WRITERS)
		hz_sleep_ms(1);
	exit(0);
}

/* A child that is traced from before it is quiet. */
static pid_t new_target(void (*run)(unsigned), unsigned n)
{
	pid_t pid;

	if (HZ_SLOW == 12)
		SKIP("the sanitizer makes system calls of its own");
	shared = hz_share(sizeof(*shared));
	pid = hz_fork();
	if (pid == 0)
		run(n);
	hz_wait_for(&shared->ready, 1);
	return pid;
}

static uint64_t lost_from(trace_id_t trid)
{
	struct posixtrace_usage usage;

	OK(posixtrace_get_usage(trid, &usage));
	return usage.lost;
}

/* It does not wake the thread that writes the log, which writes it in time. */
static void in_a_sandbox_flushed(void)
{
	const pid_t pid = new_target(be_target, EACH);
	const int fd = hz_file();
	const trace_id_t trid = hz_create(&(struct hz_setup){
		.policy = POSIX_TRACE_FLUSH, .size = 1 << 20, .fd = fd,
		.pid = pid });
	uint64_t lost;
	unsigned n;

	shared->go = 1;
	hz_join(pid);
	OK(posix_trace_flush(trid));
	lost = lost_from(trid);
	OK(posix_trace_shutdown(trid));
	n = hz_count_user_events(fd);
	CHECK(n + lost == WRITERS * EACH, "%u events, %u lost", n,
	      (unsigned)lost);
	CHECK(lost < EACH / 2, "%u events, %u lost", n, (unsigned)lost);
}

/* Nor readers. */
static void in_a_sandbox_read(void)
{
	const pid_t pid = new_target(be_target, 1);
	const trace_id_t trid = hz_create(&(struct hz_setup){ .pid = pid });
	struct hz_event e;

	OK(posix_trace_trygetnext_event(trid, &e.info, &e.data, sizeof(e.data),
					&e.len, &e.unavailable));
	shared->go = 1;
	for (int n = 0; n < WRITERS; n += hz_is_user(&e))
		CHECK(hz_get(trid, &e), "no event");
	CHECK(!hz_get_within(trid, &e, 100), "another event");
	hz_join(pid);
	OK(posix_trace_shutdown(trid));
}

__attribute__((noreturn)) static void be_parent(unsigned n)
{
	pid_t pid;

	begin_target();
	for (int i = 0; i < 2; i++) {
		pid = hz_fork();
		if (pid == 0) {
			for (unsigned k = 0; k < n; k++)
				posix_trace_event(type, &k, sizeof(k));
			exit(0);
		}
		hz_join(pid);
	}
	exit(0);
}

static void children_of_it(int inherited, uint64_t expected)
{
	const pid_t pid = new_target(be_parent, 50);
	const trace_id_t trid = hz_create(&(struct hz_setup){
		.inherited = inherited, .pid = pid });

	shared->go = 1;
	hz_join(pid);
	CHECK(lost_from(trid) == expected, "%u lost",
	      (unsigned)lost_from(trid));
	OK(posix_trace_shutdown(trid));
}

static void children_are_lost(void)
{
	children_of_it(POSIX_TRACE_INHERITED, 100);
}

static void other_children_are_not(void)
{
	children_of_it(POSIX_TRACE_CLOSE_FOR_CHILD, 0);
}

__attribute__((noreturn)) static void be_quiet_for_a_while(unsigned n)
{
	begin_target();
	posix_trace_event(type, &n, sizeof(n));
	shared->recorded = 1;
	hz_wait_for(&shared->go, 2);
	posix_trace_event(type, &n, sizeof(n));
	CHECK(posixtrace_quiet(0) == 1, "it was not quiet");
	posix_trace_event(type, &n, sizeof(n));
	CHECK(posixtrace_quiet(0) == 0, "it was quiet");
	exit(0);
}

static unsigned count_user_events(trace_id_t trid)
{
	struct hz_event e;
	unsigned n = 0;

	while (hz_try(trid, &e))
		n += hz_is_user(&e);
	return n;
}

/* What comes meanwhile waits. */
static void until_it_is_quiet_no_more(void)
{
	const pid_t pid = new_target(be_quiet_for_a_while, 7);
	const trace_id_t before = hz_create(&(struct hz_setup){ .pid = pid });
	trace_id_t meanwhile;

	shared->go = 1;
	hz_wait_for(&shared->recorded, 1);
	meanwhile = hz_create(&(struct hz_setup){ .pid = pid });
	shared->go = 2;
	hz_join(pid);
	CHECK(count_user_events(before) == 3, "of the stream before");
	CHECK(count_user_events(meanwhile) == 1, "of the other stream");
	OK(posix_trace_shutdown(before));
	OK(posix_trace_shutdown(meanwhile));
}

static const struct hz_case cases[] = {
	{ .name = "the-filter-kills", .run = the_filter_kills },
	{ .name = "loop", .run = loop },
	{ .name = "until-full", .run = until_full },
	{ .name = "stopped-and-started", .run = stopped_and_started },
	{ .name = "a-library-of-a-record", .run = a_library_of_a_record },
	{ .name = "in-a-sandbox-flushed", .run = in_a_sandbox_flushed },
	{ .name = "in-a-sandbox-read", .run = in_a_sandbox_read },
	{ .name = "children-are-lost", .run = children_are_lost },
	{ .name = "other-children-are-not", .run = other_children_are_not },
	{ .name = "until-it-is-quiet-no-more",
	  .run = until_it_is_quiet_no_more },
};

HZ_MAIN(cases)
