/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * UF-1: an UNTIL_FULL stream that is exhausted stops by itself: SUSPENDED
 * and FULL.
 *
 * Source: XSH posix_trace_attr_setstreamfullpolicy() DESCRIPTION, XSH 2.11.1
 * posix_trace_status_info Structure; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	struct posix_trace_status_info st;
	trace_attr_t attr;
	trace_id_t trid;
	int i, n;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	trid = ct_running(&attr);
	n = ct_fill(trid, id, 64);
	for (i = 0; i < 16; i++)
		ct_fire(id, n + i);
	st = ct_status(trid);
	if (st.posix_stream_status != POSIX_TRACE_SUSPENDED ||
	    st.posix_stream_full_status != POSIX_TRACE_FULL)
		FAIL("expected SUSPENDED and FULL, got %d and %d",
				st.posix_stream_status, st.posix_stream_full_status);
	PASS("the exhausted stream is SUSPENDED and FULL");
}
