/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-6: events whose largest sizes add up to no more than stream-min-size
 * are all recorded, whatever thread and process they come from.
 *
 * Source: XSH posix_trace_attr_getmaxsystemeventsize() DESCRIPTION; TRC;
 * shall.
 *
 * Two processes.
 */
#define NEEDS (CT_INHERIT)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	size_t user, system;
	trace_attr_t attr;
	trace_id_t trid;
	pid_t pid;
	int i, n;

	ct_init(&attr);
	SETUP(posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_UNTIL_FULL));
	SETUP(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	SETUP(posix_trace_attr_getmaxusereventsize(&attr, sizeof(int), &user));
	SETUP(posix_trace_attr_getmaxsystemeventsize(&attr, &system));
	SETUP(posix_trace_attr_setstreamsize(&attr, system + 2000 * user));
	trid = ct_running(&attr);
	for (i = 0; i < 100; i++)
		ct_fire(id, i);
	pid = ct_fork();
	if (pid == 0) {
		for (i = 0; i < 1900; i++)
			ct_fire(id, i);
		_exit(CT_DONE);
	}
	ct_reap(pid);
	n = ct_count(ct_try, trid, id);
	if (n != 2000)
		FAIL("expected 100 events of one process and 1900 of another, "
				"got %d", n);
	PASS("2000 events of two processes fitted");
}
