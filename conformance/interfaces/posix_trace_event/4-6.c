/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-5: longer data is cut to exactly max-data-size bytes, with
 * TRUNCATED_RECORD.
 *
 * Source: XSH posix_trace_event() DESCRIPTION; TRC; shall.
 *
 * What is cut is not lost: the status in the log has no overrun.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static unsigned char data[4096];
	struct posix_trace_status_info status;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	size_t size;

	ct_log_attr(&attr, 20);
	trid = ct_logging(&attr, ct_file());
	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getmaxdatasize(&attr, &size));
	if (size >= sizeof(data))
		UNTESTED("the stream takes %zu bytes", size);
	posix_trace_event(id, data, sizeof(data));
	SETUP(posix_trace_shutdown(trid));
	status = ct_status(ct_reopen());
	if (status.posix_stream_overrun_status != POSIX_TRACE_NO_OVERRUN ||
			status.posix_log_overrun_status !=
			POSIX_TRACE_NO_OVERRUN)
		FAIL("expected NO_OVERRUN of stream and log, got %d and %d",
				status.posix_stream_overrun_status,
				status.posix_log_overrun_status);
	PASS("the log of an event that is cut has no overrun");
}
