/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STATE-1: UNTIL_FULL streams are never RUNNING and FULL at once.
 *
 * Source: XSH 2.11.1 posix_trace_status_info Structure; TRC; shall.
 *
 * Asked after each event.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	struct posix_trace_status_info st;
	trace_attr_t attr;
	trace_id_t trid;
	int i, full = 0;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	trid = ct_running(&attr);
	for (i = 0; i < 1000000 && full < 20; i++) {
		posix_trace_event(id, "0123456789012345678901234567890123456789", 40);
		st = ct_status(trid);
		if (st.posix_stream_status == POSIX_TRACE_RUNNING &&
		    st.posix_stream_full_status == POSIX_TRACE_FULL)
			FAIL("the stream is RUNNING and FULL after %d events", i + 1);
		full += st.posix_stream_full_status == POSIX_TRACE_FULL;
	}
	if (full == 0)
		UNRESOLVED("the stream was never full");
	PASS("the stream was RUNNING until it was FULL");
}
