/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STOP-3: a LOOP stream can be stopped however full it is; the presence of
 * STOP is then left open.
 *
 * Source: XSH posix_trace_stop() DESCRIPTION, XSH 2.11.1
 * posix_trace_status_info Structure, XSH
 * posix_trace_attr_setstreamfullpolicy() DESCRIPTION; TRC; derived.
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
	for (i = 0; i < 50; i++)
		ct_fire(id, i);
	if (ct_status(trid).posix_stream_status != POSIX_TRACE_RUNNING)
		FAIL("a full LOOP stream does not run any more");
	EXPECT(posix_trace_stop(trid), 0);
	if (ct_status(trid).posix_stream_status != POSIX_TRACE_SUSPENDED)
		FAIL("expected SUSPENDED after the stop of a full LOOP "
				"stream, got %d",
				ct_status(trid).posix_stream_status);
	PASS("a full LOOP stream was stopped");
}
