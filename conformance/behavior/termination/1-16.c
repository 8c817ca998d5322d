/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EXIT-1: when the controller ends, in whatever way, its streams are shut
 * down, so its logs are complete.
 *
 * Source: XSH _Exit() Consequences of Process Termination, XSH
 * posix_trace_shutdown() DESCRIPTION; TRC; shall.
 *
 * By _exit(): a shutdown first stops the stream as posix_trace_stop() does, so the
 * log ends with STOP, whose data is 0.
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
	int data = ct_stop_after(end, 0);

	if (data != 0)
		FAIL("expected STOP with data 0 at the end of the log, got %d", data);
	PASS("the log ends with STOP");
}
