/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EXIT-1: when the controller ends, in whatever way, its streams are shut
 * down, so its logs are complete.
 *
 * Source: XSH _Exit() Consequences of Process Termination, XSH
 * posix_trace_shutdown() DESCRIPTION; TRC; shall.
 *
 * By _exit().
 */
#define NEEDS (CT_LOG)
#include "confend.h"

static void end(trace_id_t trid)
{
	(void)trid;
	_exit(CT_DONE);
}

static void test(void)
{
	int n = ct_controller_ends(end, 0);

	if (n != CT_ENDING_EVENTS)
		FAIL("expected %d events in a completed log, got %d",
				CT_ENDING_EVENTS, n);
	PASS("the log was completed by the end of its controller");
}
