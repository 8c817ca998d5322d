/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FL-1: a FLUSH stream is flushed by the system when it gets full, and then
 * goes on.
 *
 * Source: XSH posix_trace_attr_setstreamfullpolicy() DESCRIPTION; TRL; shall.
 *
 * One event at a time, each after the last flush has ended: nothing is lost
 * unnoticed.
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
	double end = ct_now() + CT_PATIENCE;
	int n, last = -1, overrun = 0;

	ct_attr(&attr, POSIX_TRACE_FLUSH, 40, 64);
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	ct_room(&attr, 40, 64);
	trid = ct_logging(&attr, ct_file());
	/* A flush may take its time. */
	for (n = 0; n < 20000 && ct_now() < end; n++) {
		memcpy(data, &n, sizeof(n));
		posix_trace_event(id, data, sizeof(data));
		CT_UNTIL((st = ct_status(trid),
			overrun |= st.posix_stream_overrun_status ==
				POSIX_TRACE_OVERRUN,
			st.posix_stream_status == POSIX_TRACE_RUNNING &&
			st.posix_stream_flush_status ==
				POSIX_TRACE_NOT_FLUSHING));
	}
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	while (ct_find(ct_read, trid, &ev, id)) {
		if (!overrun && ct_number(&ev) != last + 1)
			FAIL("no overrun was told, but event %d follows %d",
					ct_number(&ev), last);
		last = ct_number(&ev);
	}
	/* The last one may be lost, but then the one before it is not: a flush
	 * came between. */
	if (last != n - 1 && !(overrun && last == n - 2))
		FAIL("expected the last of %d events in the log, got %d", n, last);
	PASS("%d events went through a stream for 40, overrun %d", n, overrun);
}
