/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EXIT-1: when the controller ends, in whatever way, its streams are shut
 * down, so its logs are complete.
 *
 * Source: XSH _Exit() Consequences of Process Termination, XSH
 * posix_trace_shutdown() DESCRIPTION; TRC; shall.
 *
 * By SIGKILL: a shutdown first stops the stream, so the status in
 * the log is SUSPENDED.
 */
#define NEEDS (CT_LOG)
#include "confend.h"

static void end(trace_id_t trid)
{
	(void)trid;
	kill(getpid(), SIGKILL);
}

static void test(void)
{
	int status = ct_status_after(end, 1);

	if (status != POSIX_TRACE_SUSPENDED)
		FAIL("expected the status SUSPENDED in the log, got %d", status);
	PASS("the log says SUSPENDED");
}
