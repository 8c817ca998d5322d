/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOOP-3: overwriting an event that was not reported sets OVERRUN; taking
 * the room of reported ones does not.
 *
 * Source: XSH 2.11.1 posix_trace_status_info Structure; TRC; shall.
 *
 * An overwritten event.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i, n;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	trid = ct_running(&attr);
	n = ct_fill(trid, id, 64);
	for (i = 0; i < 2 * n + 50; i++)
		posix_trace_event(id, "0123456789012345678901234567890123456789", 40);
	i = ct_status(trid).posix_stream_overrun_status;
	if (i != POSIX_TRACE_OVERRUN)
		FAIL("expected POSIX_TRACE_OVERRUN (%d), got "
				"%d", POSIX_TRACE_OVERRUN, i);
	PASS("the overwritten events were an overrun");
}
