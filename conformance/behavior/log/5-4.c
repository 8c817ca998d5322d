/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOG-2: losing events in the log sets its overrun status.
 *
 * Source: XSH 2.11.1 posix_trace_status_info Structure, XBD 4.19 Tracing;
 * TRL; shall.
 *
 * An UNTIL_FULL log loses, as the status of its stream says.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

/* Flush to the end; does the log say that it has lost something?  Asking resets
 * that. */
static int flush(trace_id_t trid)
{
	struct posix_trace_status_info st;
	int lost = 0;

	SETUP(posix_trace_flush(trid));
	do {
		st = ct_status(trid);
		lost |= st.posix_log_overrun_status == POSIX_TRACE_OVERRUN;
	} while (st.posix_stream_flush_status == POSIX_TRACE_FLUSHING);
	return lost;
}

static void test(void)
{
	static unsigned char data[256];
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	size_t size;
	int i, n, lost = 0;

	ct_attr(&attr, POSIX_TRACE_LOOP, 200, sizeof(data));
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_UNTIL_FULL));
	SETUP(posix_trace_attr_setlogsize(&attr, 65536));
	ct_room(&attr, 200, sizeof(data));
	trid = ct_logging(&attr, ct_file());
	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getlogsize(&attr, &size));
	if (size > (size_t)8 << 20)
		UNTESTED("the log has %zu bytes", size);
	n = (int)(4 * size / sizeof(data));
	for (i = 0; i < n; i++) {
		posix_trace_event(id, data, sizeof(data));
		if (i % 50 == 49)
			lost |= flush(trid);
	}
	SETUP(posix_trace_stop(trid));
	lost |= flush(trid);
	if (!lost)
		FAIL("expected OVERRUN of a log of %zu bytes that was offered "
				"%d events of %zu", size, n, sizeof(data));
	PASS("the status told that the log of %zu bytes has lost events", size);
}
