/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STAT-4: the status of a pre-recorded stream is that of the completed
 * stream, and asking does not reset it.
 *
 * Source: XSH posix_trace_get_status() DESCRIPTION; TRL; shall.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	struct posix_trace_status_info one, two;
	trace_attr_t attr;
	trace_id_t trid;
	int n, i;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	trid = ct_logging(&attr, ct_file());
	n = ct_fill(trid, id, 64);
	for (i = 0; i < 16; i++)
		ct_fire(id, n + i);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	EXPECT(posix_trace_get_status(trid, &one), 0);
	EXPECT(posix_trace_get_status(trid, &two), 0);
	if (one.posix_stream_overrun_status != POSIX_TRACE_OVERRUN)
		FAIL("expected OVERRUN in the log, got %d",
				one.posix_stream_overrun_status);
	if (two.posix_stream_overrun_status != one.posix_stream_overrun_status)
		FAIL("expected the same again, got "
				"%d", two.posix_stream_overrun_status);
	PASS("the log keeps saying OVERRUN");
}
