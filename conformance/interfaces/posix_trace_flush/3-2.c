/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FLUSH-3: the room of flushed events is free again.
 *
 * Source: XSH posix_trace_flush() DESCRIPTION; TRL; shall.
 *
 * An UNTIL_FULL stream that had stopped starts again by itself.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	struct posix_trace_status_info st;
	int n, i;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	ct_room(&attr, 20, 64);
	trid = ct_logging(&attr, ct_file());
	n = ct_fill(trid, id, 64);
	for (i = 0; i < 16; i++)
		ct_fire(id, n + i);
	ct_flush(trid);
	st = ct_status(trid);
	if (st.posix_stream_status != POSIX_TRACE_RUNNING ||
	    st.posix_stream_full_status != POSIX_TRACE_NOT_FULL)
		FAIL("expected RUNNING and NOT_FULL after the flush, got %d and %d",
				st.posix_stream_status, st.posix_stream_full_status);
	PASS("the stream runs again after the flush");
}
