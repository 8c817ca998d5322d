/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FORK-2: by default a child is not traced, and its parent goes on being
 * traced.
 *
 * Source: XSH fork() DESCRIPTION; TRC; shall.
 *
 * The child traces itself, with a stream of its own.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_running(NULL), own;
	pid_t pid;
	int n;

	ct_fire(id, 1);
	pid = ct_fork();
	if (pid == 0) {
		id = ct_type("conformance a");
		own = ct_running(NULL);
		ct_fire(id, 2);
		if (!ct_find(ct_try, own, &ev, id) || ct_number(&ev) != 2)
			FAIL("expected the child's event in its own stream");
		EXPECT(posix_trace_shutdown(own), 0);
		exit(CT_DONE);
	}
	ct_reap(pid);
	n = ct_count(ct_try, trid, id);
	if (n != 1)
		FAIL("expected one event in the parent's stream, got %d", n);
	PASS("parent and child have a stream each");
}
