/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-6: the filter excludes the types in it, and only them.
 *
 * Source: XSH posix_trace_set_filter() DESCRIPTION, XSH posix_trace_event()
 * DESCRIPTION; TEF; derived.
 *
 * A child that inherits the stream is filtered, too.
 */
#define NEEDS (CT_FILTER | CT_INHERIT)
#include "confheir.h"

static void test(void)
{
	trace_event_id_t in = ct_type("conformance in");
	trace_event_id_t out = ct_type("conformance out");
	static struct ct_event ev;
	trace_event_set_t set;
	trace_id_t trid;
	pid_t pid;
	int n_in = 0, n_out = 0;

	trid = ct_running_inherited();
	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(in, &set));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	pid = ct_fork();
	if (pid == 0) {
		ct_fire(in, 1);
		ct_fire(out, 2);
		_exit(CT_DONE);
	}
	ct_reap(pid);
	while (ct_try(trid, &ev)) {
		n_in += ct_is(trid, &ev, in) != 0;
		n_out += ct_is(trid, &ev, out) != 0;
	}
	if (n_in != 0 || n_out != 1)
		FAIL("expected 0 and 1 events of the child, got %d and "
				"%d", n_in, n_out);
	PASS("the filter holds for the child");
}
