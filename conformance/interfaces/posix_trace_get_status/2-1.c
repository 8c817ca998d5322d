/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STAT-2: asking resets the overrun status of a stream.
 *
 * Source: XSH posix_trace_get_status() DESCRIPTION; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	struct posix_trace_status_info st;
	int first, n, i;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	trid = ct_running(&attr);
	n = ct_fill(trid, id, 64);
	for (i = 0; i < 16; i++)
		ct_fire(id, n + i);
	EXPECT(posix_trace_get_status(trid, &st), 0);
	first = st.posix_stream_overrun_status;
	EXPECT(posix_trace_get_status(trid, &st), 0);
	if (first != POSIX_TRACE_OVERRUN ||
	    st.posix_stream_overrun_status != POSIX_TRACE_NO_OVERRUN)
		FAIL("expected OVERRUN, then NO_OVERRUN, got %d and %d", first,
				st.posix_stream_overrun_status);
	PASS("the overrun was told once");
}
