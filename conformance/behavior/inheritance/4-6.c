/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FORK-4: INHERITED is for all children to come, and theirs, but not for
 * those that exist already.
 *
 * Source: XBD 4.19 Tracing; TRI; shall.
 *
 * The children of a process that is traced by its pid, made before the stream runs;
 * one goes on when that process has ended.
 */
#define NEEDS (CT_INHERIT)
#include "conftest.h"

static struct ct_pipe to_target, to_child, done;

static void child(trace_event_id_t id)
{
	ct_tell(done);
	ct_hear(to_child);
	ct_fire(id, 2);
	ct_tell(done);
	ct_hear(to_child);
	ct_fire(id, 4);
	ct_tell(done);
	_exit(CT_DONE);
}

static void target(void)
{
	trace_event_id_t id = ct_type("conformance a");

	ct_tell(done);
	ct_hear(to_target);
	if (ct_fork() == 0)
		child(id);
	ct_hear(to_target);
	ct_fire(id, 1);
	ct_tell(done);
	ct_hear(to_target);
	ct_fire(id, 3);
	_exit(CT_DONE);
}

static void let(struct ct_pipe to)
{
	ct_tell(to);
	ct_hear(done);
}

/* The events 1 to 4, and the time from the first to the last of them. */
static void check(trace_id_t trid, pid_t pid)
{
	static struct ct_event ev;
	struct timespec last = { 0, 0 };
	long gap;
	int i;

	for (i = 1; i <= 4; i++) {
		if (!ct_find_number(ct_try, trid, &ev, i))
			FAIL("expected event %d", i);
		if ((ev.info.posix_pid == pid) != (i % 2 == 1))
			FAIL("event %d is from process %ld", i,
					(long)ev.info.posix_pid);
		gap = (long)(ev.info.posix_timestamp.tv_sec - last.tv_sec);
		if (i > 1 && (gap < -2 || gap > (long)ct_limit()))
			FAIL("event %d has a stamp %ld s after that of event %d",
					i, gap, i - 1);
		last = ev.info.posix_timestamp;
	}
}

static void test(void)
{
	trace_attr_t attr;
	trace_id_t trid;
	pid_t pid;
	int err;

	to_target = ct_pipe();
	to_child = ct_pipe();
	done = ct_pipe();
	pid = ct_fork();
	if (pid == 0)
		target();
	ct_hear(done);
	ct_init(&attr);
	SETUP(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	err = posix_trace_create(pid, &attr, &trid);
	if (err == EPERM)
		UNTESTED("a process may not trace its child here");
	ct_expect("posix_trace_create(pid of a child)", err, 0);
	let(to_target);
	EXPECT(posix_trace_start(trid), 0);
	let(to_target);
	let(to_child);
	ct_tell(to_target);
	ct_reap(pid);
	let(to_child);
	check(trid, pid);
	PASS("the child of the target was traced, also when that had ended");
}
