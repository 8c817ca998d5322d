/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EXEC-1: a traced process that calls exec goes on being traced into the
 * same stream; the map of names is new.
 *
 * Source: XSH exec DESCRIPTION; TRC; shall.
 *
 * One that is traced because its parent is, and was forked before the stream ran.
 */
#define NEEDS (CT_INHERIT)
#include "confexec.h"

/* An event of this process with this number, not an hour before or after another. */
static void expect(trace_id_t trid, int number, pid_t pid, struct timespec *last)
{
	static struct ct_event ev;
	long gap;

	if (!ct_find_number(ct_try, trid, &ev, number))
		FAIL("expected event %d", number);
	if (ev.info.posix_pid != pid)
		FAIL("expected event %d from process %ld, got %ld", number,
				(long)pid, (long)ev.info.posix_pid);
	gap = (long)(ev.info.posix_timestamp.tv_sec - last->tv_sec);
	if (last->tv_sec != 0 && (gap < -2 || gap > (long)ct_limit()))
		FAIL("event %d has a stamp %ld s after that of the one before",
				number, gap);
	*last = ev.info.posix_timestamp;
}

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	struct timespec last = { 0, 0 };
	trace_attr_t attr;
	trace_id_t trid;
	pid_t pid;

	if (ct_mode()) {
		ct_fire(ct_type("conformance image"), 3);
		ct_tell(ct_done);
		ct_hear(ct_go);
		_exit(CT_DONE);
	}
	ct_init(&attr);
	SETUP(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	trid = ct_stream(&attr);
	pid = ct_fork();
	if (pid == 0) {
		ct_tell(ct_done);
		ct_hear(ct_go);
		ct_fire(id, 2);
		ct_exec("image");
	}
	ct_hear(ct_done);
	SETUP(posix_trace_start(trid));
	ct_fire(id, 1);
	ct_tell(ct_go);
	ct_hear(ct_done);
	ct_fire(id, 4);
	ct_tell(ct_go);
	ct_reap(pid);
	expect(trid, 1, getpid(), &last);
	expect(trid, 2, pid, &last);
	expect(trid, 3, pid, &last);
	expect(trid, 4, getpid(), &last);
	PASS("a child that inherited the stream was traced after its exec");
}
