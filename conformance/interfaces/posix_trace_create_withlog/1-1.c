/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CRLOG-1: the function does all that posix_trace_create() does, with a log
 * on the descriptor.
 *
 * Source: XSH posix_trace_create_withlog() DESCRIPTION; TRL; shall.
 *
 * The stream begins suspended, not full, without overrun, flush or error.
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
	if (st.posix_stream_status != POSIX_TRACE_SUSPENDED ||
	    st.posix_stream_full_status != POSIX_TRACE_NOT_FULL ||
	    st.posix_stream_overrun_status != POSIX_TRACE_NO_OVERRUN)
		FAIL("expected SUSPENDED, NOT_FULL, NO_OVERRUN, got %d, %d, %d",
				st.posix_stream_status,
				st.posix_stream_full_status,
				st.posix_stream_overrun_status);
	PASS("the new stream is suspended, not full, without overrun");
}
