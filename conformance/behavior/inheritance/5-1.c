/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FORK-5: whether a child is traced is decided for each stream.
 *
 * Source: XSH fork() DESCRIPTION; TRI; derived.
 */
#define NEEDS (CT_INHERIT)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t inherited, closed;
	pid_t pid;
	int a, b;

	ct_init(&attr);
	closed = ct_running(&attr);
	SETUP(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	inherited = ct_running(&attr);
	pid = ct_fork();
	if (pid == 0) {
		ct_fire(id, 1);
		_exit(CT_DONE);
	}
	ct_reap(pid);
	ct_fire(id, 2);
	a = ct_count(ct_try, inherited, id);
	b = ct_count(ct_try, closed, id);
	if (a != 2 || b != 1)
		FAIL("expected 2 events in the inherited stream and 1 in the "
				"other, got %d and %d", a, b);
	PASS("one stream has the child, the other has not");
}
