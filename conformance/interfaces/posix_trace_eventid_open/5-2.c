/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVOPEN-5: with Trace Inherit a name has one identifier in all processes
 * traced in a stream.
 *
 * Source: XSH posix_trace_eventid_open() DESCRIPTION; TRI; shall.
 *
 * The parent opens another name first: the two do not collide.
 */
#define NEEDS (CT_INHERIT)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t theirs, mine;
	trace_attr_t attr;
	struct ct_pipe p = ct_pipe(), go = ct_pipe();
	trace_id_t trid;
	char name[4096];
	pid_t pid;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	trid = ct_running(&attr);
	pid = ct_fork();
	if (pid == 0) {
		ct_hear(go);
		EXPECT(posix_trace_eventid_open("conformance child", &theirs), 0);
		SYSTEM(write(p.fd[1], &theirs, sizeof(theirs)));
		_exit(CT_DONE);
	}
	EXPECT(posix_trace_eventid_open("conformance parent", &mine), 0);
	ct_tell(go);
	ct_reap(pid);
	SYSTEM(read(p.fd[0], &theirs, sizeof(theirs)));
	if (posix_trace_eventid_equal(trid, mine, theirs))
		FAIL("two names have one identifier in parent and child");
	SETUP(posix_trace_eventid_get_name(trid, theirs, name));
	if (strcmp(name, "conformance child") != 0)
		FAIL("expected \"conformance child\", got \"%.40s\"", name);
	PASS("two names have two identifiers across processes");
}
