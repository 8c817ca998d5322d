/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FORK-2: by default a child is not traced, and its parent goes on being
 * traced.
 *
 * Source: XSH fork() DESCRIPTION; TRC; shall.
 *
 * The child does no harm to the parent's stream however much it records.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	pid_t pid;
	int i;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	trid = ct_running(&attr);
	ct_fire(id, 0);
	pid = ct_fork();
	if (pid == 0) {
		for (i = 0; i < 100000; i++)
			ct_fire(id, i);
		exit(CT_DONE);
	}
	ct_reap(pid);
	ct_fire(id, 1);
	if (ct_status(trid).posix_stream_overrun_status != POSIX_TRACE_NO_OVERRUN)
		FAIL("the child overran a stream that does not trace it");
	for (i = 0; i < 2; i++)
		if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != i)
			FAIL("expected event %d, got %d", i, ct_number(&ev));
	PASS("the parent's stream has the parent's events");
}
