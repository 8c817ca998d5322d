/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-6: the filter excludes the types in it, and only them.
 *
 * Source: XSH posix_trace_set_filter() DESCRIPTION, XSH posix_trace_event()
 * DESCRIPTION; TEF; derived.
 *
 * It stays when it is asked for, when the stream stops and starts, when a child is
 * forked, and when another stream is cleared, which leaves the events of this one.
 */
#define NEEDS (CT_FILTER | CT_INHERIT)
#include "conftest.h"

static trace_event_id_t in, out;

static void fire(int number)
{
	ct_fire(in, number);
	ct_fire(out, number);
}

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid, other = ct_running(NULL);
	trace_event_set_t set;
	trace_attr_t attr;
	pid_t pid;
	int i;

	in = ct_type("conformance in");
	out = ct_type("conformance out");
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 40, 64);
	SETUP(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	ct_room_for(&attr, 40, 64, 10);
	trid = ct_running(&attr);
	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(in, &set));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	fire(0);
	SETUP(posix_trace_get_filter(trid, &set));
	fire(1);
	SETUP(posix_trace_stop(trid));
	SETUP(posix_trace_start(trid));
	fire(2);
	pid = ct_fork();
	if (pid == 0) {
		fire(3);
		_exit(CT_DONE);
	}
	ct_reap(pid);
	fire(4);
	SETUP(posix_trace_clear(other));
	fire(5);
	for (i = 0; ct_try(trid, &ev);) {
		if (ct_is(trid, &ev, in))
			FAIL("an event of the filtered type came, %d",
					ct_number(&ev));
		if (!ct_is(trid, &ev, out))
			continue;
		if (ct_number(&ev) != i)
			FAIL("expected event %d, got %d", i, ct_number(&ev));
		i++;
	}
	if (i != 6)
		FAIL("expected six events of the type that is not filtered, got "
				"%d", i);
	PASS("the filter was the same after five calls");
}
