/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EXIT-1: when the controller ends, in whatever way, its streams are shut
 * down, so its logs are complete.
 *
 * Source: XSH _Exit() Consequences of Process Termination, XSH
 * posix_trace_shutdown() DESCRIPTION; TRC; shall.
 *
 * A child of it that lives on does not matter.
 */
#define NEEDS (CT_LOG)
#include "confend.h"

static struct ct_pipe over;

static void end(trace_id_t trid)
{
	(void)trid;
	if (ct_fork() == 0) {
		ct_hear(over);
		_exit(CT_DONE);
	}
	_exit(CT_DONE);
}

static void test(void)
{
	int n;

	over = ct_pipe();
	n = ct_controller_ends(end, 0);
	ct_tell(over);
	if (n != CT_ENDING_EVENTS)
		FAIL("expected %d events in a completed log while a child "
				"lives, got %d", CT_ENDING_EVENTS, n);
	PASS("the log was completed while a child of the controller lived");
}
