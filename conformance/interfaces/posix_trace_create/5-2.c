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
	if (st.posix_stream_full_status != POSIX_TRACE_NOT_FULL)
		FAIL("expected POSIX_TRACE_NOT_FULL (%d), got %d",
				POSIX_TRACE_NOT_FULL, st.posix_stream_full_status);
	PASS("the new stream is not full");
}
