/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EX-1: a controller with nothing but defaults, which does not stop its
 * stream itself, leaves a valid log.
 *
 * Source: XRAT B.2.11 Trace Operation Control; TRL; derived.
 *
 * The traced process is another one, which has its trace points already.
 */
#define NEEDS (CT_LOG)
#include "confscene.h"

static struct ct_pipe go, done;

static void traced(void)
{
	trace_event_id_t id = ct_type("conformance a");
	int i;

	ct_tell(done);
	ct_hear(go);
	for (i = 0; i < 10; i++)
		ct_fire(id, i);
	ct_tell(done);
	ct_hear(go);
	_exit(CT_DONE);
}

static void test(void)
{
	trace_attr_t attr;
	trace_id_t trid;
	int fd, err;
	pid_t pid;

	go = ct_pipe();
	done = ct_pipe();
	pid = ct_fork();
	if (pid == 0)
		traced();
	ct_hear(done);
	EXPECT(posix_trace_attr_init(&attr), 0);
	fd = ct_file();
	err = posix_trace_create_withlog(pid, &attr, fd, &trid);
	if (err == EPERM)
		UNTESTED("a process may not trace its child here");
	ct_expect("posix_trace_create_withlog(pid of a child)", err, 0);
	EXPECT(posix_trace_attr_destroy(&attr), 0);
	EXPECT(posix_trace_start(trid), 0);
	ct_tell(go);
	ct_hear(done);
	EXPECT(posix_trace_shutdown(trid), 0);
	ct_tell(go);
	ct_reap(pid);
	close(fd);
	ct_must_have_ten("conformance a", pid);
	PASS("the simplest controller left a log of another process");
}
