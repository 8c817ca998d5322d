/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STOP-2: stopping a suspended stream records nothing and leaves it
 * suspended.
 *
 * Source: XSH posix_trace_stop() DESCRIPTION; TRC; shall.
 *
 * Never started.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid = ct_stream(NULL);

	EXPECT(posix_trace_stop(trid), 0);
	if (ct_status(trid).posix_stream_status != POSIX_TRACE_SUSPENDED)
		FAIL("the stream is not suspended any more");
	if (ct_try(trid, &ev))
		FAIL("expected no event, one came");
	PASS("stopping a new stream did nothing");
}
