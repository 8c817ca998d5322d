/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FORK-1: with POSIX_TRACE_INHERITED a child is traced into the same stream,
 * with its own pid and its parent's names.
 *
 * Source: XSH fork() DESCRIPTION; TRI; shall.
 *
 * A stream that is started after the fork.
 */
#define NEEDS (CT_INHERIT)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	struct ct_pipe go = ct_pipe();
	trace_attr_t attr;
	trace_id_t trid;
	pid_t pid;
	int n;

	ct_init(&attr);
	SETUP(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	trid = ct_stream(&attr);
	pid = ct_fork();
	if (pid == 0) {
		ct_hear(go);
		ct_fire(id, 1);
		_exit(CT_DONE);
	}
	SETUP(posix_trace_start(trid));
	ct_tell(go);
	ct_reap(pid);
	n = ct_count(ct_try, trid, id);
	if (n != 1)
		FAIL("expected the child's event, got %d", n);
	PASS("a child that was born before the start is traced");
}
