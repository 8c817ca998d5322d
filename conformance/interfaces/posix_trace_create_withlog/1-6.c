/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CRLOG-1: the function does all that posix_trace_create() does, with a log
 * on the descriptor.
 *
 * Source: XSH posix_trace_create_withlog() DESCRIPTION; TRL; shall.
 *
 * Another process: what it does is in the log, under its pid and with its
 * names.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static struct ct_pipe go, done;

static void test(void)
{
	static struct ct_event ev;
	char name[4096];
	trace_attr_t attr;
	trace_id_t trid;
	pid_t pid;
	int err, found = 0;

	go = ct_pipe();
	done = ct_pipe();
	pid = ct_fork();
	if (pid == 0) {
		ct_hear(go);
		ct_fire(ct_type("conformance target"), 4);
		ct_tell(done);
		ct_hear(go);
		_exit(CT_DONE);
	}
	err = posix_trace_create_withlog(pid,
			ct_plain(&attr, POSIX_TRACE_FLUSH), ct_file(), &trid);
	if (err == EPERM)
		UNTESTED("a process may not trace its child here");
	ct_expect("posix_trace_create_withlog(pid of a child)", err, 0);
	SETUP(posix_trace_start(trid));
	ct_tell(go);
	ct_hear(done);
	EXPECT(posix_trace_shutdown(trid), 0);
	ct_tell(go);
	ct_reap(pid);
	trid = ct_reopen();
	while (!found && ct_read(trid, &ev)) {
		SETUP(posix_trace_eventid_get_name(trid,
				ev.info.posix_event_id, name));
		found = strcmp(name, "conformance target") == 0;
	}
	if (!found || ct_number(&ev) != 4 || ev.info.posix_pid != pid)
		FAIL("expected event 4 of the child in the log; found %d, "
				"number %d, pid %ld of %ld",
				found, ct_number(&ev),
				(long)ev.info.posix_pid, (long)pid);
	PASS("the log has the event of the other process");
}
