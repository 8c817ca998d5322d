/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-6: the filter excludes the types in it, and only them.
 *
 * Source: XSH posix_trace_set_filter() DESCRIPTION, XSH posix_trace_event()
 * DESCRIPTION; TEF; derived.
 *
 * A change reaches a child that is running.
 */
#define NEEDS (CT_FILTER | CT_INHERIT)
#include "conftest.h"

static void test(void)
{
	struct ct_pipe go = ct_pipe(), done = ct_pipe();
	trace_event_id_t id = ct_type("conformance a");
	trace_event_set_t set;
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
	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(id, &set));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	ct_tell(go);
	ct_reap(pid);
	n = ct_count(ct_try, trid, id);
	if (n != 1)
		FAIL("expected the child's first event only, got %d", n);
	PASS("the child noticed the change of the filter");
}
