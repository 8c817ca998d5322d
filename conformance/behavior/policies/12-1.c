/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * UF-5: the stream starts again by itself when it is empty at the latest;
 * START comes before the next event.
 *
 * Source: XSH posix_trace_attr_setstreamfullpolicy() DESCRIPTION; TRC; shall.
 *
 * The status.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
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
	while (ct_try(trid, &ev))
		;
	st = ct_status(trid);
	if (st.posix_stream_status != POSIX_TRACE_RUNNING ||
	    st.posix_stream_full_status != POSIX_TRACE_NOT_FULL)
		FAIL("expected RUNNING and NOT_FULL, got %d and %d",
				st.posix_stream_status, st.posix_stream_full_status);
	PASS("the emptied stream runs again");
}
