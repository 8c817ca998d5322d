/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STAT-5: asking does not change the run state or the full state.
 *
 * Source: XSH posix_trace_get_status() DESCRIPTION, XSH 2.11.1
 * posix_trace_status_info Structure; TRC; derived.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	trid = ct_running(&attr);
	ct_fill(trid, id, 64);
	for (i = 0; i < 5; i++)
		if (ct_status(trid).posix_stream_full_status != POSIX_TRACE_FULL ||
		    ct_status(trid).posix_stream_status != POSIX_TRACE_RUNNING)
			FAIL("expected RUNNING and FULL at question %d", i);
	PASS("the status stays RUNNING and FULL");
}
