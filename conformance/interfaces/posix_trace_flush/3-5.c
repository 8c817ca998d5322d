/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FLUSH-3: the room of flushed events is free again.
 *
 * Source: XSH posix_trace_flush() DESCRIPTION; TRL; shall.
 *
 * A LOOP stream that was stopped while it was full, too.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int status;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	trid = ct_logging(&attr, ct_file());
	ct_fill(trid, id, 64);
	SETUP(posix_trace_stop(trid));
	ct_flush(trid);
	status = ct_status(trid).posix_stream_full_status;
	if (status != POSIX_TRACE_NOT_FULL)
		FAIL("expected POSIX_TRACE_NOT_FULL (%d), got %d",
				POSIX_TRACE_NOT_FULL, status);
	PASS("the stopped stream is not full after the flush");
}
