/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FORK-4: INHERITED is for all children to come, and theirs, but not for
 * those that exist already.
 *
 * Source: XBD 4.19 Tracing; TRI; shall.
 *
 * A child that is forked after others were forked and have ended.
 */
#define NEEDS (CT_INHERIT)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i, n;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 40, 16);
	SETUP(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	ct_room(&attr, 40, 16);
	trid = ct_running(&attr);
	for (i = 0; i < 30; i++) {
		pid_t pid = ct_fork();

		if (pid == 0) {
			ct_fire(id, i);
			_exit(CT_DONE);
		}
		ct_reap(pid);
	}
	n = ct_count(ct_try, trid, id);
	if (n != 30)
		FAIL("expected the events of 30 children, got %d", n);
	PASS("30 children in turn were traced");
}
