/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SHUT-6: the log has all that can be asked later: attributes, event types
 * and their names, and the status.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION; TRL; shall.
 *
 * The status: what an UNTIL_FULL stream lost shows in the log.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	struct posix_trace_status_info st;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i, n;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	trid = ct_logging(&attr, ct_file());
	n = ct_fill(trid, id, 64);
	for (i = 0; i < 16; i++)
		ct_fire(id, n + i);
	EXPECT(posix_trace_shutdown(trid), 0);
	st = ct_status(ct_reopen());
	if (st.posix_stream_overrun_status != POSIX_TRACE_OVERRUN)
		FAIL("expected POSIX_TRACE_OVERRUN (%d) in the log, got %d",
				POSIX_TRACE_OVERRUN, st.posix_stream_overrun_status);
	PASS("the log says that the stream was overrun");
}
