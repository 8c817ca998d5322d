/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FORK-5: whether a child is traced is decided for each stream.
 *
 * Source: XSH fork() DESCRIPTION; TRI; derived.
 *
 * A stream with log is inherited by two generations, one without log is not.
 */
#define NEEDS (CT_INHERIT | CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t inherited, closed;
	pid_t pid;
	int i;

	ct_log_attr(&attr, 20);
	SETUP(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	inherited = ct_logging(&attr, ct_file());
	closed = ct_running_for(20);
	pid = ct_fork();
	if (pid == 0) {
		ct_fire(id, 1);
		pid = ct_fork();
		if (pid == 0) {
			ct_fire(id, 2);
			_exit(CT_DONE);
		}
		ct_reap(pid);
		_exit(CT_DONE);
	}
	ct_reap(pid);
	ct_fire(id, 3);
	for (i = 0; ct_try(closed, &ev);)
		if (ct_is(closed, &ev, id)) {
			if (ct_number(&ev) != 3)
				FAIL("the stream that is not inherited has "
						"event %d", ct_number(&ev));
			i++;
		}
	if (i != 1)
		FAIL("expected one event in the stream that is not inherited, "
				"got %d", i);
	SETUP(posix_trace_shutdown(inherited));
	inherited = ct_reopen();
	for (i = 1; i <= 3; i++) {
		if (!ct_find_number(ct_read, inherited, &ev, i))
			FAIL("expected event %d in the log", i);
		if ((ev.info.posix_pid == pid) != (i == 1) ||
		    (ev.info.posix_pid == getpid()) != (i == 3))
			FAIL("event %d is from process %ld", i,
					(long)ev.info.posix_pid);
	}
	PASS("the log has both generations, the other stream neither");
}
