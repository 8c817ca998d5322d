/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FORK-1: with POSIX_TRACE_INHERITED a child is traced into the same stream,
 * with its own pid and its parent's names.
 *
 * Source: XSH fork() DESCRIPTION; TRI; shall.
 *
 * A log has the events of both.
 */
#define NEEDS (CT_INHERIT | CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	static struct ct_event ev;
	trace_attr_t attr;
	trace_id_t trid;
	pid_t pid;
	int i, mine = 0, other = 0;

	ct_log_attr(&attr, 200);
	SETUP(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	ct_room(&attr, 200, 64);
	trid = ct_logging(&attr, ct_file());
	pid = ct_fork();
	for (i = 0; i < 100; i++)
		ct_fire(id, i);
	if (pid == 0)
		_exit(CT_DONE);
	ct_reap(pid);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	while (ct_find(ct_read, trid, &ev, id)) {
		mine += ev.info.posix_pid == getpid();
		other += ev.info.posix_pid == pid;
	}
	if (mine != 100 || other != 100)
		FAIL("expected 100 events of each, got %d and %d", mine, other);
	PASS("the log has 100 events of each process");
}
