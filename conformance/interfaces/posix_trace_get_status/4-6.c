/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STAT-4: the status of a pre-recorded stream is that of the completed stream, and
 * asking does not reset it.
 *
 * Source: XSH posix_trace_get_status() DESCRIPTION; TRL; shall.
 *
 * A log of a stream that was never full says so of both.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	struct posix_trace_status_info st;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_UNTIL_FULL));
	SETUP(posix_trace_attr_setlogsize(&attr, CT_LOG_SIZE));
	ct_room(&attr, 20, 64);
	trid = ct_logging(&attr, ct_file());
	ct_fire(id, 1);
	SETUP(posix_trace_shutdown(trid));
	EXPECT(posix_trace_get_status(ct_reopen(), &st), 0);
	if (st.posix_stream_full_status != POSIX_TRACE_NOT_FULL ||
	    st.posix_log_full_status != POSIX_TRACE_NOT_FULL)
		FAIL("expected POSIX_TRACE_NOT_FULL (%d), got %d of the stream "
				"and %d of the log", POSIX_TRACE_NOT_FULL,
				st.posix_stream_full_status,
				st.posix_log_full_status);
	if (st.posix_stream_overrun_status != POSIX_TRACE_NO_OVERRUN ||
	    st.posix_log_overrun_status != POSIX_TRACE_NO_OVERRUN)
		FAIL("expected no overrun in a log that has everything");
	PASS("neither the stream nor the log was full");
}
