/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FORK-4: INHERITED is for all children to come, and theirs, but not for
 * those that exist already.
 *
 * Source: XBD 4.19 Tracing; TRI; shall.
 *
 * A grandchild.
 */
#define NEEDS (CT_INHERIT)
#include "confheir.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid;
	pid_t pid, inner;

	trid = ct_running_inherited();
	pid = ct_fork();
	if (pid == 0) {
		inner = ct_fork();
		if (inner == 0) {
			ct_fire(id, 3);
			_exit(CT_DONE);
		}
		ct_reap(inner);
		_exit(CT_DONE);
	}
	ct_reap(pid);
	if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != 3)
		FAIL("expected the grandchild's event, got %d", ct_number(&ev));
	if (ev.info.posix_pid == pid || ev.info.posix_pid == getpid())
		FAIL("expected the grandchild's pid in its event");
	PASS("the grandchild is traced");
}
