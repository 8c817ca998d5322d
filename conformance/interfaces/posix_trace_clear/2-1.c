/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLEAR-2: a running stream goes on running, a suspended one stays
 * suspended.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	trace_id_t trid = ct_running(NULL);

	EXPECT(posix_trace_clear(trid), 0);
	if (ct_status(trid).posix_stream_status != POSIX_TRACE_RUNNING)
		FAIL("expected RUNNING after the clear, got %d",
				ct_status(trid).posix_stream_status);
	PASS("the running stream runs on");
}
