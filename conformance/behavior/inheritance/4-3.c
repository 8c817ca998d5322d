/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FORK-4: INHERITED is for all children to come, and theirs, but not for
 * those that exist already.
 *
 * Source: XBD 4.19 Tracing; TRI; shall.
 *
 * A child that was there before the stream.
 */
#define NEEDS (CT_INHERIT)
#include "confheir.h"

static void test(void)
{
	struct ct_pipe go = ct_pipe();
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid;
	pid_t pid = ct_fork();
	int n;

	if (pid == 0) {
		ct_hear(go);
		ct_fire(id, 1);
		_exit(CT_DONE);
	}
	trid = ct_running_inherited();
	ct_tell(go);
	ct_reap(pid);
	n = ct_count(ct_try, trid, id);
	if (n != 0)
		FAIL("expected no event of an earlier child, got %d", n);
	PASS("a child that was there before is not traced");
}
