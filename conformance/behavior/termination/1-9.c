/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EXIT-1: when the controller ends, in whatever way, its streams are shut
 * down, so its logs are complete.
 *
 * Source: XSH _Exit() Consequences of Process Termination, XSH
 * posix_trace_shutdown() DESCRIPTION; TRC; shall.
 *
 * By posix_trace_shutdown() in a handler of atexit(), which is no second
 * shutdown.
 */
#define NEEDS (CT_LOG)
#include "confend.h"

static trace_id_t logged;

static void finish(void)
{
	if (posix_trace_shutdown(logged) != 0)
		_exit(CT_FAIL);
}

static void end(trace_id_t trid)
{
	logged = trid;
	atexit(finish);
	exit(CT_DONE);
}

static void test(void)
{
	int n = ct_controller_ends(end, 0);

	if (n != CT_ENDING_EVENTS)
		FAIL("expected %d events in a completed log, got %d",
				CT_ENDING_EVENTS, n);
	PASS("a handler of atexit() shut the stream down");
}
