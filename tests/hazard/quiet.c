/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * After its first event, a thread that traces into a LOOP or an UNTIL_FULL
 * stream makes no system call (INV-8), whether the stream has room, is full,
 * wraps, is stopped or started.  The thread installs a seccomp filter that
 * kills the process on any system call.
 */
#include "hazard.h"

#include <linux/filter.h>
#include <linux/seccomp.h>

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

static const struct hz_case cases[] = {
	{ .name = "the-filter-kills", .run = the_filter_kills },
	{ .name = "loop", .run = loop },
	{ .name = "until-full", .run = until_full },
	{ .name = "stopped-and-started", .run = stopped_and_started },
};

HZ_MAIN(cases)
