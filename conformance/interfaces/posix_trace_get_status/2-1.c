/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STAT-2: asking resets the overrun status of a stream.
 *
 * Source: XSH posix_trace_get_status() DESCRIPTION; TRC; shall.
 */
#include "confoverrun.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	struct posix_trace_status_info st;
	int first, n;

	ct_small(&attr);
	trid = ct_running(&attr);
	n = ct_fill(trid, id, 64);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_running(&attr);
	ct_overfill(id, n);
	EXPECT(posix_trace_get_status(trid, &st), 0);
	first = st.posix_stream_overrun_status;
	EXPECT(posix_trace_get_status(trid, &st), 0);
	if (st.posix_stream_overrun_status != POSIX_TRACE_NO_OVERRUN)
		FAIL("expected NO_OVERRUN when asked again, got %d",
				st.posix_stream_overrun_status);
	if (first != POSIX_TRACE_OVERRUN)
		UNTESTED(CT_NEVER_OVERRUN);
	PASS("the overrun was told once");
}
