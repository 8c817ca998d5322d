/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STAT-4: the status of a pre-recorded stream is that of the completed
 * stream, and asking does not reset it.
 *
 * Source: XSH posix_trace_get_status() DESCRIPTION; TRL; shall.
 *
 * Without a loss.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	struct posix_trace_status_info st;
	trace_id_t trid = ct_made_log(ct_type("conformance a"), 5);

	EXPECT(posix_trace_get_status(trid, &st), 0);
	if (st.posix_stream_status != POSIX_TRACE_SUSPENDED ||
	    st.posix_stream_overrun_status != POSIX_TRACE_NO_OVERRUN ||
	    st.posix_log_overrun_status != POSIX_TRACE_NO_OVERRUN ||
	    st.posix_stream_flush_error != 0 ||
	    st.posix_stream_flush_status != POSIX_TRACE_NOT_FLUSHING)
		FAIL("expected SUSPENDED, NO_OVERRUN twice, no error, "
				"NOT_FLUSHING; got %d, %d, %d, %d, %d",
				st.posix_stream_status,
				st.posix_stream_overrun_status,
				st.posix_log_overrun_status,
				st.posix_stream_flush_error,
				st.posix_stream_flush_status);
	PASS("the log of a quiet stream says so");
}
