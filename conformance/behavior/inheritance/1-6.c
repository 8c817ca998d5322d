/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FORK-1: with POSIX_TRACE_INHERITED a child is traced into the same stream,
 * with its own pid and its parent's names.
 *
 * Source: XSH fork() DESCRIPTION; TRI; shall.
 *
 * A stop holds for the child as well.
 */
#define NEEDS (CT_INHERIT)
#include "conftest.h"

static void test(void)
{
	struct ct_pipe go = ct_pipe(), done = ct_pipe();
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	pid_t pid;
	int n;

	ct_init(&attr);
	SETUP(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	trid = ct_running(&attr);
	pid = ct_fork();
	if (pid == 0) {
		ct_fire(id, 1);
		ct_tell(done);
		ct_hear(go);
		ct_fire(id, 2);
		_exit(CT_DONE);
	}
	ct_hear(done);
	SETUP(posix_trace_stop(trid));
	ct_tell(go);
	ct_reap(pid);
	n = ct_count(ct_try, trid, id);
	if (n != 1)
		FAIL("expected the child's event before the stop only, got %d", n);
	PASS("the child's events stopped");
}
