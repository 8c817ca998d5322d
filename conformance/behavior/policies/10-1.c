/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * UF-3: an event generated while the stream is full is lost, and sets
 * OVERRUN.
 *
 * Source: XSH 2.11.1 posix_trace_status_info Structure; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i, n;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	trid = ct_running(&attr);
	n = ct_fill(trid, id, 64);
	for (i = 0; i < 16; i++)
		ct_fire(id, n + i);
	i = ct_status(trid).posix_stream_overrun_status;
	if (i != POSIX_TRACE_OVERRUN)
		FAIL("expected POSIX_TRACE_OVERRUN (%d), got "
				"%d", POSIX_TRACE_OVERRUN, i);
	PASS("losing events set OVERRUN");
}
