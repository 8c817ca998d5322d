/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FORK-1: with POSIX_TRACE_INHERITED a child is traced into the same stream,
 * with its own pid and its parent's names.
 *
 * Source: XSH fork() DESCRIPTION; TRI; shall.
 *
 * The names that a child adds count in its own child, too.
 */
#define NEEDS (CT_INHERIT)
#include "conftest.h"

static long max;

/* Open new names until there are no more; how many there are by then.  Identifiers
 * are compared with a stream of the process. */
static long open_names(trace_id_t trid, long first, long limit)
{
	trace_event_id_t id;
	char name[32];
	long n;

	for (n = first; n < limit; n++) {
		snprintf(name, sizeof(name), "n%ld", n);
		SETUP(posix_trace_eventid_open(name, &id));
		if (posix_trace_eventid_equal(trid, id, CT_UNNAMED))
			break;
	}
	return n;
}

static void test(void)
{
	trace_attr_t attr;
	pid_t pid;
	long n;

	max = sysconf(_SC_TRACE_USER_EVENT_MAX);
	if (max == -1 || max > 4096)
		UNTESTED("TRACE_USER_EVENT_MAX is %ld", max);
	ct_init(&attr);
	SETUP(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	open_names(ct_running(&attr), 0, max / 2);
	pid = ct_fork();
	if (pid == 0) {
		n = open_names(ct_stream(NULL), max / 2, 2 * max);
		if (n > max)
			FAIL("a child and its parent have %ld names, the limit "
					"is %ld", n, max);
		pid = ct_fork();
		if (pid == 0) {
			if (open_names(ct_stream(NULL), n + 1, n + 2)
					!= n + 1)
				FAIL("a process got a type for one name more "
						"than the %ld of its parent", n);
			_exit(CT_DONE);
		}
		ct_reap(pid);
		_exit(CT_DONE);
	}
	ct_reap(pid);
	PASS("three generations have no more names than one may have");
}
