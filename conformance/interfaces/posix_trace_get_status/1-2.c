/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STAT-1: the function gives the current status.
 *
 * Source: XSH posix_trace_get_status() DESCRIPTION; TRC; shall.
 *
 * The members for logs have values for a stream without one, too.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	struct posix_trace_status_info st;
	int i;

	ct_attr(&attr, POSIX_TRACE_LOOP, 10, 64);
	trid = ct_running(&attr);
	ct_fill(trid, id, 64);
	for (i = 0; i < 20; i++)
		ct_fire(id, i);
	memset(&st, 0x55, sizeof(st));
	EXPECT(posix_trace_get_status(trid, &st), 0);
	if (st.posix_log_full_status != POSIX_TRACE_NOT_FULL ||
	    st.posix_log_overrun_status != POSIX_TRACE_NO_OVERRUN)
		FAIL("expected NOT_FULL and NO_OVERRUN of the log, got %d and %d",
				st.posix_log_full_status,
				st.posix_log_overrun_status);
	PASS("an overrun of the stream is none of a log");
}
