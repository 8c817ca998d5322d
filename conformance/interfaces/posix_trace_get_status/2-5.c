/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STAT-2: asking resets the overrun status of a stream.
 *
 * Source: XSH posix_trace_get_status() DESCRIPTION; TRC; shall.
 *
 * A flush does not: a stream that lost events before it says so.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

#define EVENTS 3000

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i, n, overrun;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	ct_room(&attr, 20, 64);
	trid = ct_logging(&attr, ct_file());
	for (i = 0; i < EVENTS; i++)
		ct_fire(id, i);
	SETUP(posix_trace_stop(trid));
	EXPECT(posix_trace_flush(trid), 0);
	overrun = ct_status(trid).posix_stream_overrun_status;
	ct_flush(trid);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	n = ct_count(ct_read, trid, ct_type_in(trid, "conformance a"));
	if (n == EVENTS)
		UNTESTED("the stream lost none of %d events", n);
	if (overrun != POSIX_TRACE_OVERRUN)
		FAIL("expected OVERRUN after a flush, got %d; %d of %d events "
				"are in the log", overrun, n, EVENTS);
	PASS("the overrun was told after the flush");
}
