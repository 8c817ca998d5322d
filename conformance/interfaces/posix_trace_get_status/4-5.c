/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STAT-4: the status of a pre-recorded stream is that of the completed
 * stream, and asking does not reset it.
 *
 * Source: XSH posix_trace_get_status() DESCRIPTION; TRL; shall.
 *
 * A stream that was flushed and running: it is neither in the log.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	struct posix_trace_status_info status;
	trace_id_t trid = ct_logging_for(20);

	ct_fire(id, 1);
	ct_flush(trid);
	ct_fire(id, 2);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	EXPECT(posix_trace_get_status(trid, &status), 0);
	if (status.posix_stream_status != POSIX_TRACE_SUSPENDED ||
			status.posix_stream_flush_status !=
			POSIX_TRACE_NOT_FLUSHING)
		FAIL("expected SUSPENDED and NOT_FLUSHING in the log, got %d and "
				"%d", status.posix_stream_status,
				status.posix_stream_flush_status);
	PASS("the log says SUSPENDED and NOT_FLUSHING");
}
