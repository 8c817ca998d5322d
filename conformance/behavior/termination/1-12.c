/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EXIT-1: when the controller ends, in whatever way, its streams are shut
 * down, so its logs are complete.
 *
 * Source: XSH _Exit() Consequences of Process Termination, XSH
 * posix_trace_shutdown() DESCRIPTION; TRC; shall.
 *
 * By SIGKILL, while a child of its child lives.
 */
#define NEEDS (CT_LOG)
#include "confend.h"

static struct ct_pipe over;

static void end(trace_id_t trid)
{
	pid_t pid = ct_fork();

	(void)trid;
	if (pid == 0) {
		if (ct_fork() != 0)
			_exit(CT_DONE);
		ct_hear(over);
		_exit(CT_DONE);
	}
	ct_reap(pid);
	kill(getpid(), SIGKILL);
}

static void test(void)
{
	int n;

	over = ct_pipe();
	n = ct_controller_ends(end, 1);
	ct_tell(over);
	if (n != CT_ENDING_EVENTS)
		FAIL("expected %d events in a completed log while a process "
				"lives that the controller's child made, got %d",
				CT_ENDING_EVENTS, n);
	PASS("the log was completed while a grandchild of the controller lived");
}
