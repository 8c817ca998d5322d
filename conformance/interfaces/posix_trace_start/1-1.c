/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * START-1: starting a suspended stream that is not full makes it RUNNING and
 * records a START event.
 *
 * Source: XSH posix_trace_start() DESCRIPTION, XSH 2.11.2 System Trace Event
 * Type Definitions; TRC; shall.
 *
 * The status.
 */
#include "conftest.h"

static void test(void)
{
	trace_id_t trid = ct_stream(NULL);
	int status;

	EXPECT(posix_trace_start(trid), 0);
	status = ct_status(trid).posix_stream_status;
	if (status != POSIX_TRACE_RUNNING)
		FAIL("expected POSIX_TRACE_RUNNING (%d), got %d",
				POSIX_TRACE_RUNNING, status);
	PASS("the stream is running");
}
