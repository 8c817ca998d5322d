/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FORK-1: with POSIX_TRACE_INHERITED a child is traced into the same stream,
 * with its own pid and its parent's names.
 *
 * Source: XSH fork() DESCRIPTION; TRI; shall.
 *
 * It has its own pid in each of several streams.
 */
#define NEEDS (CT_INHERIT)
#include "confheir.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trids[3];
	pid_t pid;
	int i;

	for (i = 0; i < 3; i++)
		trids[i] = ct_running_inherited();
	pid = ct_fork();
	if (pid == 0) {
		ct_fire(id, 1);
		_exit(CT_DONE);
	}
	ct_reap(pid);
	for (i = 0; i < 3; i++) {
		if (!ct_find(ct_try, trids[i], &ev, id))
			FAIL("expected the child's event in stream %d of 3", i + 1);
		if (ev.info.posix_pid != pid)
			FAIL("expected the child's pid %ld in stream %d of 3, got "
					"%ld", (long)pid, i + 1,
					(long)ev.info.posix_pid);
	}
	PASS("the child has its own pid in each of three streams");
}
