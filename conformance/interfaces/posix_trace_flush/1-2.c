/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FLUSH-1: the events of the stream go to the log; the end of it shows in
 * posix_stream_flush_status.
 *
 * Source: XSH posix_trace_flush() DESCRIPTION, XSH 2.11.1
 * posix_trace_status_info Structure; TRL; shall.
 *
 * There is no error.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_logging(NULL, ct_file());
	struct posix_trace_status_info st;

	ct_fire(id, 1);
	EXPECT(posix_trace_flush(trid), 0);
	do
		st = ct_status(trid);
	while (st.posix_stream_flush_error == 0 &&
	       st.posix_stream_flush_status == POSIX_TRACE_FLUSHING);
	if (st.posix_stream_flush_error != 0)
		FAIL("expected no flush error, got %s",
				ct_error(st.posix_stream_flush_error));
	PASS("the flush left no error");
}
