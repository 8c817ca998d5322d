/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FL-1: a FLUSH stream is flushed by the system when it gets full, and then
 * goes on.
 *
 * Source: XSH posix_trace_attr_setstreamfullpolicy() DESCRIPTION; TRL; shall.
 *
 * Ten times what the stream holds is recorded, with time to flush between;
 * posix_trace_flush() is not called.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	static unsigned char data[64];
	trace_event_id_t id = ct_type("conformance a");
	struct posix_trace_status_info st;
	trace_attr_t attr;
	trace_id_t trid;
	int cap, i, k, n = 0, got = 0, overrun = 0, last = -1;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 40, 64);
	trid = ct_running(&attr);
	cap = ct_fill(trid, id, 64);
	SETUP(posix_trace_shutdown(trid));
	SETUP(posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_FLUSH));
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	trid = ct_logging(&attr, ct_file());
	for (k = 0; k < 10; k++) {
		for (i = 0; i < cap; i++, n++) {
			memcpy(data, &n, sizeof(n));
			posix_trace_event(id, data, sizeof(data));
		}
		CT_UNTIL((st = ct_status(trid),
			overrun |= st.posix_stream_overrun_status ==
				POSIX_TRACE_OVERRUN,
			st.posix_stream_status == POSIX_TRACE_RUNNING &&
			st.posix_stream_full_status == POSIX_TRACE_NOT_FULL &&
			st.posix_stream_flush_status ==
				POSIX_TRACE_NOT_FLUSHING));
		if (st.posix_stream_status != POSIX_TRACE_RUNNING)
			FAIL("the stream did not go on in %g s", CT_PATIENCE);
	}
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	for (; ct_find(ct_read, trid, &ev, id); got++) {
		if (ct_number(&ev) <= last)
			FAIL("event %d came after %d", ct_number(&ev), last);
		last = ct_number(&ev);
	}
	if (got < 2 * cap)
		FAIL("expected much of %d events in the log, got %d", n, got);
	PASS("%d of %d events are in the log, overrun %d", got, n, overrun);
}
