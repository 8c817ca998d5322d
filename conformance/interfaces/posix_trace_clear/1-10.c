/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLEAR-1: all events recorded before are gone, and the stream is not full.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION; TRC; shall.
 *
 * A full UNTIL_FULL stream that was stopped can be started, and records.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	struct posix_trace_status_info st;
	trace_attr_t attr;
	trace_id_t trid;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	trid = ct_running(&attr);
	ct_fill(trid, id, 64);
	SETUP(posix_trace_stop(trid));
	EXPECT(posix_trace_clear(trid), 0);
	SETUP(posix_trace_start(trid));
	st = ct_status(trid);
	if (st.posix_stream_status != POSIX_TRACE_RUNNING ||
	    st.posix_stream_full_status != POSIX_TRACE_NOT_FULL)
		FAIL("expected RUNNING and NOT_FULL after clear and start, got "
				"%d and %d", st.posix_stream_status,
				st.posix_stream_full_status);
	ct_fire(id, 4711);
	if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != 4711)
		FAIL("expected the event after the clear");
	PASS("the stream that was full records after the clear");
}
