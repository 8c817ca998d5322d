/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVOPEN-5: with Trace Inherit a name has one identifier in all processes
 * traced in a stream.
 *
 * Source: XSH posix_trace_eventid_open() DESCRIPTION; TRI; shall.
 *
 * A child opens the name first.
 */
#define NEEDS (CT_INHERIT)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t theirs, mine;
	trace_attr_t attr;
	struct ct_pipe p = ct_pipe();
	trace_id_t trid;
	pid_t pid;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	trid = ct_running(&attr);
	pid = ct_fork();
	if (pid == 0) {
		EXPECT(posix_trace_eventid_open("conformance child", &theirs), 0);
		SYSTEM(write(p.fd[1], &theirs, sizeof(theirs)));
		_exit(CT_DONE);
	}
	ct_reap(pid);
	SYSTEM(read(p.fd[0], &theirs, sizeof(theirs)));
	EXPECT(posix_trace_eventid_open("conformance child", &mine), 0);
	if (!posix_trace_eventid_equal(trid, mine, theirs))
		FAIL("expected one identifier in parent and child, got two");
	PASS("parent and child have one identifier");
}
