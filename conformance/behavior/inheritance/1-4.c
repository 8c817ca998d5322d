/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FORK-1: with POSIX_TRACE_INHERITED a child is traced into the same stream,
 * with its own pid and its parent's names.
 *
 * Source: XSH fork() DESCRIPTION; TRI; shall.
 *
 * Many events of both at once: all come, each process's in order.
 */
#define NEEDS (CT_INHERIT)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	pid_t pid;
	int i, n = 4000, next[2] = { 0, 0 }, who;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 1, 16);
	SETUP(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	trid = ct_running_of(&attr, &n, 16);
	n /= 2;
	pid = ct_fork();
	for (i = 0; i < n; i++)
		ct_fire(id, i);
	if (pid == 0)
		_exit(CT_DONE);
	ct_reap(pid);
	while (ct_find(ct_try, trid, &ev, id)) {
		who = ev.info.posix_pid == pid;
		if (ct_number(&ev) != next[who])
			FAIL("expected event %d of process %d, got %d", next[who],
					who, ct_number(&ev));
		next[who]++;
	}
	if (next[0] != n || next[1] != n)
		FAIL("expected %d events of each, got %d and %d", n, next[0],
				next[1]);
	PASS("%d events of each process came in order", n);
}
