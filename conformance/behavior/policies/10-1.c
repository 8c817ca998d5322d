/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * UF-3: an event for which a running stream has no room is lost, and sets
 * OVERRUN.
 *
 * Source: XSH 2.11.1 posix_trace_status_info Structure; TRC; shall.
 *
 * That is one event at most: the stream stops with it, if not before.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	struct posix_trace_status_info st;
	trace_attr_t attr;
	trace_id_t trid;
	int got, n = 0, overrun = 0;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	trid = ct_running(&attr);
	do {
		if (n == 1000000)
			UNRESOLVED("a small stream did not stop after %d "
					"events", n);
		ct_fire(id, n++);
		st = ct_status(trid);
		overrun |= st.posix_stream_overrun_status == POSIX_TRACE_OVERRUN;
	} while (st.posix_stream_status == POSIX_TRACE_RUNNING);
	got = ct_count(ct_try, trid, id);
	if ((got < n) != overrun)
		FAIL("%d of %d events came, and the status was%s OVERRUN", got,
				n, overrun ? "" : " not");
	PASS("%d of %d events came, and the status told it", got, n);
}
