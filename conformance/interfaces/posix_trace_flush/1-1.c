/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FLUSH-1: the events of the stream go to the log; the end of it shows in
 * posix_stream_flush_status.
 *
 * Source: XSH posix_trace_flush() DESCRIPTION, XSH 2.11.1
 * posix_trace_status_info Structure; TRL; shall.
 *
 * The status becomes NOT_FLUSHING.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_logging_for(100);
	int i, status;

	for (i = 0; i < 100; i++)
		ct_fire(id, i);
	EXPECT(posix_trace_flush(trid), 0);
	status = ct_status(trid).posix_stream_flush_status;
	if (status != POSIX_TRACE_FLUSHING && status != POSIX_TRACE_NOT_FLUSHING)
		FAIL("expected FLUSHING or NOT_FLUSHING, got %d", status);
	CT_UNTIL(ct_status(trid).posix_stream_flush_status ==
			POSIX_TRACE_NOT_FLUSHING);
	if (ct_status(trid).posix_stream_flush_status != POSIX_TRACE_NOT_FLUSHING)
		FAIL("expected the flush to end; it did not");
	PASS("the flush came to its end");
}
