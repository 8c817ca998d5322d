/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * PROC-2: names opened later by parent, child or controller stay one map.
 *
 * Source: XSH fork() DESCRIPTION, XSH posix_trace_eventid_open() DESCRIPTION;
 * TRI; shall.
 *
 * The controller opens a name for the child through the stream.
 */
#define NEEDS (CT_FILTER | CT_INHERIT)
#include "confheir.h"

static void test(void)
{
	struct ct_pipe go = ct_pipe();
	static struct ct_event ev;
	trace_event_id_t id;
	trace_id_t trid;
	pid_t pid;

	trid = ct_running_inherited();
	pid = ct_fork();
	if (pid == 0) {
		ct_hear(go);
		ct_fire(ct_type("conformance late"), 1);
		_exit(CT_DONE);
	}
	EXPECT(posix_trace_trid_eventid_open(trid, "conformance late", &id), 0);
	ct_tell(go);
	ct_reap(pid);
	if (!ct_find(ct_try, trid, &ev, id))
		FAIL("expected the child's event under the controller's identifier");
	PASS("controller and child agree on the name");
}
