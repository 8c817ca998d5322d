/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-5: the stream starts suspended, not full, without overrun; nothing
 * is being flushed and the log is not full.
 *
 * Source: XSH posix_trace_create() DESCRIPTION, XSH 2.11.1
 * posix_trace_status_info Structure; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	trace_id_t trid;
	struct posix_trace_status_info st;

	CREATES(posix_trace_create(0, NULL, &trid));
	st = ct_status(trid);
	if (st.posix_stream_status != POSIX_TRACE_SUSPENDED)
		FAIL("expected POSIX_TRACE_SUSPENDED (%d), got %d",
				POSIX_TRACE_SUSPENDED, st.posix_stream_status);
	PASS("the new stream is suspended");
}
