/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FORK-1: with POSIX_TRACE_INHERITED a child is traced into the same stream,
 * with its own pid and its parent's names.
 *
 * Source: XSH fork() DESCRIPTION; TRI; shall.
 *
 * A thread of the child.
 */
#define NEEDS (CT_INHERIT)
#include "confheir.h"

static trace_event_id_t id;

static void *recorder(void *arg)
{
	ct_fire(id, 9);
	return arg;
}

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid;
	pid_t pid;

	id = ct_type("conformance a");
	trid = ct_running_inherited();
	pid = ct_fork();
	if (pid == 0) {
		ct_join(ct_thread(recorder, NULL));
		_exit(CT_DONE);
	}
	ct_reap(pid);
	if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != 9 ||
	    ev.info.posix_pid != pid)
		FAIL("expected the event of the child's thread");
	PASS("the child's thread is traced");
}
