/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FORK-1: with POSIX_TRACE_INHERITED a child is traced into the same stream,
 * with its own pid and its parent's names.
 *
 * Source: XSH fork() DESCRIPTION; TRI; shall.
 *
 * Its parent's names are among those that it may have: where the parent has all
 * of them, a new name of the child is the unnamed type.
 */
#define NEEDS (CT_INHERIT)
#include "conftest.h"

static void test(void)
{
	long max = sysconf(_SC_TRACE_USER_EVENT_MAX), n;
	trace_event_id_t id, last;
	trace_attr_t attr;
	trace_id_t trid;
	char name[16];
	pid_t pid;

	if (max == -1 || max > 4096)
		UNTESTED("TRACE_USER_EVENT_MAX is %ld", max);
	ct_init(&attr);
	SETUP(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	trid = ct_running(&attr);
	last = CT_UNNAMED;
	for (n = 1; n <= max; n++) {
		snprintf(name, sizeof(name), "n%ld", n);
		id = ct_type(name);
		if (posix_trace_eventid_equal(trid, id, CT_UNNAMED))
			break;
		last = id;
	}
	if (n > max)
		UNRESOLVED("the parent got %ld types, the limit is %ld", n, max);
	pid = ct_fork();
	if (pid == 0) {
		/* Identifiers are compared with a stream of the process. */
		trid = ct_stream(NULL);
		EXPECT(posix_trace_eventid_open("child", &id), 0);
		if (!posix_trace_eventid_equal(trid, id, CT_UNNAMED))
			FAIL("expected the unnamed type for a name beyond the "
					"limit, got another");
		snprintf(name, sizeof(name), "n%ld", n - 1);
		EXPECT(posix_trace_eventid_open(name, &id), 0);
		if (!posix_trace_eventid_equal(trid, id, last))
			FAIL("a name of the parent has another type in the child");
		_exit(CT_DONE);
	}
	ct_reap(pid);
	PASS("the %ld names of the parent count in the child", n - 1);
}
