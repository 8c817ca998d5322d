/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STAT-1: the function gives the current status.
 *
 * Source: XSH posix_trace_get_status() DESCRIPTION; TRC; shall.
 *
 * The run state follows start and stop.
 */
#include "conftest.h"

static void test(void)
{
	trace_id_t trid = ct_stream(NULL);
	struct posix_trace_status_info st;
	int seen[3];

	EXPECT(posix_trace_get_status(trid, &st), 0);
	seen[0] = st.posix_stream_status;
	SETUP(posix_trace_start(trid));
	EXPECT(posix_trace_get_status(trid, &st), 0);
	seen[1] = st.posix_stream_status;
	SETUP(posix_trace_stop(trid));
	EXPECT(posix_trace_get_status(trid, &st), 0);
	seen[2] = st.posix_stream_status;
	if (seen[0] != POSIX_TRACE_SUSPENDED || seen[1] != POSIX_TRACE_RUNNING ||
	    seen[2] != POSIX_TRACE_SUSPENDED)
		FAIL("expected SUSPENDED, RUNNING, SUSPENDED, got %d, %d, %d",
				seen[0], seen[1], seen[2]);
	PASS("the status followed start and stop");
}
