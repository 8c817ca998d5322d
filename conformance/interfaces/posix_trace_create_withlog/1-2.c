/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CRLOG-1: the function does all that posix_trace_create() does, with a log
 * on the descriptor.
 *
 * Source: XSH posix_trace_create_withlog() DESCRIPTION; TRL; shall.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	struct posix_trace_status_info st;
	trace_id_t trid;
	int fd = ct_file();

	CREATES(posix_trace_create_withlog(0, NULL, fd, &trid));
	st = ct_status(trid);
	if (st.posix_stream_flush_status != POSIX_TRACE_NOT_FLUSHING ||
	    st.posix_stream_flush_error != 0 ||
	    st.posix_log_overrun_status != POSIX_TRACE_NO_OVERRUN ||
	    st.posix_log_full_status != POSIX_TRACE_NOT_FULL)
		FAIL("expected NOT_FLUSHING, 0, NO_OVERRUN, NOT_FULL, got %d, "
				"%d, %d, %d",
				st.posix_stream_flush_status,
				st.posix_stream_flush_error,
				st.posix_log_overrun_status,
				st.posix_log_full_status);
	PASS("nothing is flushed and the log is not full");
}
