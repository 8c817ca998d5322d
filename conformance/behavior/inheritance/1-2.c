/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FORK-1: with POSIX_TRACE_INHERITED a child is traced into the same stream,
 * with its own pid and its parent's names.
 *
 * Source: XSH fork() DESCRIPTION; TRI; shall.
 *
 * The child knows the names: a name opened before the fork has the same
 * identifier in it.
 */
#define NEEDS (CT_INHERIT)
#include "confheir.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a"), again;
	trace_id_t trid;
	pid_t pid;

	trid = ct_running_inherited();
	pid = ct_fork();
	if (pid == 0) {
		again = ct_type("conformance a");
		ct_fire(again, 1);
		_exit(CT_DONE);
	}
	ct_reap(pid);
	if (!ct_find(ct_try, trid, &ev, id))
		FAIL("expected the child's event under the parent's identifier");
	PASS("parent and child have one identifier for the name");
}
