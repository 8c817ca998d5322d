/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FORK-1: with POSIX_TRACE_INHERITED a child is traced into the same stream,
 * with its own pid and its parent's names.
 *
 * Source: XSH fork() DESCRIPTION; TRI; shall.
 *
 * A shutdown while the child records.
 */
#define NEEDS (CT_INHERIT)
#include "confheir.h"

static void test(void)
{
	struct ct_pipe go = ct_pipe(), done = ct_pipe();
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid;
	pid_t pid;
	int i;

	trid = ct_running_inherited();
	pid = ct_fork();
	if (pid == 0) {
		for (i = 0; i < 100000; i++) {
			ct_fire(id, i);
			if (i == 1000)
				ct_tell(done);
		}
		ct_hear(go);
		ct_fire(id, i);
		_exit(CT_DONE);
	}
	ct_hear(done);
	EXPECT(posix_trace_shutdown(trid), 0);
	ct_tell(go);
	ct_reap(pid);
	PASS("the child went on when the stream was gone");
}
