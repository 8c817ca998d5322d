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
#include "conffull.h"

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
	trace_event_id_t id = ct_type("conformance a");
	size_t size;
	trace_id_t trid = ct_small_log(POSIX_TRACE_LOOP, 200,
			POSIX_TRACE_UNTIL_FULL, &size);
	int i, n = (int)(4 * size / CT_FULL_DATA), lost = 0;

	for (i = 0; i < n; i++) {
		posix_trace_event(id, ct_full_data, CT_FULL_DATA);
		if (i % 50 == 49)
			lost |= flush(trid);
	}
	SETUP(posix_trace_stop(trid));
	lost |= flush(trid);
	if (!lost)
		FAIL("expected OVERRUN of a log of %zu bytes that was offered "
				"%d events of %d", size, n, CT_FULL_DATA);
	PASS("the status told that the log of %zu bytes has lost events", size);
}
