/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOOP-1: a full LOOP stream takes the room of its oldest events, so it
 * always holds the most recent ones.
 *
 * Source: XSH posix_trace_attr_setstreamfullpolicy() DESCRIPTION; TRC; shall.
 *
 * Two processes share a stream that is inherited: each one's newest events
 * are there, unbroken.
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
	int i, n, who, last[2] = { -1, -1 };

	ct_attr(&attr, POSIX_TRACE_LOOP, 200, 16);
	SETUP(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	ct_room(&attr, 200, 16);
	trid = ct_running(&attr);
	n = ct_fill(trid, id, 16);
	SETUP(posix_trace_clear(trid));
	n *= 3;
	pid = ct_fork();
	for (i = 0; i < n; i++)
		ct_fire(id, i);
	if (pid == 0)
		_exit(CT_DONE);
	ct_reap(pid);
	ct_fire(id, n);
	SETUP(posix_trace_stop(trid));
	while (ct_find(ct_try, trid, &ev, id)) {
		who = ev.info.posix_pid == pid;
		if (last[who] != -1 && ct_number(&ev) != last[who] + 1)
			FAIL("event %d of process %d follows %d", ct_number(&ev), who,
					last[who]);
		last[who] = ct_number(&ev);
	}
	if (last[0] != n)
		FAIL("expected the newest event, %d, got %d", n, last[0]);
	if (last[1] != -1 && last[1] != n - 1)
		FAIL("the child's newest event is %d of %d", last[1], n);
	PASS("the newest events of both processes are unbroken");
}
