/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOG-2: losing events in the log sets its overrun status.
 *
 * Source: XSH 2.11.1 posix_trace_status_info Structure, XBD 4.19 Tracing; TRL;
 * shall.
 *
 * Flushes that lose nothing do not take that back.
 */
#define NEEDS (CT_LOG)
#include "conffull.h"

static void test(void)
{
	struct posix_trace_status_info st;
	trace_event_id_t id = ct_type("conformance a");
	size_t size;
	int i, n, lost = 0;
	trace_id_t trid = ct_overfilled_log(id, POSIX_TRACE_LOOP, &size, &n);

	/* These overwrite as many. */
	for (i = 0; i < 50; i++)
		posix_trace_event(id, ct_full_data, CT_FULL_DATA);
	SETUP(posix_trace_flush(trid));
	SETUP(posix_trace_stop(trid));
	for (i = 0; i < 3; i++)
		SETUP(posix_trace_flush(trid));
	do {
		st = ct_status(trid);
		lost |= st.posix_log_overrun_status == POSIX_TRACE_OVERRUN;
	} while (st.posix_stream_flush_status == POSIX_TRACE_FLUSHING);
	if (!lost)
		FAIL("expected OVERRUN of a full log of %zu bytes that got 50 "
				"events more before the last flushes", size);
	PASS("the loss of the log is told after other flushes");
}
