/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * UF-3: an event for which a running stream has no room is lost, and sets
 * OVERRUN.
 *
 * Source: XSH 2.11.1 posix_trace_status_info Structure; TRC; shall.
 *
 * Without a loss there is none.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 30, 64);
	trid = ct_running(&attr);
	for (i = 0; i < 30; i++)
		ct_fire(id, i);
	i = ct_status(trid).posix_stream_overrun_status;
	if (i != POSIX_TRACE_NO_OVERRUN)
		FAIL("expected POSIX_TRACE_NO_OVERRUN (%d), got %d",
				POSIX_TRACE_NO_OVERRUN, i);
	PASS("30 events in room for 30 are no overrun");
}
