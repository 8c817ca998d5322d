/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FORK-4: INHERITED is for all children to come, and theirs, but not for
 * those that exist already.
 *
 * Source: XBD 4.19 Tracing; TRI; shall.
 *
 * Four generations, into a log.
 */
#define NEEDS (CT_INHERIT | CT_LOG)
#include "conftest.h"

static void generation(trace_event_id_t id, int n)
{
	pid_t pid = ct_fork();

	if (pid == 0) {
		ct_fire(id, n);
		if (n < 4)
			generation(id, n + 1);
		_exit(CT_DONE);
	}
	ct_reap(pid);
}

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i;

	ct_log_attr(&attr, 20);
	SETUP(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	trid = ct_logging(&attr, ct_file());
	generation(id, 1);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	for (i = 1; i <= 4; i++)
		if (!ct_find_number(ct_read, trid, &ev, i))
			FAIL("expected the event of generation %d in the log", i);
	PASS("four generations are in the log");
}
