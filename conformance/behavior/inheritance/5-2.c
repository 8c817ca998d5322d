/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FORK-5: whether a child is traced is decided for each stream.
 *
 * Source: XSH fork() DESCRIPTION; TRI; derived.
 *
 * A child may be traced by two streams that are inherited.
 */
#define NEEDS (CT_INHERIT)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t one, two;
	pid_t pid;
	int a, b;

	ct_init(&attr);
	SETUP(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	one = ct_running(&attr);
	two = ct_running(&attr);
	pid = ct_fork();
	if (pid == 0) {
		ct_fire(id, 1);
		_exit(CT_DONE);
	}
	ct_reap(pid);
	a = ct_count(ct_try, one, id);
	b = ct_count(ct_try, two, id);
	if (a != 1 || b != 1)
		FAIL("expected the child's event in both streams, got %d and "
				"%d", a, b);
	PASS("both streams have the child's event");
}
