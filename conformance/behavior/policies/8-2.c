/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STATE-1: UNTIL_FULL streams are never RUNNING and FULL at once.
 *
 * Source: XSH 2.11.1 posix_trace_status_info Structure; TRC; shall.
 *
 * Asked while it is read.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	struct posix_trace_status_info st;
	trace_attr_t attr;
	trace_id_t trid;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	trid = ct_running(&attr);
	ct_fill(trid, id, 64);
	while (ct_try(trid, &ev)) {
		st = ct_status(trid);
		if (st.posix_stream_status == POSIX_TRACE_RUNNING &&
		    st.posix_stream_full_status == POSIX_TRACE_FULL)
			FAIL("the stream is RUNNING and FULL while it is read");
	}
	PASS("the stream was never RUNNING and FULL while it was read");
}
