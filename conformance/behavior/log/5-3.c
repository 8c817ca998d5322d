/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOG-2: losing events in the log sets its overrun status.
 *
 * Source: XSH 2.11.1 posix_trace_status_info Structure, XBD 4.19 Tracing; TRL;
 * shall.
 *
 * Without a loss there is no overrun.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	struct posix_trace_status_info st;
	trace_id_t trid = ct_logging(NULL, ct_file());
	int i;

	for (i = 0; i < 20; i++)
		ct_fire(id, i);
	ct_flush(trid);
	st = ct_status(trid);
	if (st.posix_log_overrun_status != POSIX_TRACE_NO_OVERRUN ||
	    st.posix_log_full_status != POSIX_TRACE_NOT_FULL)
		FAIL("expected NO_OVERRUN and NOT_FULL, got %d and %d",
				st.posix_log_overrun_status,
				st.posix_log_full_status);
	PASS("a log with room is neither full nor overrun");
}
