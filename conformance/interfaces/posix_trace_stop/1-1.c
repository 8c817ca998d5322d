/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STOP-1: stopping a running stream that is not full records a STOP event
 * with data 0 and suspends the stream.
 *
 * Source: XSH posix_trace_stop() DESCRIPTION, XSH 2.11.2 System Trace Event
 * Type Definitions; TRC; shall.
 *
 * The status.
 */
#include "conftest.h"

static void test(void)
{
	trace_id_t trid = ct_running(NULL);
	int status;

	EXPECT(posix_trace_stop(trid), 0);
	status = ct_status(trid).posix_stream_status;
	if (status != POSIX_TRACE_SUSPENDED)
		FAIL("expected POSIX_TRACE_SUSPENDED (%d), got %d",
				POSIX_TRACE_SUSPENDED, status);
	PASS("the stream is suspended");
}
