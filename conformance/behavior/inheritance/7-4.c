/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * PROC-2: names opened later by parent, child or controller stay one map.
 *
 * Source: XSH fork() DESCRIPTION, XSH posix_trace_eventid_open() DESCRIPTION; TRI;
 * shall.
 *
 * A name that a child of a child opens is in the list of the log, as the type of
 * its event.
 */
#define NEEDS (CT_INHERIT | CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id;
	trace_attr_t attr;
	trace_id_t trid;
	pid_t pid;

	ct_init(&attr);
	SETUP(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	SETUP(posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_FLUSH));
	trid = ct_logging(&attr, ct_file());
	pid = ct_fork();
	if (pid == 0) {
		pid = ct_fork();
		if (pid == 0)
			ct_fire(ct_type("conformance child"), 1);
		else
			ct_reap(pid);
		_exit(CT_DONE);
	}
	ct_reap(pid);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	if (!ct_has_type(trid, "conformance child", &id))
		FAIL("the list of the log lacks the name that a child opened");
	if (!ct_find(ct_read, trid, &ev, id))
		FAIL("expected the event of that name in the log");
	PASS("the name of the child is in the list of the log");
}
