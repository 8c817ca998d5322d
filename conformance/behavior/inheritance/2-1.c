/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FORK-2: by default a child is not traced, and its parent goes on being
 * traced.
 *
 * Source: XSH fork() DESCRIPTION; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_running(NULL);
	pid_t pid;
	int n = 0;

	pid = ct_fork();
	if (pid == 0) {
		ct_fire(id, 1);
		_exit(CT_DONE);
	}
	ct_reap(pid);
	ct_fire(id, 2);
	while (ct_find(ct_try, trid, &ev, id)) {
		if (ct_number(&ev) == 1 || ev.info.posix_pid != getpid())
			FAIL("an event of the child came");
		n++;
	}
	if (n != 1)
		FAIL("expected the parent's event, got %d", n);
	PASS("only the parent is traced");
}
